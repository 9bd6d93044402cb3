package node

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/effect"

	"gopkg.in/yaml.v3"
)

func parseYAML(file string, data []byte) (*Node, error) {
	docs, err := decode(data)
	if err != nil {
		return nil, Problems{syntax(file, data, err)}
	}
	c := &converter{file: file}
	if len(docs) == 0 {
		return nil, Problems{{Pos: c.at(1, 1, ""), Message: "the file is empty"}}
	}
	root := c.node(docs[0].Content[0], "", 0)
	if len(docs) > 1 {
		c.fail(docs[1], "", "a second document in the file", "keep one document in a file")
	}
	if err := c.problems.Err(); err != nil {
		return nil, err
	}
	return root, nil
}

// decode reads at most two documents.
func decode(data []byte) (docs []*yaml.Node, err error) {
	// The library panics on a few malformed texts.
	defer func() {
		if r := recover(); r != nil {
			docs, err = nil, errors.New("yaml: cannot be read as YAML")
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader(data))
	for len(docs) < 2 {
		var n yaml.Node
		switch err := d.Decode(&n); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return nil, err
		}
		docs = append(docs, &n)
	}
	return docs, nil
}

var (
	yamlLine    = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?`)
	yamlUnknown = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// syntax makes a problem of the library's error. It gives no column, and a
// line that is near the mistake.
func syntax(file string, data []byte, err error) Problem {
	text := err.Error()
	m := yamlLine.FindStringSubmatch(text)
	message := text[len(m[0]):]
	line, _ := strconv.Atoi(m[1])
	if alias := yamlUnknown.FindStringSubmatch(message); alias != nil {
		before, _, _ := strings.Cut(string(data), "*"+alias[1])
		return Problem{
			Pos:     effect.Position{File: file, Line: strings.Count(before, "\n") + 1, Column: 1},
			Message: "a YAML alias", Hint: "write the value out",
		}
	}
	line = max(1, min(line, bytes.Count(data, []byte("\n"))+1))
	return Problem{Pos: effect.Position{File: file, Line: line, Column: 1}, Message: "not YAML near this line: " + message}
}

// converter makes nodes of YAML nodes and notes what is refused.
type converter struct {
	file     string
	problems Problems
}

func (c *converter) at(line, column int, path string) effect.Position {
	return effect.Position{File: c.file, Line: line, Column: column, Path: path}
}

func (c *converter) fail(y *yaml.Node, path, message, hint string) {
	c.problems = append(c.problems, Problem{Pos: c.at(y.Line, y.Column, path), Field: path, Message: message, Hint: hint})
}

func (c *converter) node(y *yaml.Node, path string, depth int) *Node {
	n := &Node{Kind: Scalar, Pos: c.at(y.Line, y.Column, path)}
	if depth > MaxDepth {
		c.fail(y, "", fmt.Sprintf("nested deeper than %d levels", MaxDepth), "")
		return n
	}
	if y.Anchor != "" {
		c.fail(y, path, "a YAML anchor", "write the value out where it is used")
	}
	if y.Style&yaml.TaggedStyle != 0 {
		c.fail(y, path, "a YAML tag", "leave it out; quotes make a text")
	}
	switch y.Kind {
	case yaml.ScalarNode:
		n.Text, n.Quoted = y.Value, y.Style&^yaml.TaggedStyle != 0
	case yaml.SequenceNode:
		n.Kind = List
		for i, e := range y.Content {
			n.Items = append(n.Items, c.node(e, item(path, i), depth+1))
		}
	case yaml.MappingNode:
		n.Kind = Mapping
		c.entries(n, y, path, depth)
	default:
		c.fail(y, path, "a YAML alias", "write the value out")
	}
	return n
}

func (c *converter) entries(n *Node, y *yaml.Node, path string, depth int) {
	first := map[string]int{}
	for i := 0; i+1 < len(y.Content); i += 2 {
		k := y.Content[i]
		if k.Kind != yaml.ScalarNode {
			c.fail(k, path, "a key that is not plain text", "")
			continue
		}
		at := child(path, k.Value)
		if k.Tag == "!!merge" {
			c.fail(k, at, "a YAML merge key", "write the keys out")
			continue
		}
		c.node(k, at, depth) // a key may carry an anchor or a tag
		if line, twice := first[k.Value]; twice {
			c.fail(k, at, fmt.Sprintf("the key stands twice, first on line %d", line), "keep one of them")
			continue
		}
		first[k.Value] = k.Line
		n.Entries = append(n.Entries, Entry{Key: k.Value, Pos: c.at(k.Line, k.Column, at), Value: c.node(y.Content[i+1], at, depth+1)})
	}
}
