package judge

import (
	"hash/maphash"

	"github.com/effectkit/effectkit/value"
)

// pairWhole pairs records that are the same in every field, each with one. It
// does not matter which of several: those at the guessed places go first, and
// only what they leave is hashed.
func (p *pairing) pairWhole() {
	p.pairGuessed()
	p.tally()
	p.index = newIndex(p.gone, p.before.n+p.after.n, p.hashWhole, p.sameWhole)
	// next[r] is another record of before that is the same as r, plus one: a
	// chain that starts at the one in the index.
	next := make([]uint32, p.before.n)
	h := rowHasher{seed: p.seed}
	for i, b := range p.before.Records {
		h.start(b)
		for row := range b.Rows() {
			record := uint32(p.before.starts[i] + row)
			if p.afterOf[record] != 0 {
				continue
			}
			if head, same := p.index.add(h.hash(row), record); same {
				next[record], next[head] = next[head], record+1
			}
		}
	}
	for i, b := range p.after.Records {
		h.start(b)
		for row := range b.Rows() {
			record := p.after.starts[i] + row
			if p.beforeOf[record] != 0 {
				continue
			}
			if head, same := p.index.find(h.hash(row), uint32(p.before.n+record)); same {
				if at, ok := p.takeFree(int(head), next); ok {
					p.pair(at, record)
				}
			}
		}
	}
	p.tally()
}

// pairGuessed pairs the records that lie where the last ones did, or one place
// beside: where one came or went.
func (p *pairing) pairGuessed() {
	g := guess{before: p.before}
	for i, b := range p.after.Records {
		for row := range b.Rows() {
			record := p.after.starts[i] + row
			for _, step := range [...]int{0, 1, -1} {
				at, ok := g.next(record + step)
				if ok && p.afterOf[at] == 0 && p.sameRecord(g.batch, g.row, i, row) {
					p.pair(at, record)
					g.offset += step
					break
				}
			}
		}
	}
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

// rowHasher hashes the records of a batch, whatever the order of its columns: a
// missing field counts as one that is not there.
type rowHasher struct {
	seed  maphash.Seed
	batch *value.Batch
	names []uint64
}

func (h *rowHasher) start(b *value.Batch) {
	h.batch, h.names = b, h.names[:0]
	for _, c := range b.Columns() {
		h.names = append(h.names, maphash.String(h.seed, c.Name()))
	}
}

func (h *rowHasher) hash(row int) uint64 {
	var out uint64
	columns := h.batch.Columns()
	for k := range columns {
		if c := &columns[k]; c.Kind(row) != value.Missing {
			out += mix(h.names[k], c.HashAt(h.seed, row))
		}
	}
	return out
}

// mix binds a value's hash to its field's.
func mix(name, h uint64) uint64 {
	h ^= name
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}

func (p *pairing) hashWhole(handle uint32) uint64 {
	s, batch, row := p.place(handle)
	h := rowHasher{seed: p.seed}
	h.start(s.Records[batch])
	return h.hash(row)
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
