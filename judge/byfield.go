package judge

import "github.com/effectkit/effectkit/value"

// pairByField pairs records by their identity. It stops at the first identity
// that one snapshot has twice, and says so.
func (p *pairing) pairByField(field string) {
	p.byField = true
	p.changed = make([]bool, p.before.n)
	p.beforeID, p.afterID = p.before.columns(field), p.after.columns(field)
	p.index = newIndex(p.before.n, p.before.n+p.after.n, p.hashID, p.sameID)
	if p.indexBefore(); p.repeatedBefore {
		return
	}
	g, block := guess{before: p.before}, newBlock(p)
	for i, b := range p.after.Records {
		for row := 0; row < b.Rows() && !p.repeatedAfter; {
			row = block.fill(&g, i, row)
			block.resolve(&g, i)
			block.compare(b)
		}
	}
	p.tally()
}

func (p *pairing) indexBefore() {
	for i, b := range p.before.Records {
		c, start := p.beforeID[i], p.before.starts[i]
		for row := range b.Rows() {
			if _, twice := p.index.add(c.HashAt(p.seed, row), uint32(start+row)); twice {
				p.repeatedBefore = true
				return
			}
		}
	}
}

func (p *pairing) hashID(handle uint32) uint64 {
	_, batch, row := p.place(handle)
	return p.idColumn(handle, batch).HashAt(p.seed, row)
}

func (p *pairing) sameID(a, b uint32) bool {
	_, i, x := p.place(a)
	_, j, y := p.place(b)
	return p.idColumn(a, i).SameAt(x, p.idColumn(b, j), y)
}

func (p *pairing) idColumn(handle uint32, batch int) *value.Column {
	if p.isAfter(handle) {
		return p.afterID[batch]
	}
	return p.beforeID[batch]
}

// block is some records of after whose partners the guess did not find. They go
// through each step together, so that the machine can fetch for many at a time.
type block struct {
	p       *pairing
	rows    []int // rows in the batch of after
	hashes  []uint64
	before  []value.RowRef // of the pairs to be compared
	after   []int
	records []int // of before
	differ  [value.BlockRows]bool
	touched uint32
}

func newBlock(p *pairing) *block { return &block{p: p} }

// fill guesses for the rows of batch i from row on, until as many are left over
// as fit, and gives the row behind.
func (b *block) fill(g *guess, i, row int) int {
	p := b.p
	b.rows, b.hashes = b.rows[:0], b.hashes[:0]
	id, start, end := p.afterID[i], p.after.starts[i], p.after.Records[i].Rows()
	for ; row < end && len(b.rows) < value.BlockRows; row++ {
		if at, ok := g.next(start + row); ok && p.afterOf[at] == 0 && p.tryPair(at, g.batch, g.row, i, row) {
			continue
		}
		h := id.HashAt(p.seed, row)
		b.rows, b.hashes = append(b.rows, row), append(b.hashes, h)
	}
	for _, h := range b.hashes {
		b.touched += p.index.touch(h)
	}
	return row
}

// resolve finds the partners of the rows that were left over.
func (b *block) resolve(g *guess, i int) {
	p := b.p
	b.before, b.after, b.records = b.before[:0], b.after[:0], b.records[:0]
	for k, row := range b.rows {
		record := p.after.starts[i] + row
		found, ok := p.index.add(b.hashes[k], uint32(p.before.n+record))
		if !ok {
			continue
		}
		if p.isAfter(found) || p.afterOf[found] != 0 {
			p.repeatedAfter = true
			return
		}
		g.learn(record, int(found))
		p.pair(int(found), record)
		j, other := p.before.locate(int(found))
		if p.ofBefore[j] != p.ofAfter[i] {
			p.mark(int(found), p.sameRecord(j, other, i, row))
			continue
		}
		b.before = append(b.before, value.RowRef{Batch: p.before.Records[j], Row: other})
		b.after = append(b.after, row)
		b.records = append(b.records, int(found))
	}
}

// compare compares the pairs whose batches are laid out alike.
func (b *block) compare(after *value.Batch) {
	differ := b.differ[:len(b.records)]
	value.DifferentRows(after, b.after, b.before, differ)
	for k, record := range b.records {
		b.p.mark(record, !differ[k])
	}
}

// tryPair pairs a record of after with the guessed one of before, where they
// have one identity.
func (p *pairing) tryPair(before, j, other, i, row int) bool {
	if !p.beforeID[j].SameAt(other, p.afterID[i], row) {
		return false
	}
	p.pair(before, p.after.starts[i]+row)
	p.mark(before, p.sameRecord(j, other, i, row))
	return true
}

// mark notes whether the records of a pair are the same.
func (p *pairing) mark(before int, same bool) {
	if !same {
		p.changed[before] = true
		p.changes++
	}
}

// sameRecord compares a record of before with one of after, by batch and row.
func (p *pairing) sameRecord(j, other, i, row int) bool {
	return p.layouts.same(p.ofBefore[j], p.ofAfter[i], p.before.Records[j], p.after.Records[i], other, row)
}
