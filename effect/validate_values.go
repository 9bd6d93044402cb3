package effect

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

const (
	noSet   = `a change without a "set"`
	nameSet = "name at least one field and its new value"
)

// itemKey is the place of an item of one of an effect's lists.
func itemKey(key string, i int) string { return key + "[" + strconv.Itoa(i) + "]" }

// item is where an item of a list stands.
func (v *validator) item(key string, i int) Position {
	if at, ok := v.e.places[itemKey(key, i)]; ok {
		return at.value
	}
	return v.at(key).Index(i)
}

// values notes what is wrong with the contract values.
func (v *validator) values() {
	e := v.e
	if e.Kind == FieldEquals {
		if e.Field == "" {
			v.missing(keyField, "name the field that is read back")
		}
		if e.Value == nil {
			v.missing(keyValue, "write what the field must equal")
		}
	}
	if e.Value != nil {
		v.expr(v.at(keyValue), *e.Value)
	}
	if e.IdempotencyKey != nil {
		v.expr(v.at(keyIdempotencyKey), *e.IdempotencyKey)
	}
	v.selector(v.at(keyMatch), e.Match)
	v.members(keyNewRecords, e.NewRecords)
	v.members(keyAdded, e.Added)
	v.members(keyRemoved, e.Removed)
	for i, c := range e.Changed {
		v.change(v.item(keyChanged, i), c)
	}
}

func (v *validator) members(key string, list []Selector) {
	for i, s := range list {
		pos := v.item(key, i)
		// A parser gives nil for what is no mapping, and has said so.
		if len(s) == 0 && !(v.parsed() && s == nil) {
			v.report.Add(pos, "an empty member", "name at least one field")
		}
		v.selector(pos, s)
	}
}

func (v *validator) change(pos Position, c Change) {
	if len(c.Set) == 0 && !v.parsed() {
		v.report.Add(pos, noSet, nameSet)
	}
	v.selector(pos.Key("match"), c.Match)
	v.selector(pos.Key("set"), c.Set)
	for _, p := range c.Set {
		if slices.Contains(v.e.IgnoreFields, p.Field) {
			v.report.Add(pairAt(pos.Key("set"), p), fmt.Sprintf("%q is set and is in ignore_fields too", p.Field),
				"an ignored field is not compared; take it out of one of the two")
		}
	}
}

func (v *validator) selector(pos Position, s Selector) {
	seen := make(map[string]bool, len(s))
	for _, p := range s {
		at := pairAt(pos, p)
		switch {
		case p.Field == "":
			v.report.Add(at, "a field without a name", "")
		case !utf8.ValidString(p.Field):
			v.report.Add(at, "a field's name that is not UTF-8", "")
		case seen[p.Field]:
			v.report.Add(at, fmt.Sprintf("%q twice in one selector", p.Field), "keep one of them")
		}
		seen[p.Field] = true
		v.expr(at, p.Want)
	}
}

// expr notes an expression made in code that no parser would give.
func (v *validator) expr(pos Position, e Expr) {
	switch {
	case v.parsed():
	case e.Form != LiteralForm && e.Form != ParamForm && e.Form != NullForm:
		v.report.Add(pos, "a value without a form", oneForm)
	case e.Form == ParamForm && e.Text == "":
		v.report.Add(pos, "a parameter without a name", "")
	case !utf8.ValidString(e.Text):
		v.report.Add(pos, "a text that is not UTF-8", "")
	}
}

func pairAt(pos Position, p Pair) Position {
	if p.Want.Pos.Line > 0 {
		return p.Want.Pos
	}
	return pos.Key(p.Field)
}
