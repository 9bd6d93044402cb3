package path

import (
	"strings"

	"github.com/effectkit/effectkit/value"
)

// fhirPath is the part of FHIRPath that names an element of a resource: names,
// [n], where(x='y') and first(). Names go through lists, as in FHIRPath.
type fhirPath []fhirStep

type fhirStep struct {
	name  string // "" where the step only selects among what is there
	where *fhirWhere
	index int // among what is there; -1 for all
}

type fhirWhere struct {
	path  fhirPath
	text  string
	quote bool // a string, else true, false or a number
}

// ParseFHIR reads a path over a FHIR resource, such as
// identifier.where(system='urn:x').value or name[0].family. The error is a
// [*SyntaxError].
func ParseFHIR(text string) (*Path, error) {
	p := fhirParser{text: text}
	steps := p.path(false)
	if p.problem == "" && p.at != len(text) {
		p.fail("unexpected " + quoteName(text[p.at:]))
	}
	if p.problem != "" {
		return nil, &SyntaxError{Path: text, Problem: p.problem}
	}
	return &Path{text: text, sel: steps}, nil
}

// LastName is the last name of a dotted or FHIR path; "" for others.
func (p *Path) LastName() string {
	switch sel := p.sel.(type) {
	case fhirPath:
		for i := len(sel) - 1; i >= 0; i-- {
			if sel[i].name != "" {
				return sel[i].name
			}
		}
	case dotted:
		return sel.names[len(sel.names)-1]
	}
	return ""
}

// FirstName is the first element that a FHIR path names, its resource type
// left out; "" for other paths.
func (p *Path) FirstName() string {
	sel, ok := p.sel.(fhirPath)
	for i := 0; ok && i < len(sel); i++ {
		if name := sel[i].name; name != "" && !isTypeName(name) {
			return name
		}
	}
	return ""
}

func (s fhirPath) single() bool { return false }

func (s fhirPath) find(root value.Node) ([]value.Node, string) {
	nodes := []value.Node{root}
	for i, st := range s {
		if i == 0 && isTypeName(st.name) {
			if t, ok := root.Member("resourceType"); !ok || t.Value().Text() != st.name {
				return nil, ""
			}
			continue
		}
		nodes = st.apply(nodes)
	}
	return nodes, ""
}

func (st fhirStep) apply(nodes []value.Node) []value.Node {
	out := nodes
	if st.name != "" {
		out = nil
		for _, n := range nodes {
			if m, ok := n.Member(st.name); ok {
				out = appendFlat(out, m)
			}
		}
	}
	if st.where != nil {
		var kept []value.Node
		for _, n := range out {
			if st.where.holds(n) {
				kept = append(kept, n)
			}
		}
		out = kept
	}
	switch {
	case st.index < 0:
		return out
	case st.index >= len(out):
		return nil
	}
	return out[st.index : st.index+1]
}

// appendFlat appends a node, or a list's elements. A null in a list holds the
// place of an element without a value (JSON representation of FHIR).
func appendFlat(nodes []value.Node, n value.Node) []value.Node {
	if !n.IsArray() {
		return append(nodes, n)
	}
	n.Elements(func(e value.Node) bool {
		nodes = appendFlat(nodes, e)
		return true
	})
	return nodes
}

func (w *fhirWhere) holds(n value.Node) bool {
	found, _ := w.path.find(n)
	if len(found) != 1 {
		return false // FHIRPath's = over several items is never true here
	}
	v := found[0].Value()
	if w.quote {
		return v.Kind() == value.Text && v.Text() == w.text
	}
	literal := value.NewLiteral(w.text)
	return v.Kind() != value.Text && literal.Equal(v)
}

func isTypeName(name string) bool { return name != "" && name[0] >= 'A' && name[0] <= 'Z' }

// fhirParser is a reader of one path by recursive descent.
type fhirParser struct {
	text    string
	at      int
	problem string
}

func (p *fhirParser) fail(problem string) {
	if p.problem == "" {
		p.problem = problem
	}
}

func (p *fhirParser) take(s string) bool {
	if strings.HasPrefix(p.text[p.at:], s) {
		p.at += len(s)
		return true
	}
	return false
}

func (p *fhirParser) while(ok func(c byte) bool) string {
	from := p.at
	for p.at < len(p.text) && ok(p.text[p.at]) {
		p.at++
	}
	return p.text[from:p.at]
}

func (p *fhirParser) path(inWhere bool) fhirPath {
	var s fhirPath
	for p.problem == "" {
		p.step(&s, inWhere)
		if !p.take(".") {
			break
		}
	}
	return s
}

func (p *fhirParser) step(s *fhirPath, inWhere bool) {
	name := p.while(isNameByte)
	switch {
	case name == "" || (name[0] >= '0' && name[0] <= '9'):
		p.fail("a name was expected")
	case !p.take("("):
		*s = append(*s, fhirStep{name: name, index: -1})
	case len(*s) == 0 || inWhere:
		p.fail("a function stands behind a name, and not inside where()")
	case name == "first":
		if !p.take(")") {
			p.fail("first() takes nothing")
		}
		*s = append(*s, fhirStep{index: 0})
	case name == "where":
		*s = append(*s, fhirStep{where: p.where(), index: -1})
	default:
		p.fail("the function " + quoteName(name) + " is not one of where() and first()")
	}
	if p.take("[") {
		p.index(s)
	}
}

func (p *fhirParser) index(s *fhirPath) {
	n := 0
	digits := p.while(func(c byte) bool { return c >= '0' && c <= '9' })
	for _, d := range digits {
		n = n*10 + int(d-'0')
	}
	if digits == "" || len(digits) > 6 || !p.take("]") {
		p.fail("[n] takes a number from 0")
		return
	}
	*s = append(*s, fhirStep{index: n})
}

func (p *fhirParser) where() *fhirWhere {
	w := &fhirWhere{path: p.path(true)}
	p.while(isBlank)
	if !p.take("=") {
		p.fail("where() takes a name, = and a text in single quotes")
		return w
	}
	p.while(isBlank)
	if p.take("'") {
		w.quote = true
		w.text = p.quoted()
	} else if w.text = p.while(isLiteralByte); w.text == "" {
		p.fail("where() takes a name, = and a text in single quotes")
	}
	p.while(isBlank)
	if !p.take(")") {
		p.fail("where() is not closed")
	}
	return w
}

func (p *fhirParser) quoted() string {
	var b strings.Builder
	for p.at < len(p.text) {
		c := p.text[p.at]
		p.at++
		switch {
		case c == '\'':
			return b.String()
		case c == '\\' && p.at < len(p.text) && strings.IndexByte(`'"\/`, p.text[p.at]) >= 0:
			c = p.text[p.at]
			p.at++
		case c == '\\':
			p.fail("an unknown escape in a text")
		}
		b.WriteByte(c)
	}
	p.fail("a text is not closed")
	return ""
}

func isNameByte(c byte) bool {
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isLiteralByte(c byte) bool { return isNameByte(c) || c == '.' || c == '-' || c == '+' }
