package value

import "bytes"

// Limits of one batch, on the wire and in memory, and of one record in it.
const (
	MaxColumns     = 1024
	MaxCells       = 4 << 20
	MaxBatchBytes  = 1 << 20
	MaxRecordBytes = MaxBatchBytes / 2
)

// Batch is an immutable run of records in columns. Every column has one cell a
// record; a record that does not carry a field has a Missing cell there. It is
// safe for concurrent use.
type Batch struct {
	rows int
	cols []Column
}

// Column is one field of a batch's records.
type Column struct {
	name  string
	kinds []byte   // one a row, with flags
	ends  []uint32 // where a row's content ends in arena
	arena []byte

	// What finished columns know of themselves, so that a look at one cell
	// fetches one place of memory where it can.
	alike bool // every row has one kind byte
	fixed bool // every row's content has one length
	width int
}

// finish finds out what c can know of itself. Nothing may be added after it.
func (c *Column) finish() {
	if len(c.kinds) == 0 {
		return
	}
	c.alike, c.fixed, c.width = true, true, int(c.ends[0])
	first, from := c.kinds[0], uint32(0)
	for _, end := range c.ends {
		if int(end-from) != c.width {
			c.fixed = false
			break
		}
		from = end
	}
	for _, kind := range c.kinds {
		if kind != first {
			c.alike = false
			break
		}
	}
}

// kindAt is the kind byte of a row of a finished column.
func (c *Column) kindAt(row int) byte {
	if c.alike {
		return c.kinds[0]
	}
	return c.kinds[row]
}

// Rows is the number of records.
func (b *Batch) Rows() int { return b.rows }

// Columns are the fields that a record of the batch may carry, in the order
// the reader gave them.
func (b *Batch) Columns() []Column { return b.cols }

// Column finds a field's column; nil when no record of the batch has it.
func (b *Batch) Column(name string) *Column {
	for i := range b.cols {
		if b.cols[i].name == name {
			return &b.cols[i]
		}
	}
	return nil
}

// Value is one record's value of a field; Missing when it does not carry it.
func (b *Batch) Value(row int, name string) Value {
	if c := b.Column(name); c != nil {
		return c.At(row)
	}
	return Value{}
}

// Size is about how many bytes the batch holds.
func (b *Batch) Size() int64 {
	var n int64
	for i := range b.cols {
		c := &b.cols[i]
		n += int64(len(c.kinds) + 4*len(c.ends) + len(c.arena) + len(c.name))
	}
	return n
}

// Name is the field's name.
func (c *Column) Name() string { return c.name }

// At is the value in a row.
func (c *Column) At(row int) Value { return cellValue(c.kindAt(row), c.content(row)) }

// Kind is the kind of the value in a row, which is cheaper than At.
func (c *Column) Kind(row int) Kind { return Kind(c.kindAt(row) & kindMask) }

// KindByte and Content are a row's cell as it lies there: two cells of one
// kind byte and one content hold the same value. Nobody may change the bytes.
func (c *Column) KindByte(row int) byte { return c.kindAt(row) }

// Content is the stored form of the value in a row; see KindByte.
func (c *Column) Content(row int) []byte { return c.content(row) }

func (c *Column) content(row int) []byte {
	if c.fixed {
		from := row * c.width
		return c.arena[from : from+c.width : from+c.width]
	}
	var from uint32
	if row > 0 {
		from = c.ends[row-1]
	}
	return c.arena[from:c.ends[row]:c.ends[row]]
}

// SameRow tells whether record i of b is the same in every field as record j of
// o, whose columns have the same names in the same order.
func (b *Batch) SameRow(i int, o *Batch, j int) bool {
	for k := range b.cols {
		c, d := &b.cols[k], &o.cols[k]
		if c.kindAt(i) == d.kindAt(j) && string(c.content(i)) == string(d.content(j)) {
			continue
		}
		if !c.SameAt(i, d, j) {
			return false
		}
	}
	return true
}

// SameAt tells whether c's value in row i is the same as d's in row j, without
// making values where the cells decide.
func (c *Column) SameAt(i int, d *Column, j int) bool {
	k := c.kindAt(i)
	if k != d.kindAt(j) {
		return classOf(c.Kind(i)) == classOf(d.Kind(j)) && Same(c.At(i), d.At(j))
	}
	if bytes.Equal(c.content(i), d.content(j)) {
		return true
	}
	switch k {
	case byte(Text), byte(Int), byte(Bytes), byte(Bool):
		return false
	}
	return Same(c.At(i), d.At(j))
}
