package source

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Position is a place in a file. The zero Position is nowhere.
type Position struct {
	File   string
	Line   int // from 1; 0 where the line is not known
	Column int // from 1, in characters; 0 where only the line is known
	// Path is the way to the place from the top of the document, such as
	// steps[0].effects[1].match.patient; "" for the top itself.
	Path string
}

// String is file:line:column, or as much of it as is known.
func (p Position) String() string {
	out := p.File
	for _, n := range []int{p.Line, p.Column} {
		if n == 0 {
			break
		}
		if out != "" {
			out += ":"
		}
		out += strconv.Itoa(n)
	}
	return out
}

// Prefix is the place and ": ", to put before a message; "" for nowhere.
func (p Position) Prefix() string {
	if s := p.String(); s != "" {
		return s + ": "
	}
	return ""
}

// Key is the path of a mapping's key at p, with p's place.
func (p Position) Key(name string) Position {
	switch {
	case !plainKey(name):
		p.Path += fmt.Sprintf("[%q]", name)
	case p.Path == "":
		p.Path = name
	default:
		p.Path += "." + name
	}
	return p
}

// Index is the path of a list's item at p, with p's place.
func (p Position) Index(i int) Position {
	p.Path += "[" + strconv.Itoa(i) + "]"
	return p
}

// plainKey tells whether a key can stand in a path without quotes.
func plainKey(name string) bool {
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '-', r == '$':
		case r > 0x7f && r != utf8.RuneError && strconv.IsPrint(r):
		default:
			return false
		}
	}
	return name != ""
}

// less orders places of one file from top to bottom.
func (p Position) less(q Position) bool {
	switch {
	case p.File != q.File:
		return p.File < q.File
	case p.Line != q.Line:
		return p.Line < q.Line
	}
	return p.Column < q.Column
}
