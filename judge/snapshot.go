package judge

import (
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// Snapshot is one read of a system of record: its records, and what the read
// could not see. Whoever makes one gives it away whole; nobody changes it
// afterwards. A nil *Snapshot counts as one that is not reachable.
type Snapshot struct {
	// Reachable is false when there are no records to speak of; Reason then
	// says why.
	Reachable bool
	// Reason is one of the four unreadable grounds; "" on a reachable snapshot.
	Reason effect.Ground
	// Detail is a sentence for a person about Reason; never a value or a secret.
	Detail string
	// Complete is false when the reader itself does not vouch for having seen
	// everything, whatever the gaps.
	Complete bool
	Gaps     []value.Gap
	// Fields are the columns that the read can produce; nil where the adapter
	// does not know them.
	Fields []value.Field
	// Source says which system answered; "" where the adapter never says.
	Source string
	// CapturedAt is when the read started, by the host's clock.
	CapturedAt time.Time
	// AsOf is how current the system says that the read is; zero where it does
	// not say.
	AsOf time.Time
	// Reader identifies who read: kind, digest and resolved configuration.
	Reader string
	// Records are the records, in no order that means anything.
	Records []*value.Batch
}

// Readable tells whether the snapshot has records to judge.
func (s *Snapshot) Readable() bool { return s != nil && s.Reachable }

// Whole tells whether the read saw everything in its scope: no shortfall,
// absence or loss is claimed over one that is not.
func (s *Snapshot) Whole() bool {
	if !s.Readable() || !s.Complete {
		return false
	}
	for _, g := range s.Gaps {
		if g.Impeaching() {
			return false
		}
	}
	return true
}

// Len is the number of records.
func (s *Snapshot) Len() int {
	if s == nil {
		return 0
	}
	n := 0
	for _, b := range s.Records {
		n += b.Rows()
	}
	return n
}
