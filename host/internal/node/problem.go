package node

import (
	"sort"
	"strings"

	"github.com/effectkit/effectkit/effect"
)

// Problem is one mistake in a file.
type Problem struct {
	// Pos is the place of the key or value at fault; its Path names it.
	Pos effect.Position
	// Field is the name at fault.
	Field string
	// Message says what is wrong. It quotes names, never a value.
	Message string
	// Hint says what to do; "" for none.
	Hint string
}

// Error is the place, the path, what is wrong and what to do.
func (p Problem) Error() string {
	var b strings.Builder
	if at := p.Pos.String(); at != "" {
		b.WriteString(at + ": ")
	}
	if p.Pos.Path != "" {
		b.WriteString(p.Pos.Path + ": ")
	}
	b.WriteString(p.Message)
	if p.Hint != "" {
		b.WriteString("; " + p.Hint)
	}
	return b.String()
}

// Problems are all the mistakes of a file. Mend them and read it again.
type Problems []Problem

// Error has a line for each.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, one := range p {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Err is the problems in the order of their places; nil when there are none.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	sort.SliceStable(p, func(i, j int) bool {
		a, b := p[i].Pos, p[j].Pos
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Column < b.Column
	})
	return p
}
