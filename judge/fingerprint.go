package judge

import (
	"bytes"
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
	slices.SortFunc(sums, func(a, b [sha256.Size]byte) int { return bytes.Compare(a[:], b[:]) })
	h := sha256.New()
	for i := range sums {
		h.Write(sums[i][:])
	}
	return hex.EncodeToString(h.Sum(nil))
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
