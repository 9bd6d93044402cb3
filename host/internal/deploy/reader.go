package deploy

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/effectkit/effectkit/host/internal/node"
)

// reader builds a deployment and notes every mistake on the way.
type reader struct {
	dir      string
	problems node.Problems
}

func (r *reader) fail(e node.Entry, message, hint string) {
	p := node.Problem{Pos: e.Pos, Field: e.Key, Message: message, Hint: hint}
	// What the file says for all sections is checked with each.
	if !slices.Contains(r.problems, p) {
		r.problems = append(r.problems, p)
	}
}

// table says what reads each key of a mapping.
type table map[string]func(node.Entry)

// mapping reads e's mapping by a table and refuses every other key.
func (r *reader) mapping(e node.Entry, t table) {
	if e.Value.Kind != node.Mapping {
		r.fail(e, fmt.Sprintf("must be a mapping, not %s", e.Value.Kind), "")
		return
	}
	for _, entry := range e.Value.Entries {
		if read, ok := t[entry.Key]; ok {
			read(entry)
			continue
		}
		r.unknown(entry, slices.Sorted(maps.Keys(t)))
	}
}

func (r *reader) unknown(e node.Entry, known []string) {
	hint := ""
	if near := node.Suggest(e.Key, known); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	r.fail(e, "unknown key", hint)
}

// required notes the keys that a mapping lacks.
func (r *reader) required(e node.Entry, keys ...string) bool {
	whole := e.Value.Kind == node.Mapping
	for _, key := range keys {
		if _, ok := e.Value.Get(key); !ok && e.Value.Kind == node.Mapping {
			r.fail(e, fmt.Sprintf("lacks %s", key), "")
			whole = false
		}
	}
	return whole
}

// path makes a path absolute, from the file's folder.
func (r *reader) path(text string) string {
	if filepath.IsAbs(text) {
		return filepath.Clean(text)
	}
	return filepath.Join(r.dir, text)
}
