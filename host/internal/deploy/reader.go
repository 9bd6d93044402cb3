package deploy

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect/source"
)

// reader builds a deployment and notes every mistake on the way, each at the
// key that it is about.
type reader struct {
	source.Report
	dir string
}

// member is one key of a mapping, or an item of a list under the list's key.
type member = source.Member

// keyed is a member's value with the place of its key.
func keyed(m member) *source.Node { return &source.Node{YAML: m.Value.YAML, Pos: m.Pos} }

// items are a list's items, each as a member at its own place.
func items(list member) []member {
	var out []member
	for _, item := range list.Value.Items() {
		out = append(out, member{Key: list.Key, Pos: item.Pos, Value: item})
	}
	return out
}

// has finds a key of a mapping.
func has(n *source.Node, key string) (member, bool) {
	for _, m := range n.Members() {
		if m.Key == key {
			return m, true
		}
	}
	return member{}, false
}

// table says what reads each key of a mapping.
type table map[string]func(member)

// mapping reads a mapping by a table and refuses every other key. what names
// the owner of the keys, such as "policy".
func (r *reader) mapping(m member, what string, t table) {
	for _, inner := range r.Members(keyed(m), what, slices.Sorted(maps.Keys(t))) {
		t[inner.Key](inner)
	}
}

// required notes the keys that a mapping lacks.
func (r *reader) required(m member, keys ...string) {
	for _, key := range keys {
		if m.Value.Shape() == source.Mapping && m.Value.Member(key) == nil {
			r.Add(m.Pos, fmt.Sprintf("%q is missing", key), "")
		}
	}
}

// text reads a text that is not blank.
func (r *reader) text(m member) (string, bool) {
	text, ok := r.Text(keyed(m))
	if ok && strings.TrimSpace(text) == "" {
		r.Add(m.Pos, "is blank", "")
		return "", false
	}
	return text, ok
}

// path reads a path and makes it absolute, from the file's folder.
func (r *reader) path(m member) (string, bool) {
	text, ok := r.text(m)
	if ok && !filepath.IsAbs(text) {
		text = filepath.Join(r.dir, text)
	}
	return filepath.Clean(text), ok
}
