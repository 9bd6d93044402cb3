package schema

import (
	"slices"
	"strings"
)

// Fault is one thing wrong with an adapter's schema: its author's to mend.
type Fault struct {
	// Pointer is the place in the schema (RFC 6901); "" is the whole.
	Pointer string
	Message string
}

// Error is a schema that the host refuses, with everything wrong in it. The
// adapter cannot be used; its author must mend the schema.
type Error struct{ Faults []Fault }

// Error has a line for each fault.
func (e *Error) Error() string {
	lines := make([]string, len(e.Faults))
	for i, f := range e.Faults {
		at := f.Pointer
		if at == "" {
			at = "/"
		}
		lines[i] = "config schema at " + at + ": " + f.Message
	}
	return strings.Join(lines, "\n")
}

// faults collects them.
type faults []Fault

func (f *faults) add(pointer, message string) {
	if one := (Fault{Pointer: pointer, Message: message}); !slices.Contains(*f, one) {
		*f = append(*f, one)
	}
}

func (f faults) err() error {
	if len(f) == 0 {
		return nil
	}
	slices.SortStableFunc(f, func(a, b Fault) int { return strings.Compare(a.Pointer, b.Pointer) })
	return &Error{Faults: f}
}
