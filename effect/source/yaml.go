package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// readYAML parses one YAML document into nodes and nothing more: decoding
// would turn 0012 into 10.
func readYAML(top Position, data []byte) (node *Node, problems Problems) {
	defer func() {
		// The library panics on a few malformed files; a file is never worth a
		// crash.
		if recover() != nil {
			node, problems = nil, Problems{{Pos: top, Message: "not YAML that can be read"}}
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	var doc, second yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, Problems{{Pos: top, Message: "an empty file"}}
	case err != nil:
		return nil, Problems{yamlProblem(top, data, err)}
	}
	switch err := decoder.Decode(&second); {
	case errors.Is(err, io.EOF):
	case err != nil:
		problems = append(problems, yamlProblem(top, data, err))
	default:
		problems = append(problems, Problem{
			Pos:     at(top, &second),
			Message: "a second document",
			Hint:    "a file holds one; take the --- and what follows it out",
		})
	}
	root := doc.Content[0]
	if root.Tag == "!!null" && root.Value == "" {
		return nil, Problems{{Pos: top, Message: "an empty file"}}
	}
	return &Node{YAML: root, Pos: at(top, root)}, problems
}

// yamlProblem makes a problem of the library's error, which has a line only.
func yamlProblem(top Position, data []byte, err error) Problem {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 0
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			line, _ = strconv.Atoi(number)
			text = message
		}
	}
	if fromZero(text) {
		line++
	}
	// A file that ends too soon ends on its last line, not after it.
	last := 1 + bytes.Count(bytes.TrimRight(data, " \t\r\n"), []byte("\n"))
	top.Line = min(max(line, 1), last)
	if name, ok := strings.CutPrefix(text, "unknown anchor '"); ok { // its own text quotes the file, and has no line
		name, _, _ = strings.Cut(name, "'")
		before, _, _ := bytes.Cut(data, []byte("*"+name))
		top.Line = 1 + bytes.Count(before, []byte("\n"))
		return Problem{Pos: top, Message: "an alias (*name) of nothing", Hint: "put a text that starts with * in quotes"}
	}
	return Problem{Pos: top, Message: fmt.Sprintf("not YAML: %s", text), Hint: hintFor(text)}
}

// fromZero tells whether the library counted the lines of this message from
// zero: its parser does, its scanner does not.
func fromZero(text string) bool {
	what, ok := strings.CutPrefix(text, "did not find expected ")
	if !ok {
		return false
	}
	switch what {
	case "key", "'-' indicator", "',' or '}'", "',' or ']'", "node content", "<document start>":
		return true
	}
	return false
}

func hintFor(text string) string {
	switch {
	case strings.Contains(text, "cannot start any token"):
		return "indent with spaces; put a text that starts with a special character in quotes"
	case strings.Contains(text, "mapping values are not allowed"):
		return "put a text that contains \": \" in quotes"
	case strings.Contains(text, "end of stream"):
		return "close the quote"
	}
	return ""
}
