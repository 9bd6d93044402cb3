package judge

import (
	"strings"

	"github.com/effectkit/effectkit/value"
)

// layouts compares records of batches whose columns may differ in number and
// order. The columns of two batches are set against each other once, not row
// by row.
type layouts struct {
	ids   map[string]int
	pairs map[[2]int][]columnPair
}

// columnPair are the places of one field in two batches; -1 where one lacks it.
type columnPair struct{ a, b int }

// maxLayoutPairs bounds what is remembered; beyond it all is forgotten.
const maxLayoutPairs = 1 << 12

func newLayouts() *layouts {
	return &layouts{ids: map[string]int{}, pairs: map[[2]int][]columnPair{}}
}

// of numbers the layouts of a side's batches: one number, one list of names.
func (l *layouts) of(s *side) []int {
	out := make([]int, len(s.Records))
	var key strings.Builder
	for i, b := range s.Records {
		key.Reset()
		for _, c := range b.Columns() {
			key.WriteString(c.Name())
			key.WriteByte(0)
			key.WriteByte(byte(len(c.Name())))
			key.WriteByte(byte(len(c.Name()) >> 8))
		}
		id, ok := l.ids[key.String()]
		if !ok {
			id = len(l.ids)
			l.ids[key.String()] = id
		}
		out[i] = id
	}
	return out
}

// between pairs the columns of two batches with the layouts a and b.
func (l *layouts) between(a, b int, x, y *value.Batch) []columnPair {
	key := [2]int{a, b}
	if out, ok := l.pairs[key]; ok {
		return out
	}
	if len(l.pairs) >= maxLayoutPairs {
		clear(l.pairs)
	}
	at := make(map[string]int, len(y.Columns()))
	for j, c := range y.Columns() {
		at[c.Name()] = j
	}
	var out []columnPair
	for i, c := range x.Columns() {
		j, ok := at[c.Name()]
		if !ok {
			j = -1
		}
		delete(at, c.Name())
		out = append(out, columnPair{i, j})
	}
	for j, c := range y.Columns() {
		if _, left := at[c.Name()]; left {
			out = append(out, columnPair{-1, j})
		}
	}
	l.pairs[key] = out
	return out
}

// same tells whether row i of x and row j of y carry the same fields.
func (l *layouts) same(a, b int, x, y *value.Batch, i, j int) bool {
	if a == b {
		return x.SameRow(i, y, j)
	}
	p, q := x.Columns(), y.Columns()
	for _, pair := range l.between(a, b, x, y) {
		if !sameField(p, q, pair, i, j) {
			return false
		}
	}
	return true
}

func sameField(p, q []value.Column, pair columnPair, i, j int) bool {
	switch {
	case pair.b < 0:
		return p[pair.a].Kind(i) == value.Missing
	case pair.a < 0:
		return q[pair.b].Kind(j) == value.Missing
	}
	return p[pair.a].SameAt(i, &q[pair.b], j)
}

// differ tells whether two records differ in a field that is not among those
// allowed to.
func differ(x, y Ref, allowed map[string]bool) bool {
	return lacks(x, y, allowed) || lacks(y, x, allowed)
}

// lacks tells whether y carries a field of x otherwise or not at all.
func lacks(x, y Ref, allowed map[string]bool) bool {
	for k := range x.Batch.Columns() {
		c := &x.Batch.Columns()[k]
		if allowed[c.Name()] {
			continue
		}
		if d := y.Batch.Column(c.Name()); d == nil {
			if c.Kind(x.Row) != value.Missing {
				return true
			}
		} else if !c.SameAt(x.Row, d, y.Row) {
			return true
		}
	}
	return false
}

// allow makes a set of field names.
func allow(lists ...[]string) map[string]bool {
	out := map[string]bool{}
	for _, names := range lists {
		for _, name := range names {
			out[name] = true
		}
	}
	return out
}
