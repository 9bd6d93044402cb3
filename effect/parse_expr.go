package effect

import (
	"github.com/effectkit/effectkit/effect/source"
)

const (
	writeNull = `write {null: true} for null, or {literal: ""} for the empty text`
	oneForm   = "write one of {literal: …}, {param: name}, {null: true}"
)

// exprOf reads a contract value: a bare scalar, {literal: …}, {param: name} or
// {null: true}, exactly one.
func exprOf(r *source.Report, n *source.Node) Expr {
	e := Expr{Pos: n.Pos}
	switch n.Shape() {
	case source.Refused:
	case source.Null:
		r.Add(n.Pos, "is a bare null", writeNull)
	case source.List:
		r.Add(n.Pos, "must be a value, not a list", "write JSON that is wanted as {literal: '[…]'}")
	case source.Mapping:
		formOf(r, n, &e)
	default:
		e.Form, e.Text = LiteralForm, n.Text()
	}
	return e
}

func formOf(r *source.Report, n *source.Node, e *Expr) {
	members := r.Members(n, "a value", []string{"literal", "param", "null"})
	if written := len(n.Members()); written != len(members) {
		return // the unknown key was reported
	} else if written != 1 {
		message := "a value without a form"
		if written > 1 {
			message = "a value with several forms"
		}
		r.Add(n.Pos, message, oneForm)
		return
	}
	switch m := members[0]; m.Key {
	case "literal":
		literalOf(r, m.Value, e)
	case "param":
		if m.Value.Shape() == source.Text && m.Value.Text() == "" {
			r.Add(m.Value.Pos, "is empty", "name the parameter, such as {param: order_id}")
		} else if name, ok := r.Text(m.Value); ok {
			e.Form, e.Text = ParamForm, name
		}
	case "null":
		if yes, ok := r.Bool(m.Value); ok && yes {
			e.Form = NullForm
		} else if ok {
			r.Add(m.Value.Pos, "must be true", oneForm)
		}
	}
}

func literalOf(r *source.Report, n *source.Node, e *Expr) {
	switch shape := n.Shape(); shape {
	case source.Refused:
	case source.Null:
		r.Add(n.Pos, "is a bare null", writeNull)
	case source.List, source.Mapping:
		r.Add(n.Pos, "must be a text, a number or true or false, not "+shape.String(), "write JSON that is wanted as a text, in quotes")
	default:
		e.Form, e.Text = LiteralForm, n.Text()
	}
}

// selectorOf reads a mapping of fields to contract values; nil where n is no
// mapping.
func selectorOf(r *source.Report, n *source.Node) Selector {
	members := r.Members(n, "a selector", nil)
	if n.Shape() != source.Mapping {
		return nil
	}
	out := make(Selector, 0, len(members))
	for _, m := range members {
		out = append(out, Pair{Field: m.Key, Want: exprOf(r, m.Value)})
	}
	return out
}
