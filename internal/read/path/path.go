package path

import (
	"strings"

	"github.com/effectkit/effectkit/value"
)

// Path is a parsed path. It is immutable and safe for concurrent use.
type Path struct {
	text string
	sel  selector
}

// selector finds nodes below a root.
type selector interface {
	// find gives the nodes that the path selects, in the order of the answer.
	find(root value.Node) ([]value.Node, string)
	// single tells whether no answer gives more than one node.
	single() bool
}

// Parse reads a path: JSONPath when it starts with "$", a JSON Pointer when it
// starts with "/", the whole answer when it is empty, else dotted names. The
// error is a [*SyntaxError].
func Parse(text string) (*Path, error) {
	var sel selector
	var problem string
	switch {
	case text == "":
		sel = steps(nil)
	case text[0] == '$':
		sel, problem = parseJSONPath(text)
	case text[0] == '/':
		sel, problem = parsePointer(text)
	default:
		sel, problem = parseDotted(text)
	}
	if problem != "" {
		return nil, &SyntaxError{Path: text, Problem: problem}
	}
	return &Path{text: text, sel: sel}, nil
}

// String is the path as it was written.
func (p *Path) String() string { return p.text }

// One gives the one node that the path selects; ok is false where there is
// none. The error is a [*DoubtError], for several nodes too.
func (p *Path) One(root value.Node) (node value.Node, ok bool, err error) {
	nodes, doubt := p.sel.find(root)
	if len(nodes) > 1 {
		doubt = "several values where one was asked; narrow the path"
	}
	if doubt != "" {
		return value.Node{}, false, &DoubtError{Path: p.text, Problem: doubt}
	}
	if len(nodes) == 0 {
		return value.Node{}, false, nil
	}
	return nodes[0], true, nil
}

// Value gives the one value that the path selects; Missing where there is
// none. The error is a [*DoubtError].
func (p *Path) Value(root value.Node) (value.Value, error) {
	n, ok, err := p.One(root)
	if !ok {
		return value.Value{}, err
	}
	return n.Value(), nil
}

// Rows gives the elements of the list that the path selects, or, for a
// JSONPath whose last part selects several nodes, those nodes. ok is false
// where no list is there: an empty list and none at all are not the same. The
// error is a [*DoubtError].
func (p *Path) Rows(root value.Node) (rows []value.Node, ok bool, err error) {
	if q, many := p.sel.(*query); many {
		rows, ok, doubt := q.rows(root)
		if doubt != "" {
			err = &DoubtError{Path: p.text, Problem: doubt}
		}
		return rows, ok, err
	}
	list, found, err := p.One(root)
	if err != nil || !found || !list.IsArray() {
		return nil, false, err
	}
	rows = make([]value.Node, 0, 16)
	list.Elements(func(e value.Node) bool {
		rows = append(rows, e)
		return true
	})
	return rows, true, nil
}

// ListProblem says why a path cannot name a list of records; "" when it can.
// Only its last part may select several nodes: else a misspelt name would look
// like an empty list.
func (p *Path) ListProblem() string {
	if q, many := p.sel.(*query); many {
		return q.listProblem()
	}
	return ""
}

// quoteName shows a name in a message.
func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"` }
