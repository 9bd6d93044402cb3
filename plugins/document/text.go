package document

import (
	"strings"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// textParser reads plain text by a pattern with named groups.
type textParser struct{ *matcher }

func (p textParser) fields() []value.Field { return p.groupFields() }
func (p textParser) fixed() bool           { return true }
func (p textParser) rows() bool            { return false }
func (p textParser) decodes() bool         { return true }

func (p textParser) parse(content []byte, visit func([]sdk.Field) error) error {
	row, err := p.match(string(content))
	if err != nil {
		return err
	}
	return visit(row)
}

func (m *matcher) groupFields() []value.Field {
	var out []value.Field
	for _, f := range m.fields {
		out = append(out, value.Field{Name: f, Kind: value.Text})
	}
	return out
}

// match gives the groups of every match, which must all say the same. A text
// that the pattern does not fit is no such document: errParse.
func (m *matcher) match(text string) ([]sdk.Field, error) {
	pattern := m.pattern
	if m.ignoreSpace {
		pattern, text = m.unspaced, strings.Map(dropSpace, text)
	}
	all := pattern.FindAllStringSubmatchIndex(text, -1)
	if len(all) == 0 {
		if !m.ignoreSpace && m.unspaced != nil && m.unspaced.MatchString(strings.Map(dropSpace, text)) {
			return nil, errSpaced
		}
		return nil, errParse
	}
	row := make([]sdk.Field, 0, len(m.fields))
	for _, name := range m.fields {
		group := pattern.SubexpIndex(name)
		v := groupValue(text, all[0], group)
		for _, other := range all[1:] {
			if !value.Same(v, groupValue(text, other, group)) {
				return nil, errDoubt
			}
		}
		row = append(row, sdk.Field{Name: name, Value: v})
	}
	return row, nil
}

// groupValue is the text of a group; Missing where it took no part.
func groupValue(text string, match []int, group int) value.Value {
	if from := match[2*group]; from >= 0 {
		return value.OfText(text[from:match[2*group+1]])
	}
	return value.Value{}
}
