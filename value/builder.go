package value

import (
	"errors"
	"fmt"
)

// ErrRecordTooLarge says that one record holds more than MaxRecordBytes, so
// that no batch can carry it.
var ErrRecordTooLarge = errors.New("a record too large for a batch")

// Builder makes batches, record by record. It is not safe for concurrent use.
// The zero Builder is ready. After an error the record that is being built
// must be given up, and the builder with it.
type Builder struct {
	rows   int
	cols   []Column
	index  map[string]int
	filled []int // rows each column has
	bytes  int
	record int // bytes when the record that is being built began
}

// cellOverhead is what a cell takes beside its content.
const cellOverhead = 5

// Set gives the record that is being built a field. It is an error to set a
// field twice in one record, to pass MaxColumns or MaxRecordBytes, or to give
// no name.
func (b *Builder) Set(name string, v Value) error {
	i, err := b.ColumnAt(name)
	if err != nil {
		return err
	}
	return b.SetAt(i, v)
}

// ColumnAt finds or adds the column of a field, for use with SetAt. It keeps
// its number over Take.
func (b *Builder) ColumnAt(name string) (int, error) {
	if i, ok := b.index[name]; ok {
		return i, nil
	}
	switch {
	case name == "":
		return 0, errors.New("a field without a name")
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

// SetAt gives the record that is being built the field of column i, a number
// that ColumnAt gave.
func (b *Builder) SetAt(i int, v Value) error {
	if b.filled[i] != b.rows {
		if b.filled[i] > b.rows {
			return fmt.Errorf("field %q twice in one record", b.cols[i].name)
		}
		b.pad(i)
	}
	c := &b.cols[i]
	before := len(c.arena)
	c.arena = appendCell(c.arena, v)
	c.kinds = append(c.kinds, v.kindByte())
	c.ends = append(c.ends, uint32(len(c.arena)))
	b.filled[i]++
	b.bytes += len(c.arena) - before + cellOverhead
	if b.bytes-b.record > MaxRecordBytes {
		return ErrRecordTooLarge
	}
	return nil
}

// pad fills column i with Missing up to the record that is being built.
func (b *Builder) pad(i int) {
	c := &b.cols[i]
	for b.filled[i] < b.rows {
		c.kinds = append(c.kinds, byte(Missing))
		c.ends = append(c.ends, uint32(len(c.arena)))
		b.filled[i]++
	}
}

// EndRecord ends the record that is being built, be it empty.
func (b *Builder) EndRecord() {
	b.rows++
	b.record = b.bytes
}

// Rows is the number of records ended so far.
func (b *Builder) Rows() int { return b.rows }

// Full tells whether one more record could go over a batch's limits, so that
// it is time to take the batch. Ask after each EndRecord.
func (b *Builder) Full() bool {
	return b.rows >= maxRows || b.bytes >= MaxRecordBytes || b.rows*len(b.cols)*cellOverhead >= MaxRecordBytes
}

// maxRows keeps a batch within MaxCells though its last record may bring a
// thousand new fields, which all the others then lack.
const maxRows = MaxCells / MaxColumns

// Take gives the batch of the records ended so far and leaves an empty
// builder, whose columns keep their order.
func (b *Builder) Take() *Batch {
	for i := range b.cols {
		b.pad(i)
		b.cols[i].finish()
	}
	out := &Batch{rows: b.rows, cols: b.cols}
	next := Builder{index: b.index, cols: make([]Column, len(b.cols)), filled: make([]int, len(b.cols))}
	for i := range b.cols {
		rows, content := room(b.rows), room(len(b.cols[i].arena))
		next.cols[i] = Column{
			name:  b.cols[i].name,
			kinds: make([]byte, 0, rows),
			ends:  make([]uint32, 0, rows),
			arena: make([]byte, 0, content),
		}
	}
	*b = next
	return out
}

// room is what the next batch may need where the last needed n: a little more,
// so that it is seldom moved, and seldom wasted.
func room(n int) int { return n + n/16 + 8 }
