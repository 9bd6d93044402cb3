package node

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/effectkit/effectkit/effect"
)

// Caps on what is read.
const (
	MaxBytes = 1 << 20
	MaxDepth = 64
)

// Parse reads a file's text: JSON (RFC 8259) when its name ends in .json, else
// YAML. The error is [Problems].
func Parse(file string, data []byte) (*Node, error) {
	if len(data) > MaxBytes {
		return nil, Problems{{Pos: effect.Position{File: file}, Message: fmt.Sprintf("the file has %d bytes, the most is %d", len(data), MaxBytes)}}
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if problem, bad := unreadable(file, data); bad {
		return nil, Problems{problem}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, Problems{{Pos: effect.Position{File: file, Line: 1, Column: 1}, Message: "the file is empty"}}
	}
	if strings.EqualFold(filepath.Ext(file), ".json") {
		return parseJSON(file, data)
	}
	return parseYAML(file, data)
}

// unreadable finds the first character that a text file should not have: what
// is not UTF-8, a control character, or a line end that editors and YAML count
// differently.
func unreadable(file string, data []byte) (Problem, bool) {
	pos := effect.Position{File: file, Line: 1, Column: 1}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return Problem{Pos: pos, Message: "not UTF-8 text", Hint: "save the file as UTF-8"}, true
		case r == '\n', r == '\r' && (i+1 == len(data) || data[i+1] != '\n'):
			pos.Line, pos.Column = pos.Line+1, 0
		case r == '\t', r == '\r':
		case r < ' ', r >= 0x7f && r <= 0x9f, r == 0x2028, r == 0x2029, r == 0xfeff:
			return Problem{Pos: pos, Message: fmt.Sprintf("the character U+%04X", r), Hint: `write it as an escape in double quotes, or take it out`}, true
		}
		pos.Column++
		i += size
	}
	return Problem{}, false
}
