package schema

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/secret"
)

// walker makes a JSON value of a section, by what the schema says of each
// place.
type walker struct {
	source.Report
	req Request
	out *Section
	// places are the members met, by JSON Pointer; bad are those refused here,
	// which the validator need not look at.
	places map[string]member
	bad    map[string]bool
	// absolute are the steps that make paths absolute, after the schema has
	// seen them as they were written.
	absolute []func()
}

// member is one key of a mapping, or an item of a list under the list's key.
type member = source.Member

// refuse notes a value that no JSON is made of. A placeholder stands for it.
func (w *walker) refuse(m member, pointer, message, hint string) any {
	w.Add(m.Pos, message, hint)
	w.bad[pointer] = true
	return ""
}

func (w *walker) value(m member, p *place, pointer string) any {
	w.places[pointer] = m
	shape := m.Value.Shape()
	single := shape != source.Mapping && shape != source.List
	if p != nil {
		switch {
		case p.mark == exprMark:
			return w.expr(m, pointer)
		case p.mark == secretMark && single:
			return w.secret(m, pointer)
		case p.mark == pathMark && single:
			return w.path(m, pointer)
		}
	}
	switch shape {
	case source.Mapping:
		return w.mapping(m, p, pointer)
	case source.List:
		return w.list(m, p, pointer)
	}
	v, wrong, hint := scalar(m.Value)
	if wrong != "" {
		return w.refuse(m, pointer, wrong, hint)
	}
	return v
}

func (w *walker) mapping(m member, p *place, pointer string) any {
	out := map[string]any{}
	for _, inner := range m.Value.Members() {
		known, ok := p.names(inner.Key)
		if !ok {
			w.unknown(inner, p, pointer == "")
			continue
		}
		out[inner.Key] = w.value(inner, known, below(pointer, inner.Key))
		if text, ok := w.relative(known, out[inner.Key]); ok {
			w.absolute = append(w.absolute, func() { out[inner.Key] = text })
		}
	}
	return out
}

func (w *walker) list(m member, p *place, pointer string) any {
	var of *place
	if p != nil {
		of = p.items
	}
	items := m.Value.Items()
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = w.value(member{Key: m.Key, Pos: item.Pos, Value: item}, of, below(pointer, strconv.Itoa(i)))
		if text, ok := w.relative(of, out[i]); ok {
			w.absolute = append(w.absolute, func() { out[i] = text })
		}
	}
	return out
}

// unknown refuses a key that the schema does not name.
func (w *walker) unknown(m member, p *place, top bool) {
	known, owner := p.keys(), "this mapping"
	if top {
		if kinds := w.elsewhere(m.Key); len(kinds) > 0 {
			w.Add(m.Pos, fmt.Sprintf("%q belongs to kind %s, not %s", m.Key, source.OneOf(kinds), w.req.Kind), "")
			return
		}
		known, owner = append(known, deploy.SectionKeys(w.req.Kind)...), "kind "+w.req.Kind
	}
	w.Add(m.Pos, fmt.Sprintf("%q is not a key of %s", m.Key, owner), source.DidYouMean(m.Key, known))
}

func (w *walker) elsewhere(key string) []string {
	if w.req.Elsewhere == nil {
		return nil
	}
	kinds := w.req.Elsewhere(key)
	if slices.Contains(kinds, w.req.Kind) {
		return nil // it is told of a kind that this adapter serves in part
	}
	return kinds
}

// secret reads the name of a variable. What does not look like one may be the
// secret itself, and is never quoted.
func (w *walker) secret(m member, pointer string) any {
	name := m.Value.Text()
	if m.Value.Shape() != source.Text || !deploy.VariableName.MatchString(name) {
		return w.refuse(m, pointer, "must be the name of an environment variable", "put the secret into a variable and its name here")
	}
	w.out.Secrets[pointer] = secret.Variable{Name: name, Pos: m.Pos}
	return name
}

// path reads a path.
func (w *walker) path(m member, pointer string) any {
	text := m.Value.Text()
	if m.Value.Shape() == source.Null || strings.TrimSpace(text) == "" {
		return w.refuse(m, pointer, "must be a path", "")
	}
	return text
}

// relative is what a relative path becomes, from the deployment file's folder.
func (w *walker) relative(p *place, v any) (string, bool) {
	text, ok := v.(string)
	if !ok || p == nil || p.mark != pathMark || filepath.IsAbs(text) {
		return "", false
	}
	return filepath.Join(w.req.Dir, text), true
}
