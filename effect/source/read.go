package source

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Limits of one file.
const (
	MaxBytes = 4 << 20
	MaxDepth = 64
	MaxNodes = 1 << 19 // keys and values, nested ones included
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// Read parses the one document in data; file names it in problems. A file
// whose name ends in .json is JSON (RFC 8259), any other is JSON where its
// text is, else YAML. The node is nil when the text could not be read at all;
// otherwise its reader goes on, and reports its own problems beside those
// returned here.
func Read(file string, data []byte) (*Node, Problems) {
	top := Position{File: file}
	refuse := func(line int, message, hint string) (*Node, Problems) {
		return nil, Problems{{Pos: Position{File: file, Line: line}, Message: message, Hint: hint}}
	}
	if len(data) > MaxBytes {
		return refuse(0, fmt.Sprintf("longer than %d bytes", MaxBytes), "split the file")
	}
	data = bytes.TrimPrefix(data, byteOrderMark)
	if !utf8.Valid(data) {
		return refuse(lineOfBadUTF8(data), "not UTF-8", "save the file as UTF-8")
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return refuse(0, "an empty file", "")
	}
	var node *Node
	var problems Problems
	if isJSON(file, data) {
		node, problems = readJSON(top, data)
	} else {
		node, problems = readYAML(top, data)
	}
	if node == nil {
		return nil, problems
	}
	var c checker
	c.report.Join(problems)
	c.node(node, 0)
	if c.giveUp {
		return nil, c.report.Problems()
	}
	return node, c.report.Problems()
}

func isJSON(file string, data []byte) bool { return namedJSON(file) || json.Valid(data) }

func namedJSON(file string) bool { return strings.EqualFold(filepath.Ext(file), ".json") }

// lineOfBadUTF8 is the line of the first byte that is not UTF-8.
func lineOfBadUTF8(data []byte) int {
	line := 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			break
		}
		if r == '\n' {
			line++
		}
		data = data[size:]
	}
	return line
}
