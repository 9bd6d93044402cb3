package judge

import (
	"hash/maphash"

	"github.com/effectkit/effectkit/value"
)

// pairing says which record of before is which of after.
type pairing struct {
	before, after *side
	byField       bool // by the identity field; else whole records, as a multiset
	afterOf       []uint32
	beforeOf      []uint32
	changed       []bool // by record of before: a field differs; only byField
	changes       int
	gone, came    int

	layouts  *layouts
	ofBefore []int // the layout of each batch
	ofAfter  []int
	seed     maphash.Seed
	index    *index

	beforeID       []*value.Column // the identity of each batch
	afterID        []*value.Column
	repeatedBefore bool // an identity twice in one snapshot
	repeatedAfter  bool
}

func newPairing(before, after *side) *pairing {
	p := &pairing{
		before: before, after: after, layouts: newLayouts(), seed: maphash.MakeSeed(),
		afterOf: make([]uint32, before.n), beforeOf: make([]uint32, after.n),
	}
	p.ofBefore, p.ofAfter = p.layouts.of(before), p.layouts.of(after)
	return p
}

// Handles number the records of both sides: those of before from 0, then those
// of after.

// isAfter tells whether a handle is of after.
func (p *pairing) isAfter(handle uint32) bool { return int(handle) >= p.before.n }

// place finds a handle's side, batch and row.
func (p *pairing) place(handle uint32) (s *side, batch, row int) {
	record := int(handle)
	if s = p.before; p.isAfter(handle) {
		s, record = p.after, record-p.before.n
	}
	batch, row = s.locate(record)
	return s, batch, row
}

func (p *pairing) pair(before, after int) {
	p.afterOf[before], p.beforeOf[after] = uint32(after+1), uint32(before+1)
}

func (p *pairing) tally() {
	paired := 0
	for _, a := range p.afterOf {
		if a != 0 {
			paired++
		}
	}
	p.gone, p.came = p.before.n-paired, p.after.n-paired
}

// differs tells whether the snapshots hold other records.
func (p *pairing) differs() bool { return p.gone > 0 || p.came > 0 || p.changes > 0 }

// isNew tells whether the identity of a record of after is not in before.
func (p *pairing) isNew(after int) bool { return p == nil || p.beforeOf[after] == 0 }

// isGone tells whether the identity of a record of before is not in after.
func (p *pairing) isGone(before int) bool { return p.afterOf[before] == 0 }
