package bind

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/value"
)

// Section is the section with each binding in its place, by JSON Pointer
// (RFC 6901): {param: x, as: int} becomes {literal: "…", as: int}, null becomes
// {null: true}, and a bare scalar becomes the bound text. Numbers keep their
// text. A pointer to nothing is an error that names it.
func Section(section []byte, bindings map[string]value.Literal) ([]byte, error) {
	if len(bindings) == 0 {
		return section, nil
	}
	tree, err := parse(section)
	if err != nil {
		return nil, err
	}
	for _, pointer := range sortedKeys(bindings) {
		if tree, err = put(tree, pointer, bindings[pointer]); err != nil {
			return nil, err
		}
	}
	return render(tree)
}

// Params are the pointers of the section's {param: name} expressions, and the
// names.
func Params(section []byte) (map[string]string, error) {
	tree, err := parse(section)
	if err != nil {
		return nil, err
	}
	found := map[string]string{}
	walk(tree, "", found)
	return found, nil
}

func walk(node any, pointer string, found map[string]string) {
	switch n := node.(type) {
	case map[string]any:
		if name, ok := n["param"].(string); ok {
			found[pointer] = name
			return
		}
		for key, child := range n {
			walk(child, pointer+"/"+escape(key), found)
		}
	case []any:
		for i, child := range n {
			walk(child, pointer+"/"+strconv.Itoa(i), found)
		}
	}
}

// put replaces the expression at a pointer.
func put(tree any, pointer string, l value.Literal) (any, error) {
	if pointer == "" {
		return expression(tree, l), nil
	}
	if !strings.HasPrefix(pointer, "/") {
		return nil, fmt.Errorf("%q is no JSON Pointer", pointer)
	}
	node := tree
	keys := strings.Split(pointer[1:], "/")
	for i, key := range keys {
		last := i == len(keys)-1
		switch n := node.(type) {
		case map[string]any:
			name := unescape(key)
			child, ok := n[name]
			if !ok {
				return nil, fmt.Errorf("%q points to nothing in the section", pointer)
			}
			if last {
				n[name] = expression(child, l)
			}
			node = child
		case []any:
			at, err := strconv.Atoi(key)
			if err != nil || at < 0 || at >= len(n) {
				return nil, fmt.Errorf("%q points to nothing in the section", pointer)
			}
			if last {
				n[at] = expression(n[at], l)
			}
			node = n[at]
		default:
			return nil, fmt.Errorf("%q points to nothing in the section", pointer)
		}
	}
	return tree, nil
}

// expression is what stands in place of the one that was there. The type that
// it asked to be bound as stays.
func expression(was any, l value.Literal) any {
	form, isForm := was.(map[string]any)
	if !isForm && !l.IsNull() {
		return l.Text()
	}
	now := map[string]any{}
	if as, ok := form["as"]; ok {
		now["as"] = as
	}
	if l.IsNull() {
		now["null"] = true
	} else {
		now["literal"] = l.Text()
	}
	return now
}

func parse(section []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(section))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return nil, fmt.Errorf("the section is not JSON")
	}
	return tree, nil
}

func render(tree any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(tree); err != nil {
		return nil, err
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}

func escape(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

func unescape(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~1", "/"), "~0", "~")
}

func sortedKeys(m map[string]value.Literal) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
