package source

import (
	"fmt"
	"slices"
	"strings"
)

// Problem is one mistake in a file.
type Problem struct {
	Pos Position
	// Message says what is wrong: lower case, the quoted name first where there
	// is one.
	Message string
	// Hint says what to do next; "" where the message does.
	Hint string
}

// Error is place, path, message and hint.
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.Pos.Prefix())
	if p.Pos.Path != "" {
		b.WriteString(p.Pos.Path + ": ")
	}
	b.WriteString(p.Message)
	if p.Hint != "" {
		b.WriteString("; " + p.Hint)
	}
	return b.String()
}

// Problems are all mistakes of one reading, in the order of their places.
// They are an error when there is at least one; see [Problems.Err].
type Problems []Problem

// maxShown is how many problems an error text spells out.
const maxShown = 100

// Error has a problem a line.
func (p Problems) Error() string {
	lines := make([]string, 0, len(p))
	for i, problem := range p {
		if i == maxShown {
			lines = append(lines, fmt.Sprintf("and %d more mistakes", len(p)-i))
			break
		}
		lines = append(lines, problem.Error())
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the problems one by one, for errors.As.
func (p Problems) Unwrap() []error {
	out := make([]error, len(p))
	for i := range p {
		out[i] = p[i]
	}
	return out
}

// Err is p as an error, nil when there is no problem.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	return p
}

// Sorted is p in the order of places, without a problem twice. Problems of one
// place keep the order in which they were found.
func (p Problems) Sorted() Problems {
	out := make(Problems, 0, len(p))
	seen := make(map[Problem]struct{}, len(p))
	for _, problem := range p {
		if _, twice := seen[problem]; !twice {
			seen[problem] = struct{}{}
			out = append(out, problem)
		}
	}
	slices.SortStableFunc(out, func(a, b Problem) int {
		switch {
		case a.Pos.less(b.Pos):
			return -1
		case b.Pos.less(a.Pos):
			return 1
		}
		return 0
	})
	return out
}
