package sdktest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// The marks of a schema's properties.
const (
	exprMark   = "x-effectkit-expr"
	secretMark = "x-effectkit-secret"
)

// schema is an adapter's schema, read as far as marks go.
type schema struct{ root map[string]any }

func parseSchema(text string) (schema, error) {
	var s schema
	if err := json.Unmarshal([]byte(text), &s.root); err != nil {
		return s, fmt.Errorf("the schema of Describe is not a JSON object: %w", err)
	}
	return s, nil
}

// marked tells whether the property at a JSON Pointer into a section has a
// mark. Marks stand where hosts look for them: under properties,
// additionalProperties, items, $ref and oneOf.
func (s schema) marked(pointer, mark string) bool {
	nodes := s.expand(s.root, 0)
	for _, key := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		if pointer == "" {
			break
		}
		key = strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~")
		var next []map[string]any
		for _, n := range nodes {
			next = append(next, s.child(n, key)...)
		}
		nodes = next
	}
	for _, n := range nodes {
		if on, _ := n[mark].(bool); on {
			return true
		}
	}
	return false
}

// child are the schemas that a key of a section may have.
func (s schema) child(n map[string]any, key string) []map[string]any {
	if properties, _ := n["properties"].(map[string]any); properties != nil {
		if p, ok := properties[key].(map[string]any); ok {
			return s.expand(p, 0)
		}
	}
	var out []map[string]any
	for _, name := range []string{"additionalProperties", "items"} {
		if p, ok := n[name].(map[string]any); ok {
			out = append(out, s.expand(p, 0)...)
		}
	}
	return out
}

// expand is a schema with those it refers to.
func (s schema) expand(n map[string]any, depth int) []map[string]any {
	const deepest = 32 // a schema that refers to itself ends here
	out := []map[string]any{n}
	if depth > deepest {
		return out
	}
	if ref, ok := n["$ref"].(string); ok {
		if target := s.find(ref); target != nil {
			out = append(out, s.expand(target, depth+1)...)
		}
	}
	forms, _ := n["oneOf"].([]any)
	for _, form := range forms {
		if f, ok := form.(map[string]any); ok {
			out = append(out, s.expand(f, depth+1)...)
		}
	}
	return out
}

// find is the schema that a local reference names, such as "#/$defs/expr".
func (s schema) find(ref string) map[string]any {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	node := s.root
	for _, key := range strings.Split(path, "/") {
		node, ok = node[key].(map[string]any)
		if !ok {
			return nil
		}
	}
	return node
}
