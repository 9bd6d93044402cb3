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

	layouts        *layouts
	ofBefore       []int
	ofAfter        []int
	seed           maphash.Seed
	beforeID       []*value.Column
	afterID        []*value.Column
	repeatedBefore bool // an identity twice in before
	repeatedAfter  bool
}

// afterBit marks the handle of a record of after.
const afterBit = 1 << 31

func newPairing(before, after *side) *pairing {
	p := &pairing{
		before: before, after: after, layouts: newLayouts(), seed: maphash.MakeSeed(),
		afterOf: make([]uint32, before.n), beforeOf: make([]uint32, after.n),
	}
	p.ofBefore, p.ofAfter = p.layouts.of(before), p.layouts.of(after)
	return p
}

// place finds a handle's side, batch and row.
func (p *pairing) place(handle uint32) (s *side, batch, row int) {
	s = p.before
	if handle&afterBit != 0 {
		s = p.after
		handle &^= afterBit
	}
	batch, row = s.locate(int(handle))
	return s, batch, row
}

// pairByField pairs records by their identity. It stops at the first identity
// that one snapshot has twice, and says so.
func (p *pairing) pairByField(field string) {
	p.byField = true
	p.beforeID, p.afterID = p.before.columns(field), p.after.columns(field)
	x := newIndex(p.before.n, p.hashID, p.sameID)
	for i := range p.before.Records {
		c, start := p.beforeID[i], p.before.starts[i]
		for row := range p.before.Records[i].Rows() {
			if _, twice := x.add(value.Hash(p.seed, c.At(row)), uint32(start+row)); twice {
				p.repeatedBefore = true
				return
			}
		}
	}
	for i := range p.after.Records {
		c, start := p.afterID[i], p.after.starts[i]
		for row := range p.after.Records[i].Rows() {
			record := start + row
			found, ok := x.add(value.Hash(p.seed, c.At(row)), uint32(record)|afterBit)
			if !ok {
				continue
			}
			if found&afterBit != 0 || p.afterOf[found] != 0 {
				p.repeatedAfter = true
				return
			}
			p.pair(int(found), record)
		}
	}
	p.tally()
	p.compare()
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

func (p *pairing) hashID(handle uint32) uint64 {
	_, batch, row := p.place(handle)
	if handle&afterBit != 0 {
		return value.Hash(p.seed, p.afterID[batch].At(row))
	}
	return value.Hash(p.seed, p.beforeID[batch].At(row))
}

func (p *pairing) sameID(a, b uint32) bool {
	_, i, x := p.place(a)
	_, j, y := p.place(b)
	return p.idColumn(a, i).SameAt(x, p.idColumn(b, j), y)
}

func (p *pairing) idColumn(handle uint32, batch int) *value.Column {
	if handle&afterBit != 0 {
		return p.afterID[batch]
	}
	return p.beforeID[batch]
}

// compare finds the pairs that differ in any field.
func (p *pairing) compare() {
	p.changed = make([]bool, p.before.n)
	for i, b := range p.after.Records {
		start := p.after.starts[i]
		for row := range b.Rows() {
			of := p.beforeOf[start+row]
			if of == 0 {
				continue
			}
			record := int(of - 1)
			j, other := p.before.locate(record)
			if !p.layouts.same(p.ofAfter[i], p.ofBefore[j], b, p.before.Records[j], row, other) {
				p.changed[record] = true
				p.changes++
			}
		}
	}
}

// differs tells whether the snapshots hold other records.
func (p *pairing) differs() bool { return p.gone > 0 || p.came > 0 || p.changes > 0 }

// isNew tells whether the identity of a record of after is not in before.
func (p *pairing) isNew(after int) bool { return p == nil || p.beforeOf[after] == 0 }

// isGone tells whether the identity of a record of before is not in after.
func (p *pairing) isGone(before int) bool { return p.afterOf[before] == 0 }
