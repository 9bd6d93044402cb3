package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect/source"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// leaves are the failures at the bottom of the validator's tree, one
// alternative of each oneOf and anyOf.
func (s *Schema) leaves(e *jsonschema.ValidationError) []leaf {
	switch k := e.ErrorKind.(type) {
	case *kind.OneOf:
		if len(k.Subschemas) == 2 {
			return []leaf{{pointer: pointerOf(e.InstanceLocation), summary: s.both(e, k.Subschemas)}}
		}
		return s.nearest(e)
	case *kind.AnyOf:
		return s.nearest(e)
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		var out []leaf
		for _, cause := range e.Causes {
			out = append(out, s.leaves(cause)...)
		}
		return out
	}
	return []leaf{{pointer: pointerOf(e.InstanceLocation), kind: e.ErrorKind}}
}

// both says that two alternatives hold where one may, by the keys that make
// them.
func (s *Schema) both(e *jsonschema.ValidationError, matched []int) string {
	_, fragment, _ := strings.Cut(e.SchemaURL, "#")
	at, _, _ := lookup(s.doc, "#"+fragment)
	object, _ := at.(map[string]any)
	branches, _ := object["oneOf"].([]any)
	var keys []string
	for _, i := range matched {
		if i >= len(branches) {
			break
		}
		if own := requiredBy(s.doc, branches[i]); len(own) > 0 {
			keys = append(keys, strings.Join(own, " with "))
		}
	}
	if len(keys) != 2 {
		return "fits more than one of the forms it may have; keep the keys of one"
	}
	return fmt.Sprintf("has both %s and %s; keep one of them", keys[0], keys[1])
}

// requiredBy are the keys that a schema requires itself.
func requiredBy(doc, schema any) (keys []string) {
	object, _ := schema.(map[string]any)
	if ref, ok := object["$ref"].(string); ok {
		if target, _, found := lookup(doc, ref); found {
			object, _ = target.(map[string]any)
		}
	}
	required, _ := object["required"].([]any)
	for _, r := range required {
		if key, ok := r.(string); ok {
			keys = append(keys, key)
		}
	}
	return keys
}

// nearest are the failures of the alternative that fits best: of the right
// type, one that lacks keys before one that has others, and with the fewest
// failures. Where several lack keys, one sentence says which.
func (s *Schema) nearest(e *jsonschema.ValidationError) []leaf {
	at := pointerOf(e.InstanceLocation)
	var fitting, lacking [][]leaf
	var types, asks []string
	for _, cause := range e.Causes {
		branch := s.leaves(cause)
		if t, ok := branch[0].kind.(*kind.Type); ok && branch[0].pointer == at {
			types = append(types, t.Want...)
			continue
		}
		fitting = append(fitting, branch)
		if ask := asksFor(branch, at); ask != "" {
			lacking, asks = append(lacking, branch), append(asks, ask)
		}
	}
	if len(fitting) == 0 {
		slices.Sort(types)
		return []leaf{{pointer: at, kind: &kind.Type{Want: slices.Compact(types)}}}
	}
	slices.SortStableFunc(fitting, func(a, b []leaf) int { return weight(a) - weight(b) })
	switch {
	case len(lacking) == 1:
		return lacking[0]
	case len(lacking) > 1:
		return []leaf{{pointer: at, summary: "needs " + source.OneOf(asks)}}
	case len(fitting) == 1 || weight(fitting[0]) < weight(fitting[1]):
		return fitting[0]
	}
	return []leaf{{pointer: at, summary: "fits none of the forms it may have"}}
}

// weight is how far a branch is from fitting.
func weight(branch []leaf) int {
	n := 0
	for _, l := range branch {
		switch k := l.kind.(type) {
		case *kind.Required:
			n += len(k.Missing)
		case *kind.AdditionalProperties:
			n += 2 * len(k.Properties)
		default:
			n++
		}
	}
	return n
}

// asksFor names the keys that a branch misses at a place, when it misses nothing
// else.
func asksFor(branch []leaf, at string) string {
	var keys []string
	for _, l := range branch {
		r, ok := l.kind.(*kind.Required)
		if !ok || l.pointer != at {
			return ""
		}
		keys = append(keys, r.Missing...)
	}
	return strings.Join(keys, " with ")
}
