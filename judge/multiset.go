package judge

import "github.com/effectkit/effectkit/value"

// pairWhole pairs records that are the same in every field, each with one.
func (p *pairing) pairWhole() {
	p.index = newIndex(p.before.n, p.before.n+p.after.n, p.hashWhole, p.sameWhole)
	// next[r] is another record of before that is the same as r, plus one: a
	// chain that starts at the one in the index.
	next := make([]uint32, p.before.n)
	var hashes []uint64
	for i := range p.before.Records {
		hashes = p.hashBatch(hashes, p.before.Records[i])
		for row, h := range hashes {
			record := uint32(p.before.starts[i] + row)
			if head, same := p.index.add(h, record); same {
				next[record], next[head] = next[head], record+1
			}
		}
	}
	g := guess{before: p.before}
	for i := range p.after.Records {
		hashes = p.hashBatch(hashes, p.after.Records[i])
		for row, h := range hashes {
			record := p.after.starts[i] + row
			if at, ok := g.next(record); ok && p.afterOf[at] == 0 && p.sameRecord(g.batch, g.row, i, row) {
				p.pair(at, record)
				continue
			}
			head, same := p.index.find(h, uint32(p.before.n+record))
			if !same {
				continue
			}
			if at, ok := p.takeFree(int(head), next); ok {
				g.learn(record, at)
				p.pair(at, record)
			}
		}
	}
	p.tally()
}

// takeFree gives a record of a chain that has no partner yet. Those found with
// one leave the chain.
func (p *pairing) takeFree(head int, next []uint32) (before int, ok bool) {
	if p.afterOf[head] == 0 {
		return head, true
	}
	for next[head] != 0 {
		at := int(next[head]) - 1
		next[head] = next[at]
		if p.afterOf[at] == 0 {
			return at, true
		}
	}
	return 0, false
}

// hashBatch hashes the records of a batch, whatever the order of its columns:
// a missing field counts as one that is not there.
func (p *pairing) hashBatch(dst []uint64, b *value.Batch) []uint64 {
	if cap(dst) < b.Rows() {
		dst = make([]uint64, b.Rows())
	}
	dst = dst[:b.Rows()]
	clear(dst)
	for k := range b.Columns() {
		c := &b.Columns()[k]
		name := value.Hash(p.seed, value.OfText(c.Name()))
		for row := range dst {
			if c.Kind(row) != value.Missing {
				dst[row] += mix(name, c.HashAt(p.seed, row))
			}
		}
	}
	return dst
}

// mix binds a value's hash to its field's.
func mix(name, h uint64) uint64 {
	h ^= name
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}

func (p *pairing) hashWhole(handle uint32) uint64 {
	s, batch, row := p.place(handle)
	var h uint64
	b := s.Records[batch]
	for k := range b.Columns() {
		if c := &b.Columns()[k]; c.Kind(row) != value.Missing {
			h += mix(value.Hash(p.seed, value.OfText(c.Name())), c.HashAt(p.seed, row))
		}
	}
	return h
}

func (p *pairing) sameWhole(a, b uint32) bool {
	s, i, x := p.place(a)
	t, j, y := p.place(b)
	return p.layouts.same(p.layoutOf(a, i), p.layoutOf(b, j), s.Records[i], t.Records[j], x, y)
}

func (p *pairing) layoutOf(handle uint32, batch int) int {
	if p.isAfter(handle) {
		return p.ofAfter[batch]
	}
	return p.ofBefore[batch]
}
