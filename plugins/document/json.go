package document

import (
	"bytes"
	"errors"
	"slices"

	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// maxParts is how many values and names one JSON document may hold.
const maxParts = 4 << 20

// mapped is one field and where to find it.
type mapped struct {
	name string
	path *path.Path
}

// jsonParser reads JSON (RFC 8259), one document or one a line.
type jsonParser struct {
	mapped []mapped // nil for every top-level name
	lines  bool
}

func newJSONParser(paths map[string]string, lines bool) (parser, error) {
	p := jsonParser{lines: lines}
	for _, name := range sortedKeys(paths) {
		parsed, err := path.Parse(paths[name])
		if err != nil {
			return nil, sdk.Misconfigured("%q in document_field_paths: %v", name, err)
		}
		p.mapped = append(p.mapped, mapped{name: name, path: parsed})
	}
	return p, nil
}

func (p jsonParser) fields() []value.Field {
	var out []value.Field
	for _, m := range p.mapped {
		out = append(out, value.Field{Name: m.name})
	}
	return out
}

func (p jsonParser) fixed() bool   { return false }
func (p jsonParser) rows() bool    { return p.lines }
func (p jsonParser) decodes() bool { return true }

func (p jsonParser) parse(content []byte, visit func([]sdk.Field) error) error {
	if !p.lines {
		return p.one(content, visit)
	}
	for len(content) > 0 {
		line, rest, ended := bytes.Cut(content, []byte("\n"))
		content = rest
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		err := p.one(line, visit)
		if errors.Is(err, errParse) && !ended {
			return errCut
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p jsonParser) one(text []byte, visit func([]sdk.Field) error) error {
	doc, err := value.ParseDocument(text, maxParts)
	if err != nil {
		return errParse
	}
	root := doc.Root()
	if p.mapped == nil {
		return p.all(root, visit)
	}
	row := make([]sdk.Field, 0, len(p.mapped))
	for _, m := range p.mapped {
		v, err := m.path.Value(root)
		if err != nil {
			return errDoubt
		}
		row = append(row, sdk.Field{Name: m.name, Value: v})
	}
	return visit(row)
}

// all gives every top-level name of an object.
func (p jsonParser) all(root value.Node, visit func([]sdk.Field) error) error {
	if !root.IsObject() {
		return errParse
	}
	var row []sdk.Field
	var err error
	root.Members(func(name string, n value.Node) bool {
		if name == "" || slices.Contains(reserved, name) {
			err = overwrites(name)
			return false
		}
		row = append(row, sdk.Field{Name: name, Value: n.Value()})
		return true
	})
	if err != nil {
		return err
	}
	return visit(row)
}

// overwrites refuses content that would pass for the adapter's own fields.
func overwrites(name string) error {
	return sdk.Misconfigured("a document has a field %q, which is the adapter's own; map it with document_field_paths, such as doc_%s", name, name)
}
