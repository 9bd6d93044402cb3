package engine

import (
	"fmt"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Meter keeps a read within its caps. The zero Meter has none.
type Meter struct {
	w        *sdk.RecordWriter
	maxRows  int64
	maxBytes int64
	bytes    int64
}

// NewMeter makes the meter of a request.
func NewMeter(r *Request, w *sdk.RecordWriter) *Meter {
	return &Meter{w: w, maxRows: r.MaxRows, maxBytes: r.MaxBytes}
}

// Room tells whether one more row may be written; it is asked only when there
// is one. When there is no room it reports the gap.
func (m *Meter) Room() bool {
	switch {
	case m.maxRows > 0 && m.w.Records() >= m.maxRows:
		m.w.Gap(value.GapTruncated, fmt.Sprintf("there are more than %d rows", m.maxRows))
		return false
	case m.maxBytes > 0 && m.bytes >= m.maxBytes:
		m.w.Gap(value.GapTruncated, fmt.Sprintf("there are more than %d bytes of rows", m.maxBytes))
		return false
	}
	return true
}

// Count notes the bytes of a row that was written.
func (m *Meter) Count(n int) { m.bytes += int64(n) }
