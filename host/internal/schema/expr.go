package schema

import (
	"fmt"
	"strings"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
)

const exprForms = "write a value, {literal: …}, {param: name} or {null: true}"

// expr reads an expression: a bare scalar, {literal: …}, {param: name} or
// {null: true}. Beside the last three may stand as, the type that the adapter
// is asked to bind as.
func (w *walker) expr(m member, pointer string) any {
	switch m.Value.Shape() {
	case source.Mapping:
		return w.form(m, pointer)
	case source.List:
		return w.refuse(m, pointer, "must be one value, not a list", exprForms)
	case source.Null:
		return w.refuse(m, pointer, "has no value", exprForms)
	}
	text := m.Value.Text()
	w.out.Exprs[pointer] = effect.Expr{Form: effect.LiteralForm, Text: text, Pos: m.Pos}
	return text
}

var exprKeys = []string{"literal", "param", "null", "as"}

// form reads an expression that is a mapping.
func (w *walker) form(m member, pointer string) any {
	out := map[string]any{}
	e, forms, mistakes := effect.Expr{Pos: m.Pos}, 0, w.Len()
	for _, inner := range w.Members(&source.Node{YAML: m.Value.YAML, Pos: m.Pos}, "an expression", exprKeys) {
		w.places[below(pointer, inner.Key)] = inner
		v, text := w.part(inner)
		out[inner.Key] = v
		switch inner.Key {
		case "as":
			continue
		case "literal":
			e.Form, e.Text = effect.LiteralForm, text
		case "param":
			e.Form, e.Text = effect.ParamForm, text
		case "null":
			e.Form = effect.NullForm
		}
		forms++
	}
	switch {
	case w.Len() > mistakes:
		w.bad[pointer] = true
	case forms != 1:
		return w.refuse(m, pointer, "must be exactly one of literal, param and null", exprForms)
	default:
		w.out.Exprs[pointer] = e
	}
	return out
}

// part reads one key of an expression.
func (w *walker) part(m member) (v any, text string) {
	shape, text := m.Value.Shape(), m.Value.Text()
	switch {
	case m.Key == "null":
		if shape != source.Bool || !m.Value.Bool() {
			w.Add(m.Pos, "must be true", exprForms)
		}
		return true, ""
	case shape == source.Mapping || shape == source.List || shape == source.Null:
		w.Add(m.Pos, fmt.Sprintf("must be one value, not %s", shape), exprForms)
	case m.Key != "literal" && strings.TrimSpace(text) == "":
		w.Add(m.Pos, "is blank", "")
	}
	return text, text
}
