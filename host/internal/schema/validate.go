package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// leaf is one failure of the validator at one place.
type leaf struct {
	pointer string
	kind    jsonschema.ErrorKind
	// summary stands in for kind where several alternatives failed.
	summary string
}

// validate turns what the validator finds into problems. What was refused
// before, and alternatives above it, are passed over.
func (w *walker) validate(s *Schema, v any) {
	var failed *jsonschema.ValidationError
	if err := s.compiled.Validate(v); !errors.As(err, &failed) {
		return
	}
	for _, l := range s.leaves(failed) {
		if !w.refused(l) {
			w.report(l)
		}
	}
}

func (w *walker) refused(l leaf) bool {
	for bad := range w.bad {
		under := l.pointer == bad || strings.HasPrefix(l.pointer, bad+"/")
		above := strings.HasPrefix(bad, l.pointer+"/")
		if under || above && l.summary != "" {
			return true
		}
	}
	return false
}

func (w *walker) report(l leaf) {
	m := w.nearestTo(l.pointer)
	if l.summary != "" {
		w.Add(m.Pos, l.summary, "")
		return
	}
	switch k := l.kind.(type) {
	case *kind.Required:
		for _, key := range k.Missing {
			w.Add(m.Pos, fmt.Sprintf("%q is missing", key), "")
		}
	case *kind.AdditionalProperties:
		for _, key := range slices.Sorted(slices.Values(k.Properties)) {
			if entry, ok := w.places[below(l.pointer, key)]; ok {
				w.Add(entry.Pos, "does not go with the keys beside it", "")
			}
		}
	case *kind.Not:
		// What the host lets an expression be, as aside, is all that it refuses.
		as, ok := w.places[below(l.pointer, "as")]
		if _, isExpr := w.out.Exprs[l.pointer]; isExpr && ok {
			w.Add(as.Pos, "the adapter takes no type here", "leave it out")
			return
		}
		w.Add(m.Pos, "is not allowed here", "")
	default:
		message, hint := describe(l.kind, m.Value)
		w.Add(m.Pos, message, hint)
	}
}

// nearestTo is the member at a pointer, or the one around it.
func (w *walker) nearestTo(pointer string) member {
	for {
		if m, ok := w.places[pointer]; ok || pointer == "" {
			return m
		}
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
}
