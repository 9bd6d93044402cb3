package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect/source"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// leaf is one failure of the validator at one place.
type leaf struct {
	pointer string
	kind    jsonschema.ErrorKind
	// summary stands in for kind where several alternatives failed.
	summary string
}

// validate turns what the validator finds into problems. What was refused
// before, and alternatives above it, are passed over.
func (w *walker) validate(s *jsonschema.Schema, v any) {
	var failed *jsonschema.ValidationError
	if err := s.Validate(v); !errors.As(err, &failed) {
		return
	}
	for _, l := range leaves(failed) {
		if !w.refused(l) {
			w.report(l)
		}
	}
}

func (w *walker) refused(l leaf) bool {
	for bad := range w.bad {
		under := l.pointer == bad || strings.HasPrefix(l.pointer, bad+"/")
		above := strings.HasPrefix(bad, l.pointer+"/")
		if under || above && l.summary != "" {
			return true
		}
	}
	return false
}

func (w *walker) report(l leaf) {
	m := w.nearestTo(l.pointer)
	if l.summary != "" {
		w.Add(m.Pos, l.summary, "")
		return
	}
	switch k := l.kind.(type) {
	case *kind.Required:
		for _, key := range k.Missing {
			w.Add(m.Pos, fmt.Sprintf("%q is missing", key), "")
		}
	case *kind.AdditionalProperties:
		for _, key := range slices.Sorted(slices.Values(k.Properties)) {
			if entry, ok := w.places[below(l.pointer, key)]; ok {
				w.Add(entry.Pos, "does not go with the keys beside it", "")
			}
		}
	default:
		message, hint := describe(l.kind, m.Value)
		w.Add(m.Pos, message, hint)
	}
}

// nearestTo is the member at a pointer, or the one around it.
func (w *walker) nearestTo(pointer string) member {
	for {
		if m, ok := w.places[pointer]; ok || pointer == "" {
			return m
		}
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
}

// leaves are the failures at the bottom of the validator's tree, one
// alternative of each oneOf and anyOf.
func leaves(e *jsonschema.ValidationError) []leaf {
	switch k := e.ErrorKind.(type) {
	case *kind.OneOf:
		if len(k.Subschemas) > 0 {
			return []leaf{{pointer: pointerOf(e.InstanceLocation), summary: "fits more than one of the forms it may have; keep the keys of one"}}
		}
		return nearest(e)
	case *kind.AnyOf:
		return nearest(e)
	case *kind.Schema, *kind.Group, *kind.Reference, *kind.AllOf:
		var out []leaf
		for _, cause := range e.Causes {
			out = append(out, leaves(cause)...)
		}
		return out
	}
	return []leaf{{pointer: pointerOf(e.InstanceLocation), kind: e.ErrorKind}}
}

// nearest are the failures of the alternative that fits best: of the right
// type, and with the fewest failures. Where none stands out, one sentence says
// what the alternatives ask for.
func nearest(e *jsonschema.ValidationError) []leaf {
	at := pointerOf(e.InstanceLocation)
	var fitting [][]leaf
	var types, asks []string
	for _, cause := range e.Causes {
		branch := leaves(cause)
		if t, ok := branch[0].kind.(*kind.Type); ok && branch[0].pointer == at {
			types = append(types, t.Want...)
			continue
		}
		fitting = append(fitting, branch)
		if ask := asksFor(branch); ask != "" {
			asks = append(asks, ask)
		}
	}
	if len(fitting) == 0 {
		return []leaf{{pointer: at, kind: &kind.Type{Want: slices.Compact(types)}}}
	}
	slices.SortStableFunc(fitting, func(a, b []leaf) int { return weight(a) - weight(b) })
	if len(fitting) == 1 || weight(fitting[0]) < weight(fitting[1]) {
		return fitting[0]
	}
	summary := "fits none of the forms it may have"
	if len(asks) > 1 {
		summary += ", which have " + source.OneOf(asks)
	}
	return []leaf{{pointer: at, summary: summary}}
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

// asksFor names the keys that a branch misses.
func asksFor(branch []leaf) string {
	var keys []string
	for _, l := range branch {
		if r, ok := l.kind.(*kind.Required); ok {
			keys = append(keys, r.Missing...)
		}
	}
	return strings.Join(keys, " and ")
}
