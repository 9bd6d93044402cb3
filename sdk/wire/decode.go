package wire

import (
	"encoding/binary"
	"math"
	"math/bits"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/value"
)

// BatchFromProto checks a message and makes a batch of it. The batch keeps the
// message's bytes, so the message must not be used again. The error is
// [value.ErrMalformed] and says what was wrong.
func BatchFromProto(m *adapterv1.Batch) (*value.Batch, error) {
	rows, n := int(m.GetRows()), len(m.GetColumns())
	switch {
	case rows < 1:
		return nil, malformed("a batch without records")
	case n > value.MaxColumns:
		return nil, malformed("%d columns, at most %d", n, value.MaxColumns)
	case rows > value.MaxCells || rows*max(n, 1) > value.MaxCells:
		return nil, malformed("%d records of %d columns, at most %d cells", rows, n, value.MaxCells)
	}
	cols := make([]value.Column, n)
	names := make(map[string]struct{}, n)
	content := 0
	for i, c := range m.GetColumns() {
		name := c.GetName()
		if _, twice := names[name]; twice {
			return nil, malformed("column %q twice", name)
		}
		names[name] = struct{}{}
		content += len(c.GetArena())
		if content > value.MaxBatchBytes {
			return nil, malformed("more than %d bytes of content", value.MaxBatchBytes)
		}
		var err error
		if cols[i], err = columnFromProto(c, rows); err != nil {
			return nil, err
		}
	}
	return value.NewBatch(rows, cols)
}

func columnFromProto(c *adapterv1.Column, rows int) (value.Column, error) {
	name := c.GetName()
	if name == "" {
		return value.Column{}, malformed("a column without a name")
	}
	if len(c.GetKinds()) != rows {
		return value.Column{}, malformed("column %q has %d kinds for %d records", name, len(c.GetKinds()), rows)
	}
	n := countColumn(c.GetKinds())
	switch {
	case n.unknown > 0:
		return value.Column{}, malformed("column %q has a kind byte that no value has", name)
	case n.ints != len(c.GetInts()):
		return value.Column{}, malformed("column %q has %d ints for %d cells", name, len(c.GetInts()), n.ints)
	case n.floats != len(c.GetFloats()):
		return value.Column{}, malformed("column %q has %d floats for %d cells", name, len(c.GetFloats()), n.floats)
	case n.lengths != len(c.GetLengths()):
		return value.Column{}, malformed("column %q has %d lengths for %d cells", name, len(c.GetLengths()), n.lengths)
	case n.nanos != len(c.GetNanos()):
		return value.Column{}, malformed("column %q has %d nanos for %d cells", name, len(c.GetNanos()), n.nanos)
	}
	total := uint64(0)
	for _, l := range c.GetLengths() {
		total += uint64(l)
	}
	if total != uint64(len(c.GetArena())) {
		return value.Column{}, malformed("column %q has an arena of %d bytes for lengths of %d", name, len(c.GetArena()), total)
	}
	d := columnDecoder{c: c, n: n}
	ends, arena, ok := d.layOut()
	if !ok {
		return value.Column{}, malformed("column %q has a cell that no value has", name)
	}
	col, err := value.NewColumn(name, c.GetKinds(), ends, arena)
	if err != nil {
		return value.Column{}, malformed("column %q has a cell that no value has", name)
	}
	return col, nil
}

// columnDecoder walks a column's lists, whose lengths were checked.
type columnDecoder struct {
	c *adapterv1.Column
	n counts

	int, float, length, nano, at int
}

// layOut makes the arena that package value keeps: as it came where no cell has
// content elsewhere, else one of exactly the right size.
func (d *columnDecoder) layOut() (ends []uint32, arena []byte, ok bool) {
	kinds := d.c.GetKinds()
	ends = make([]uint32, len(kinds))
	if d.n.shared() {
		end := uint32(0)
		for i, k := range kinds {
			if shapeOf(k) == shapeBytes {
				end += d.c.Lengths[d.length]
				d.length++
			}
			ends[i] = end
		}
		return ends, d.c.GetArena(), true
	}
	arena = make([]byte, 0, d.size())
	for i, k := range kinds {
		switch shapeOf(k) {
		case shapeBool:
			b := d.nextInt()
			if b != 0 && b != 1 {
				return nil, nil, false
			}
			arena = append(arena, byte(b))
		case shapeInt:
			arena = binary.AppendVarint(arena, d.nextInt())
		case shapeFloat:
			arena = binary.LittleEndian.AppendUint64(arena, floatBits(d.c.Floats[d.float]))
			d.float++
		case shapeBytes:
			arena = d.appendContent(arena)
		case shapeDigest:
			length := d.nextInt()
			if length < 0 {
				return nil, nil, false
			}
			arena = binary.LittleEndian.AppendUint64(arena, uint64(length))
			arena = d.appendContent(arena)
		case shapeInstant:
			arena = binary.LittleEndian.AppendUint64(arena, uint64(d.nextInt()))
			arena = binary.LittleEndian.AppendUint32(arena, d.c.Nanos[d.nano])
			d.nano++
			arena = d.appendContent(arena)
		}
		ends[i] = uint32(len(arena))
	}
	return ends, arena, true
}

func (d *columnDecoder) nextInt() int64 {
	v := d.c.Ints[d.int]
	d.int++
	return v
}

func (d *columnDecoder) appendContent(arena []byte) []byte {
	end := d.at + int(d.c.Lengths[d.length])
	arena = append(arena, d.c.Arena[d.at:end]...)
	d.at = end
	d.length++
	return arena
}

// size is a bound on the arena in memory that is exact for columns of one kind.
func (d *columnDecoder) size() int {
	n := len(d.c.GetArena()) + 8*d.n.floats
	fixed := d.n.digests + d.n.nanos
	n += 8*fixed + 4*d.n.nanos
	if fixed == len(d.c.GetInts()) {
		return n
	}
	for _, v := range d.c.GetInts() {
		n += varintLen(v)
	}
	return n
}

func varintLen(v int64) int {
	return (bits.Len64(uint64(v<<1)^uint64(v>>63)|1) + 6) / 7
}

// floatBits gives NaN one form, so that NaN is the same as NaN.
func floatBits(f float64) uint64 {
	if math.IsNaN(f) {
		f = math.NaN()
	}
	return math.Float64bits(f)
}
