package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/effectkit/effectkit/value"
)

// readJSON parses one JSON text into the nodes that YAML would give.
func readJSON(top Position, data []byte) (*Node, Problems) {
	if err := json.Unmarshal(data, new(json.RawMessage)); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			place := places{data: data, line: 1, column: 1}
			place.moveTo(int(syntax.Offset) - 1)
			top.Line, top.Column = place.line, place.column
		}
		hint := ""
		if text := bytes.TrimSpace(data); text[0] != '{' && text[0] != '[' {
			hint = "give a file of YAML a name that ends in .yaml"
		}
		return nil, Problems{{Pos: top, Message: "not JSON: " + jsonCause(err), Hint: hint}}
	}
	r := jsonReader{
		decoder: json.NewDecoder(bytes.NewReader(data)),
		places:  places{data: data, line: 1, column: 1},
		top:     top,
	}
	r.decoder.UseNumber()
	root := r.value()
	return &Node{YAML: root, Pos: at(top, root)}, r.problems
}

// jsonCause is the library's message without the character it quotes, which
// may be a part of a value.
func jsonCause(err error) string {
	text := err.Error()
	if strings.Contains(text, "max depth") {
		return "nested too deeply"
	}
	if _, after, ok := strings.Cut(text, "invalid character "); ok {
		if i := strings.LastIndex(after, "' "); i >= 0 {
			return "an unexpected character " + after[i+2:]
		}
	}
	return text
}

// jsonReader walks text that is known to be JSON, for places and written text.
type jsonReader struct {
	decoder  *json.Decoder
	places   places
	top      Position
	problems Problems
}

// value reads the next value. The library's own cap on depth has been passed.
func (r *jsonReader) value() *yaml.Node {
	from := r.next()
	token, _ := r.decoder.Token() // no error: the text is valid
	node := &yaml.Node{Line: r.places.line, Column: r.places.column}
	switch token := token.(type) {
	case json.Delim:
		node.Kind, node.Tag = yaml.MappingNode, "!!map"
		if token == '[' {
			node.Kind, node.Tag = yaml.SequenceNode, "!!seq"
		}
		for r.decoder.More() {
			node.Content = append(node.Content, r.value())
		}
		_, _ = r.decoder.Token() // the closing bracket
		return node
	case string:
		node.Style, node.Tag, node.Value = yaml.DoubleQuotedStyle, "!!str", token
		r.wholeText(node, from)
	case json.Number:
		node.Tag, node.Value = "!!float", token.String()
	case bool:
		node.Tag, node.Value = "!!bool", fmt.Sprint(token)
	default:
		node.Tag, node.Value = "!!null", "null"
	}
	node.Kind = yaml.ScalarNode
	return node
}

// wholeText refuses half of a surrogate pair, which the library would replace
// by U+FFFD in silence.
func (r *jsonReader) wholeText(node *yaml.Node, from int) {
	if !strings.ContainsRune(node.Value, utf8.RuneError) {
		return
	}
	if _, err := value.ParseJSON(r.places.data[from:r.decoder.InputOffset()]); err != nil {
		r.problems = append(r.problems, Problem{Pos: at(r.top, node), Message: "half a surrogate pair in a text"})
	}
}

// next moves the place to where the next token starts and gives its offset.
func (r *jsonReader) next() int {
	i := int(r.decoder.InputOffset())
	for i < len(r.places.data) && strings.IndexByte(" \t\r\n,:", r.places.data[i]) >= 0 {
		i++
	}
	r.places.moveTo(i)
	return i
}

// places turns rising offsets into lines and columns.
type places struct {
	data         []byte
	at           int
	line, column int
}

func (p *places) moveTo(offset int) {
	for p.at < min(offset, len(p.data)) {
		r, size := utf8.DecodeRune(p.data[p.at:])
		p.at += size
		p.column++
		if r == '\n' {
			p.line, p.column = p.line+1, 1
		}
	}
}
