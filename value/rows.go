package value

// RowRef is one record of a batch.
type RowRef struct {
	Batch *Batch
	Row   int
}

// BlockRows is how many pairs of records [DifferentRows] takes at once.
const BlockRows = 64

// DifferentRows tells for each pair a[i], b[i] whether the two differ in some
// field. The batches of a pair must have columns of the same names in the same
// order; there are at most BlockRows pairs, and different has their number.
//
// It is SameRow for records that lie anywhere: column by column, and each
// column in three sweeps, so that the machine fetches many cells at a time
// instead of waiting for each in turn.
func DifferentRows(a, b []RowRef, different []bool) {
	var block cellBlock
	clear(different)
	for k := 0; block.gather(a, b, k); k++ {
		for i := range a {
			if k >= len(a[i].Batch.cols) || block.same(i) || different[i] {
				continue
			}
			c, d := &a[i].Batch.cols[k], &b[i].Batch.cols[k]
			different[i] = !c.SameAt(a[i].Row, d, b[i].Row)
		}
	}
}

// cellBlock are the cells of one column in a block of pairs.
type cellBlock struct {
	x, y  [BlockRows][]byte
	kinds [BlockRows]bool // of one kind byte
	touch byte
}

// gather finds column k's cells, and tells whether any record has that column.
func (c *cellBlock) gather(a, b []RowRef, k int) bool {
	found := false
	for i := range a {
		if k >= len(a[i].Batch.cols) {
			continue
		}
		found = true
		x, y := &a[i].Batch.cols[k], &b[i].Batch.cols[k]
		c.kinds[i] = x.kinds[a[i].Row] == y.kinds[b[i].Row]
		c.x[i], c.y[i] = x.content(a[i].Row), y.content(b[i].Row)
	}
	for i := range a {
		if n := len(c.y[i]); n > 0 && len(c.x[i]) == n {
			c.touch += c.x[i][0] + c.y[i][0] + c.x[i][n-1] + c.y[i][n-1]
		}
	}
	return found
}

func (c *cellBlock) same(i int) bool { return c.kinds[i] && string(c.x[i]) == string(c.y[i]) }
