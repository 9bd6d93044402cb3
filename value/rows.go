package value

import "runtime"

// RowRef is one record of a batch.
type RowRef struct {
	Batch *Batch
	Row   int
}

// BlockRows is how many pairs of records [DifferentRows] takes at once.
const BlockRows = 64

// DifferentRows tells for each i whether record rows[i] of b differs from
// others[i] in some field. All batches must have columns of the same names in
// the same order; there are at most BlockRows pairs, and different has their
// number.
//
// It is SameRow for records that lie anywhere: column by column, and each
// column in sweeps, so that the machine fetches many cells at a time instead of
// waiting for each in turn.
func DifferentRows(b *Batch, rows []int, others []RowRef, different []bool) {
	var cells [BlockRows]cellPair
	clear(different)
	for k := range b.cols {
		c := &b.cols[k]
		for i, row := range rows {
			cells[i].find(c, row, &others[i].Batch.cols[k], others[i].Row)
		}
		touch := byte(0)
		for i := range rows {
			if y := cells[i].y; cells[i].alike && len(y) > 0 {
				touch |= y[0] | y[len(y)-1]
			}
		}
		runtime.KeepAlive(touch) // or the sweep, which only fetches, is left out
		for i, row := range rows {
			if p := &cells[i]; !p.alike || string(p.x) != string(p.y) {
				different[i] = different[i] || !c.SameAt(row, &others[i].Batch.cols[k], others[i].Row)
			}
		}
	}
}

// cellPair are two cells; alike where they are of one kind byte and length.
type cellPair struct {
	x, y  []byte
	alike bool
}

func (p *cellPair) find(c *Column, i int, d *Column, j int) {
	p.x, p.y = c.content(i), d.content(j)
	p.alike = c.kindAt(i) == d.kindAt(j) && len(p.x) == len(p.y)
}
