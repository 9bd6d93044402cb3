package value

import (
	"bytes"
	"fmt"
)

// Limits of one batch, on the wire and in memory.
const (
	MaxColumns    = 1024
	MaxCells      = 4 << 20
	MaxBatchBytes = 1 << 20
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
func (c *Column) At(row int) Value { return cellValue(c.kinds[row], c.content(row)) }

// Kind is the kind of the value in a row, which is cheaper than At.
func (c *Column) Kind(row int) Kind { return Kind(c.kinds[row] & kindMask) }

// KindByte and Content are a row's cell as it lies there: two cells of one
// kind byte and one content hold the same value. Nobody may change the bytes.
func (c *Column) KindByte(row int) byte { return c.kinds[row] }

// Content is the stored form of the value in a row; see KindByte.
func (c *Column) Content(row int) []byte { return c.content(row) }

func (c *Column) content(row int) []byte {
	var from uint32
	if row > 0 {
		from = c.ends[row-1]
	}
	return c.arena[from:c.ends[row]:c.ends[row]]
}

// SameAt tells whether c's value in row i is the same as d's in row j, without
// making values where the cells are alike.
func (c *Column) SameAt(i int, d *Column, j int) bool {
	if c.kinds[i] == d.kinds[j] && bytes.Equal(c.content(i), d.content(j)) {
		return true
	}
	return Same(c.At(i), d.At(j))
}

// Builder makes one batch, record by record. It is not safe for concurrent
// use. The zero Builder is ready.
type Builder struct {
	rows   int
	cols   []Column
	index  map[string]int
	filled []int // rows each column has
	cells  int
	bytes  int
}

// Set gives the record that is being built a field. A field twice in one
// record, too many columns or an empty name is an error, and the record must
// then be given up with the batch.
func (b *Builder) Set(name string, v Value) error {
	i, ok := b.index[name]
	if !ok {
		var err error
		if i, err = b.addColumn(name); err != nil {
			return err
		}
	}
	return b.SetAt(i, v)
}

// ColumnAt finds or adds the column of a field, for use with SetAt.
func (b *Builder) ColumnAt(name string) (int, error) {
	if i, ok := b.index[name]; ok {
		return i, nil
	}
	return b.addColumn(name)
}

func (b *Builder) addColumn(name string) (int, error) {
	switch {
	case name == "":
		return 0, fmt.Errorf("a field without a name")
	case len(b.cols) == MaxColumns:
		return 0, fmt.Errorf("more than %d fields", MaxColumns)
	}
	if b.index == nil {
		b.index = map[string]int{}
	}
	b.index[name] = len(b.cols)
	b.cols = append(b.cols, Column{name: name})
	b.filled = append(b.filled, 0)
	return len(b.cols) - 1, nil
}

// SetAt gives the record that is being built the field of column i.
func (b *Builder) SetAt(i int, v Value) error {
	if b.filled[i] > b.rows {
		return fmt.Errorf("field %q twice in one record", b.cols[i].name)
	}
	b.pad(i)
	c := &b.cols[i]
	before := len(c.arena)
	c.arena = appendCell(c.arena, v)
	c.kinds = append(c.kinds, v.kindByte())
	c.ends = append(c.ends, uint32(len(c.arena)))
	b.filled[i]++
	b.bytes += len(c.arena) - before + 5
	return nil
}

// pad fills column i with Missing up to the record that is being built.
func (b *Builder) pad(i int) {
	c := &b.cols[i]
	for b.filled[i] < b.rows {
		c.kinds = append(c.kinds, byte(Missing))
		c.ends = append(c.ends, uint32(len(c.arena)))
		b.filled[i]++
		b.bytes += 5
	}
}

// EndRecord ends the record that is being built, be it empty.
func (b *Builder) EndRecord() { b.rows++ }

// Rows is the number of records ended so far.
func (b *Builder) Rows() int { return b.rows }

// Full tells whether one more record could go over a batch's limits, so that
// it is time to take the batch.
func (b *Builder) Full() bool {
	return b.bytes >= MaxBatchBytes-(2*MaxInline) || (b.rows+1)*max(len(b.cols), 1) > MaxCells/2
}

// Take gives the batch of the records ended so far and leaves an empty
// builder, whose columns keep their order.
func (b *Builder) Take() *Batch {
	for i := range b.cols {
		b.pad(i)
	}
	out := &Batch{rows: b.rows, cols: b.cols}
	next := Builder{index: b.index, cols: make([]Column, len(b.cols)), filled: make([]int, len(b.cols))}
	for i := range b.cols {
		next.cols[i] = Column{
			name:  b.cols[i].name,
			kinds: make([]byte, 0, b.rows),
			ends:  make([]uint32, 0, b.rows),
			arena: make([]byte, 0, len(b.cols[i].arena)),
		}
	}
	*b = next
	return out
}
