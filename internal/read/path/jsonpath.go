package path

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/effectkit/effectkit/value"
	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"
)

// query is a JSONPath (RFC 9535) that may select several nodes.
type query struct {
	path    *jsonpath.Path
	prefix  steps           // the parts that select one node each
	rest    []*spec.Segment // those behind them, never empty
	filters bool
}

// longestExact is how many digits a number in a filter may have: JSONPath
// compares numbers as doubles, which tell whole numbers apart up to 2^53.
const longestExact = 15

func parseJSONPath(text string) (selector, string) {
	p, err := jsonpath.Parse(text)
	if err != nil {
		return nil, "not JSONPath (RFC 9535): " + strings.TrimPrefix(err.Error(), "jsonpath: ")
	}
	q := &query{path: p}
	for i, seg := range p.Query().Segments() {
		st, ok := singular(seg)
		if !ok {
			q.rest = p.Query().Segments()[i:]
			break
		}
		q.prefix = append(q.prefix, st)
	}
	if q.rest == nil {
		return q.prefix, ""
	}
	for _, seg := range q.rest {
		for _, sel := range seg.Selectors() {
			if _, is := sel.(*spec.FilterSelector); is {
				q.filters = true
			}
		}
	}
	if q.filters && digitRun(text) > longestExact {
		return nil, "a filter compares numbers of at most 15 digits exactly; compare longer ones as text, or by the contract"
	}
	return q, ""
}

func singular(seg *spec.Segment) (step, bool) {
	if seg.IsDescendant() || len(seg.Selectors()) != 1 {
		return step{}, false
	}
	switch sel := seg.Selectors()[0].(type) {
	case spec.Name:
		return step{name: string(sel), byName: true}, true
	case spec.Index:
		return step{index: int(sel), byIndex: true}, true
	}
	return step{}, false
}

// digitRun is the length of the longest run of digits outside quotes.
func digitRun(text string) int {
	longest, run := 0, 0
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == '\\':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && (c >= '0' && c <= '9' || c == '.'):
			run++
			longest = max(longest, run)
			continue
		}
		run = 0
	}
	return longest
}

func (q *query) single() bool { return false }

// listProblem allows one part that selects several, the last: only then is an
// empty selection the same as an empty list.
func (q *query) listProblem() string {
	if len(q.rest) != 1 || q.rest[0].IsDescendant() || len(q.rest[0].Selectors()) != 1 {
		return "only its last part may select several values, or a wrong name would look like an empty list"
	}
	if _, is := q.rest[0].Selectors()[0].(spec.SliceSelector); is {
		return "a slice hides records; narrow the request instead"
	}
	return ""
}

func (q *query) rows(root value.Node) (rows []value.Node, ok bool, doubt string) {
	below, found, doubt := q.prefix.walk(root)
	if doubt != "" || !found || !below.IsArray() {
		return nil, false, doubt
	}
	rows, doubt = q.find(root)
	return rows, doubt == "", doubt
}

var errInexact = errors.New("inexact")

func (q *query) find(root value.Node) ([]value.Node, string) {
	tree, err := toTree(root, q.filters)
	if err != nil {
		return nil, "the answer holds a number that a filter cannot compare exactly"
	}
	var nodes []value.Node
	for _, located := range q.path.SelectLocated(tree) {
		n, ok := locate(root, located.Path)
		if !ok {
			return nil, "the path does not lead back into the answer"
		}
		nodes = append(nodes, n)
	}
	return nodes, ""
}

func locate(n value.Node, at spec.NormalizedPath) (value.Node, bool) {
	ok := true
	for _, s := range at {
		switch s := s.(type) {
		case spec.Name:
			n, ok = n.Member(string(s))
		case spec.Index:
			n, ok = n.Element(int(s))
		}
		if !ok {
			return n, false
		}
	}
	return n, true
}

// toTree makes of a node what package jsonpath walks. With exact, a number
// that is not the same as a double is errInexact.
func toTree(n value.Node, exact bool) (any, error) {
	switch {
	case n.IsObject():
		object := map[string]any{}
		var err error
		n.Members(func(name string, m value.Node) bool {
			object[name], err = toTree(m, exact)
			return err == nil
		})
		return object, err
	case n.IsArray():
		array := []any{}
		var err error
		n.Elements(func(e value.Node) bool {
			var item any
			item, err = toTree(e, exact)
			array = append(array, item)
			return err == nil
		})
		return array, err
	}
	v := n.Value()
	switch v.Kind() {
	case value.Null:
		return nil, nil
	case value.Bool:
		return v.Bool(), nil
	case value.Int, value.Decimal:
		number := json.Number(v.Text())
		if exact {
			f, err := number.Float64()
			if err != nil || !value.Same(value.OfFloat64(f), v) {
				return nil, errInexact
			}
		}
		return number, nil
	}
	return v.Text(), nil
}
