package judge

import (
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// side is one readable snapshot with its records numbered from 0, across
// batches.
type side struct {
	*Snapshot
	n      int
	starts []int // the first record of each batch, and n behind the last
	hints  []int32
}

// hintBits is how many low bits of a record's number one hint covers.
const hintBits = 10

// maxRecords is how many records a side may have: a pairing numbers those of
// both sides in 31 bits. So many do not fit in memory.
const maxRecords = 1<<30 - 2

// newSide numbers the records of a readable snapshot; it is nil for others.
func newSide(s *Snapshot) *side {
	if !s.Readable() {
		return nil
	}
	out := &side{Snapshot: s, n: s.Len(), starts: make([]int, 0, len(s.Records)+1)}
	at := 0
	for i, b := range s.Records {
		out.starts = append(out.starts, at)
		at += b.Rows()
		for len(out.hints)<<hintBits < at {
			out.hints = append(out.hints, int32(i))
		}
	}
	out.starts = append(out.starts, at)
	return out
}

// locate finds the batch of a record, and its row there.
func (s *side) locate(record int) (batch, row int) {
	batch = int(s.hints[record>>hintBits])
	for s.starts[batch+1] <= record {
		batch++
	}
	return batch, record - s.starts[batch]
}

func (s *side) ref(record int) Ref {
	batch, row := s.locate(record)
	return Ref{Batch: s.Records[batch], Row: row}
}

func (s *side) value(record int, field string) value.Value { return s.ref(record).Value(field) }

// columns are the columns of one field, batch by batch; nil where a batch has
// none.
func (s *side) columns(field string) []*value.Column {
	out := make([]*value.Column, len(s.Records))
	for i, b := range s.Records {
		out[i] = b.Column(field)
	}
	return out
}

// carries tells whether some record carries the field, be it as null.
func (s *side) carries(field string) bool {
	for i, c := range s.columns(field) {
		if c == nil {
			continue
		}
		for row := range s.Records[i].Rows() {
			if c.Kind(row) != value.Missing {
				return true
			}
		}
	}
	return false
}

// declares tells whether the read can produce the field; known is false where
// the reader did not say.
func (s *side) declares(field string) (declared, known bool) {
	for _, f := range s.Fields {
		if f.Name == field {
			return true, true
		}
	}
	return false, s.Fields != nil
}

// shows tells whether the snapshot says anything about which fields there are.
func (s *side) shows() bool { return s != nil && (s.Fields != nil || s.n > 0) }

func (s *side) hasField(field string) bool {
	declared, _ := s.declares(field)
	return declared || s.carries(field)
}

// unknown gives the fields among names that after does not know; before is
// asked only where after shows neither fields nor records (SEMANTICS 4.1, 5).
func unknown(names []string, before, after *side) []string {
	asked := after
	if !after.shows() {
		asked = before
	}
	if !asked.shows() {
		return nil
	}
	var out []string
	for _, name := range names {
		if !asked.hasField(name) {
			out = append(out, name)
		}
	}
	return out
}

// fieldsOf are the fields that selectors name, each once, in their order.
func fieldsOf(selectors ...effect.BoundSelector) []string {
	var f fieldSet
	f.add(selectors...)
	return f.names
}

// fieldSet is field names, each once, in their order.
type fieldSet struct {
	names []string
	seen  map[string]struct{}
}

func (f *fieldSet) add(selectors ...effect.BoundSelector) {
	for _, s := range selectors {
		for _, w := range s {
			f.addName(w.Field)
		}
	}
}

func (f *fieldSet) addName(name string) {
	if _, twice := f.seen[name]; twice || name == "" {
		return
	}
	if f.seen == nil {
		f.seen = map[string]struct{}{}
	}
	f.seen[name] = struct{}{}
	f.names = append(f.names, name)
}

// addDeclared adds what an exact kind declares.
func (f *fieldSet) addDeclared(e *effect.Bound) {
	f.add(e.NewRecords...)
	f.add(e.Added...)
	f.add(e.Removed...)
	for _, c := range e.Changed {
		f.add(c.Match, c.Set)
	}
}
