package document

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/antchfx/xmlquery"
	"github.com/antchfx/xpath"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// maxXMLDepth is how deeply elements may nest.
const maxXMLDepth = 512

// xmlParser reads XML 1.0 by XPath 1.0. Entities of a document type are never
// expanded.
type xmlParser struct {
	names []string
	paths []*xpath.Expr
}

func newXMLParser(paths map[string]string) (parser, error) {
	p := xmlParser{names: sortedKeys(paths)}
	for _, name := range p.names {
		e, err := xpath.Compile(paths[name])
		if err != nil {
			return nil, sdk.Misconfigured("%q in document_field_paths is not an XPath", name)
		}
		p.paths = append(p.paths, e)
	}
	return p, nil
}

func (p xmlParser) fields() []value.Field {
	var out []value.Field
	for _, n := range p.names {
		out = append(out, value.Field{Name: n, Kind: value.Text})
	}
	return out
}

func (p xmlParser) fixed() bool   { return false }
func (p xmlParser) rows() bool    { return false }
func (p xmlParser) decodes() bool { return true }

func (p xmlParser) parse(content []byte, visit func([]sdk.Field) error) error {
	if err := wellFormed(content); err != nil {
		return err
	}
	// Decoded already: the library would do so again by what the declaration says.
	if bytes.HasPrefix(content, []byte("<?xml")) {
		_, content, _ = bytes.Cut(content, []byte("?>"))
	}
	doc, err := xmlquery.Parse(bytes.NewReader(content))
	if err != nil {
		return errParse
	}
	row := make([]sdk.Field, 0, len(p.names))
	for i, name := range p.names {
		v, err := evaluated(p.paths[i], doc)
		if err != nil {
			return err
		}
		row = append(row, sdk.Field{Name: name, Value: v})
	}
	return visit(row)
}

// evaluated is [evaluate], where the library panics over an argument that the
// document gives a function: the sum of what is no number.
func evaluated(e *xpath.Expr, doc *xmlquery.Node) (v value.Value, err error) {
	defer func() {
		if recover() != nil {
			v, err = value.Value{}, errDoubt
		}
	}()
	return evaluate(e, doc)
}

// evaluate gives the one value that a path selects. Several nodes where one
// was asked are a doubt, not the first of them.
func evaluate(e *xpath.Expr, doc *xmlquery.Node) (value.Value, error) {
	switch r := e.Evaluate(xmlquery.CreateXPathNavigator(doc)).(type) {
	case *xpath.NodeIterator:
		if !r.MoveNext() {
			return value.Value{}, nil
		}
		text := r.Current().Value()
		if r.MoveNext() {
			return value.Value{}, errDoubt
		}
		return value.OfText(text), nil
	case string:
		return value.OfText(r), nil
	case bool:
		return value.OfBool(r), nil
	case float64:
		return value.OfFloat64(r), nil
	}
	return value.Value{}, errDoubt
}

// wellFormed checks structure and depth before a tree is built, and tells a
// document that stops early from one that is broken.
func wellFormed(content []byte) error {
	d := xml.NewDecoder(bytes.NewReader(content))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // decoded already
	depth, roots := 0, 0
	for {
		token, err := d.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			if depth > 0 || roots == 0 {
				return errCut
			}
			return nil
		case err != nil:
			var se *xml.SyntaxError
			if errors.As(err, &se) && strings.Contains(se.Msg, "unexpected EOF") {
				return errCut
			}
			return errParse
		}
		switch token.(type) {
		case xml.StartElement:
			if depth == 0 {
				roots++
			}
			if depth++; depth > maxXMLDepth || roots > 1 {
				return errParse
			}
		case xml.EndElement:
			depth--
		}
	}
}
