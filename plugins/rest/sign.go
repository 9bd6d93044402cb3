package rest

import (
	"maps"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// sign is a value at a path of the answer that means something.
type sign struct {
	path *path.Path
	want value.Literal
}

func parseSigns(property string, texts map[string]sdk.Expr) ([]sign, error) {
	var signs []sign
	for _, at := range sortedKeys(texts) {
		p, err := parsePath(property, at)
		if err != nil {
			return nil, err
		}
		signs = append(signs, sign{path: p, want: value.NewLiteral(texts[at].Text)})
	}
	return signs, nil
}

// seen tells whether an answer bears the sign; a path in doubt counts as one,
// but a bare list has no room for signs.
func (s *sign) seen(root value.Node) bool {
	if !root.IsObject() {
		return false
	}
	v, err := s.path.Value(root)
	return err != nil || s.want.Equal(v)
}

// errorIn says which sign of an error an answer bears, by its name alone; ""
// when none. Many systems report failure with the status 200.
func (p *plan) errorIn(root value.Node) string {
	for i := range p.error {
		if p.error[i].seen(root) {
			return p.error[i].path.String()
		}
	}
	found := ""
	root.Members(func(name string, m value.Node) bool {
		if isError(plain(name), m) {
			found = name
		}
		return found == ""
	})
	return found
}

func isError(name string, m value.Node) bool {
	v := m.Value()
	switch name {
	case "error", "errors", "exception", "exc", "exctype", "fault", "errormessage", "errorcode":
		return !isEmpty(m)
	case "status", "statuscode":
		if i, ok := v.Int64(); ok {
			return i >= 400 && i < 600
		}
		switch strings.ToLower(v.Text()) {
		case "error", "fail", "failed", "failure":
			return v.Kind() == value.Text
		}
	case "success", "ok":
		return v.Kind() == value.Bool && !v.Bool()
	}
	return false
}

// isEmpty tells whether a value says nothing: null, false, 0, "", [] or {}.
func isEmpty(n value.Node) bool {
	v := n.Value()
	switch v.Kind() {
	case value.Null, value.Missing:
		return true
	case value.Bool:
		return !v.Bool()
	case value.Int:
		i, ok := v.Int64()
		return ok && i == 0
	case value.Text:
		return v.Text() == ""
	}
	if n.IsObject() {
		empty := true
		n.Members(func(string, value.Node) bool { empty = false; return false })
		return empty
	}
	return n.IsArray() && n.Len() == 0
}

// partIn says which sign an answer bears that it is a part of what was asked
// for; "" when none.
func (p *plan) partIn(root value.Node) string {
	for i := range p.incomplete {
		if p.incomplete[i].seen(root) {
			return p.incomplete[i].path.String()
		}
	}
	found := ""
	root.Members(func(name string, m value.Node) bool {
		switch plain(name) {
		case "timedout", "incompleteresults", "incomplete", "partial", "ispartial", "partialresults", "terminatedearly":
			if v := m.Value(); v.Kind() == value.Bool && v.Bool() {
				found = name
			}
		case "shards":
			if failed, ok := m.Member("failed"); ok && !isEmpty(failed) {
				found = name + ".failed"
			}
		case "hits":
			if total, ok := m.Member("total"); ok {
				if relation, ok := total.Member("relation"); ok && relation.Value().Text() != "eq" {
					found = name + ".total.relation"
				}
			}
		}
		return found == ""
	})
	return found
}

// plain is a name without case, underscores, hyphens, dots and @.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', '.', '@':
			return -1
		}
		return r
	}, strings.ToLower(name))
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
