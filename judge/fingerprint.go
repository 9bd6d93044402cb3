package judge

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/effectkit/effectkit/value"
)

// fingerprint is one text for one set of records that a confirmation rests on,
// whatever their order and that of their fields, ignore_fields aside. It is a
// digest of values without a key: it stays in memory.
func (t *trial) fingerprint() string {
	ignored := allow(t.IgnoreFields)
	sums := make([][]byte, 0, len(t.matched)+len(t.removed))
	for _, record := range t.matched {
		sums = append(sums, recordSum("after", t.after.ref(record), ignored))
	}
	for _, record := range t.removed {
		sums = append(sums, recordSum("removed", t.before.ref(record), ignored))
	}
	slices.SortFunc(sums, bytes.Compare)
	h := sha256.New()
	for _, sum := range sums {
		h.Write(sum)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// recordSum is the digest of one record's fields in the order of their names.
func recordSum(role string, r Ref, ignored map[string]bool) []byte {
	columns := make([]*value.Column, 0, len(r.Batch.Columns()))
	for k := range r.Batch.Columns() {
		if c := &r.Batch.Columns()[k]; c.Kind(r.Row) != value.Missing && !ignored[c.Name()] {
			columns = append(columns, c)
		}
	}
	slices.SortFunc(columns, func(a, b *value.Column) int { return bytes.Compare([]byte(a.Name()), []byte(b.Name())) })
	text := []byte(role)
	for _, c := range columns {
		text = binary.BigEndian.AppendUint32(text, uint32(len(c.Name())))
		text = append(text, c.Name()...)
		text = value.AppendKeyed(text, c.At(r.Row))
	}
	sum := sha256.Sum256(text)
	return sum[:]
}
