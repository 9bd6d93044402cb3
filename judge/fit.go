package judge

import (
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// fit says how a record stands to a selector (SEMANTICS 2.3).
type fit uint8

const (
	noMatch fit = iota
	// possibleMatch: the record lacks a field wanted null, and equals every
	// other pair.
	possibleMatch
	match
)

// fitCell is how one pair stands to a record's value.
func fitCell(l *value.Literal, v value.Value) fit {
	switch {
	case v.IsMissing() && l.IsNull():
		return possibleMatch
	case l.Equal(v):
		return match
	}
	return noMatch
}

// fits is how every record of a side stands to a selector.
func (s *side) fits(selector effect.BoundSelector) []fit {
	if s == nil {
		return nil
	}
	out := make([]fit, s.n)
	columns := make([]*value.Column, len(selector))
	for i, b := range s.Records {
		for k := range selector {
			columns[k] = b.Column(selector[k].Field)
		}
		fitBatch(out[s.starts[i]:s.starts[i+1]], selector, columns)
	}
	return out
}

func fitBatch(out []fit, selector effect.BoundSelector, columns []*value.Column) {
	for row := range out {
		f := match
		for k := range selector {
			l, c := &selector[k].Literal, columns[k]
			if c != nil && c.Kind(row) != value.Missing {
				if !l.EqualAt(c, row) {
					f = noMatch
					break
				}
			} else if f = min(f, fitCell(l, value.Value{})); f == noMatch {
				break
			}
		}
		out[row] = f
	}
}

// both is how records stand to two selectors at once.
func both(a, b []fit) []fit {
	out := make([]fit, len(a))
	for i := range a {
		out[i] = min(a[i], b[i])
	}
	return out
}

func count(fits []fit, want fit) int {
	n := 0
	for _, f := range fits {
		if f == want {
			n++
		}
	}
	return n
}
