package node

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/effectkit/effectkit/effect"
)

func parseJSON(file string, data []byte) (*Node, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	r := &jsonReader{file: file, data: data, decoder: d, line: 1}
	var text json.RawMessage
	if err := json.Unmarshal(data, &text); err != nil {
		return nil, Problems{r.syntax(err)}
	}
	root := r.value("", 0)
	if r.fatal != nil {
		r.problems = append(r.problems, *r.fatal)
	}
	if err := r.problems.Err(); err != nil {
		return nil, err
	}
	return root, nil
}

// jsonReader makes nodes of JSON tokens and counts lines on the way.
type jsonReader struct {
	file     string
	data     []byte
	decoder  *json.Decoder
	problems Problems
	// fatal is a mistake after which nothing is read.
	fatal *Problem

	// start is where the last token begins; line and lineStart are its line's.
	start, line, lineStart int
}

// syntax makes a problem of the library's error, whose text quotes at most one
// character.
func (r *jsonReader) syntax(err error) Problem {
	var bad *json.SyntaxError
	message := "not JSON"
	if errors.As(err, &bad) {
		message += ": " + bad.Error()
		r.move(min(int(max(bad.Offset, 1))-1, len(r.data)))
	}
	return Problem{Pos: r.pos(""), Message: message}
}

// token reads one token, of text that is known to be JSON, and notes where it
// begins.
func (r *jsonReader) token() json.Token {
	from := int(r.decoder.InputOffset())
	for from < len(r.data) && bytes.IndexByte([]byte(" \t\r\n,:"), r.data[from]) >= 0 {
		from++
	}
	r.move(from)
	t, err := r.decoder.Token()
	if err != nil {
		r.stop(r.pos(""), "not JSON here")
	}
	return t
}

func (r *jsonReader) move(to int) {
	for i := r.start; i < to; i++ {
		if r.data[i] == '\n' || r.data[i] == '\r' && (i+1 == len(r.data) || r.data[i+1] != '\n') {
			r.line, r.lineStart = r.line+1, i+1
		}
	}
	r.start = to
}

func (r *jsonReader) pos(path string) effect.Position {
	column := utf8.RuneCount(r.data[r.lineStart:r.start]) + 1
	return effect.Position{File: r.file, Line: r.line, Column: column, Path: path}
}

func (r *jsonReader) stop(pos effect.Position, message string) {
	if r.fatal == nil {
		r.fatal = &Problem{Pos: pos, Field: pos.Path, Message: message}
	}
}

// value reads one value; a nil result means that reading stopped.
func (r *jsonReader) value(path string, depth int) *Node {
	t := r.token()
	n := &Node{Kind: Scalar, Pos: r.pos(path)}
	if r.fatal != nil {
		return nil
	}
	if depth > MaxDepth {
		n.Pos.Path = ""
		r.stop(n.Pos, fmt.Sprintf("nested deeper than %d levels", MaxDepth))
		return nil
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return r.list(n, path, depth)
		}
		return r.mapping(n, path, depth)
	case string:
		n.Text, n.Quoted = t, true
	case json.Number:
		n.Text = t.String()
	case bool:
		n.Text = fmt.Sprint(t)
	case nil:
		n.Text = "null"
	}
	return n
}

func (r *jsonReader) list(n *Node, path string, depth int) *Node {
	n.Kind = List
	for r.decoder.More() {
		v := r.value(item(path, len(n.Items)), depth+1)
		if v == nil {
			return nil
		}
		n.Items = append(n.Items, v)
	}
	r.token()
	return n
}

func (r *jsonReader) mapping(n *Node, path string, depth int) *Node {
	n.Kind = Mapping
	first := map[string]int{}
	for r.decoder.More() {
		key, _ := r.token().(string)
		pos := r.pos(child(path, key))
		v := r.value(pos.Path, depth+1)
		if v == nil {
			return nil
		}
		if line, twice := first[key]; twice {
			r.problems = append(r.problems, Problem{Pos: pos, Field: pos.Path, Message: fmt.Sprintf("the key stands twice, first on line %d", line), Hint: "keep one of them"})
			continue
		}
		first[key] = pos.Line
		n.Entries = append(n.Entries, Entry{Key: key, Pos: pos, Value: v})
	}
	r.token()
	return n
}
