package schema

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/host/internal/deploy"
)

// Deployment is the JSON Schema (draft 2020-12) of a deployment file, for
// editors, with what each kind's adapter says of its own section.
func Deployment(kinds map[string]*Schema) (string, error) {
	parsed, problems := source.Read("schema.json", []byte(deploy.Schema))
	if err := problems.Err(); err != nil {
		return "", err
	}
	base, _ := plain(parsed).(map[string]any)
	defs, _ := base["$defs"].(map[string]any)
	section, _ := defs["section"].(map[string]any)
	var rules []any
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		name := "kind-" + kind
		own, _ := clone(kinds[kind].doc).(map[string]any)
		admit(own, own, deploy.SectionKeys(kind), map[string]bool{})
		delete(own, "$schema")
		defs[name] = rebase(own, "#/$defs/"+name)
		rules = append(rules, map[string]any{
			"if":   map[string]any{"required": []any{"kind"}, "properties": map[string]any{"kind": map[string]any{"const": kind}}},
			"then": map[string]any{"$ref": "#/$defs/" + name},
		})
	}
	if len(rules) > 0 {
		section["allOf"] = rules
	}
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(base)
	return out.String(), err
}

// admit lets the host's keys stand beside an adapter's, in every schema that
// speaks of the section itself.
func admit(root, schema any, keys []string, seen map[string]bool) {
	s, ok := schema.(map[string]any)
	if !ok {
		return
	}
	_, listed := s["properties"]
	_, more := s["additionalProperties"]
	if listed || more {
		props, _ := s["properties"].(map[string]any)
		if props == nil {
			props = map[string]any{}
			s["properties"] = props
		}
		for _, key := range keys {
			props[key] = true
		}
	}
	for _, inPlace := range []string{"allOf", "anyOf", "oneOf"} {
		list, _ := s[inPlace].([]any)
		for _, one := range list {
			admit(root, one, keys, seen)
		}
	}
	if ref, ok := s["$ref"].(string); ok && !seen[ref] {
		seen[ref] = true
		if target, _, found := lookup(root, ref); found {
			admit(root, target, keys, seen)
		}
	}
}

// rebase makes the references of a schema start at a pointer.
func rebase(v any, pointer string) any {
	switch v := v.(type) {
	case map[string]any:
		for key, one := range v {
			if ref, ok := one.(string); ok && key == "$ref" {
				v[key] = pointer + strings.TrimPrefix(ref, "#")
				continue
			}
			v[key] = rebase(one, pointer)
		}
	case []any:
		for i, one := range v {
			v[i] = rebase(one, pointer)
		}
	}
	return v
}

func clone(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, one := range v {
			out[key] = clone(one)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, one := range v {
			out[i] = clone(one)
		}
		return out
	}
	return v
}
