package judge

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/value"
)

// fingerprint is one text for one set of records that a confirmation rests on,
// whatever their order and that of their fields, ignore_fields aside. It is a
// digest of values without a key: it stays in memory.
func (t *trial) fingerprint() string {
	s := summer{ignored: allow(t.IgnoreFields)}
	sums := make([][sha256.Size]byte, 0, len(t.matched)+len(t.removed))
	for _, record := range t.matched {
		sums = append(sums, s.sum("after", t.after.ref(record)))
	}
	for _, record := range t.removed {
		sums = append(sums, s.sum("removed", t.before.ref(record)))
	}
	h := sha256.New()
	for _, o := range ordered(sums) {
		h.Write(sums[o.at][:])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// order is one digest's place, by its first bytes.
type order struct {
	first uint64
	at    int
}

// ordered gives the digests' order without moving them.
func ordered(sums [][sha256.Size]byte) []order {
	out := make([]order, len(sums))
	for i := range sums {
		out[i] = order{binary.BigEndian.Uint64(sums[i][:]), i}
	}
	slices.SortFunc(out, func(a, b order) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		return bytes.Compare(sums[a.at][:], sums[b.at][:])
	})
	return out
}

// summer makes digests of records.
type summer struct {
	ignored map[string]bool
	batch   *value.Batch
	columns []*value.Column // of batch, in the order of their names
	text    []byte
}

// sum is the digest of one record's fields.
func (s *summer) sum(role string, r Ref) [sha256.Size]byte {
	if s.batch != r.Batch {
		s.start(r.Batch)
	}
	s.text = append(s.text[:0], role...)
	for _, c := range s.columns {
		if c.Kind(r.Row) == value.Missing {
			continue
		}
		s.text = binary.BigEndian.AppendUint32(s.text, uint32(len(c.Name())))
		s.text = append(s.text, c.Name()...)
		s.text = value.AppendKeyed(s.text, c.At(r.Row))
	}
	return sha256.Sum256(s.text)
}

func (s *summer) start(b *value.Batch) {
	s.batch, s.columns = b, s.columns[:0]
	for k := range b.Columns() {
		if c := &b.Columns()[k]; !s.ignored[c.Name()] {
			s.columns = append(s.columns, c)
		}
	}
	slices.SortFunc(s.columns, func(a, b *value.Column) int { return strings.Compare(a.Name(), b.Name()) })
}
