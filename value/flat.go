package value

import (
	"encoding/binary"
	"errors"
	"unsafe"
)

// ErrMalformed says that bytes are not a batch: columns of unequal length, a
// name twice, a cell that no value has, or a limit passed.
var ErrMalformed = errors.New("malformed batch")

// NewColumn makes a column of parts from the wire: a kind byte a row, where
// each row's content ends in the arena, and the arena, all kept and not
// copied. The error is [ErrMalformed].
func NewColumn(name string, kinds []byte, ends []uint32, arena []byte) (Column, error) {
	if name == "" || len(kinds) != len(ends) {
		return Column{}, ErrMalformed
	}
	var from uint32
	for i, end := range ends {
		if end < from || int(end) > len(arena) || !checkCell(kinds[i], arena[from:end]) {
			return Column{}, ErrMalformed
		}
		from = end
	}
	if int(from) != len(arena) {
		return Column{}, ErrMalformed
	}
	c := Column{name: name, kinds: kinds, ends: ends, arena: arena}
	c.finish()
	return c, nil
}

// NewBatch makes a batch of columns of rows cells each. The error is
// [ErrMalformed].
func NewBatch(rows int, cols []Column) (*Batch, error) {
	if rows < 0 || len(cols) > MaxColumns || rows*max(len(cols), 1) > MaxCells {
		return nil, ErrMalformed
	}
	names := make(map[string]struct{}, len(cols))
	for i := range cols {
		if _, twice := names[cols[i].name]; twice || len(cols[i].kinds) != rows {
			return nil, ErrMalformed
		}
		names[cols[i].name] = struct{}{}
	}
	return &Batch{rows: rows, cols: cols}, nil
}

// AppendFlat appends the batch as one run of bytes that [ParseFlat] reads in
// place, a multiple of four long; dst is padded to such a multiple first. It is
// for this machine's own files, not for the wire.
func (b *Batch) AppendFlat(dst []byte) []byte {
	for len(dst)%4 != 0 {
		dst = append(dst, 0)
	}
	dst = binary.NativeEndian.AppendUint32(dst, uint32(b.rows))
	dst = binary.NativeEndian.AppendUint32(dst, uint32(len(b.cols)))
	for i := range b.cols {
		c := &b.cols[i]
		dst = binary.NativeEndian.AppendUint32(dst, uint32(len(c.name)))
		dst = binary.NativeEndian.AppendUint32(dst, uint32(len(c.arena)))
		for _, end := range c.ends {
			dst = binary.NativeEndian.AppendUint32(dst, end)
		}
		dst = append(append(append(dst, c.kinds...), c.name...), c.arena...)
		for len(dst)%4 != 0 {
			dst = append(dst, 0)
		}
	}
	return dst
}

// ParseFlat reads what AppendFlat wrote, from its first byte to its last. data
// stays in use, and nobody may change it; what does not lie at an address that
// is a multiple of four is copied. The error is [ErrMalformed].
func ParseFlat(data []byte) (*Batch, error) {
	r := flatReader{data: data}
	rows, n := int(r.uint32()), int(r.uint32())
	if r.failed || n > MaxColumns {
		return nil, ErrMalformed
	}
	cols := make([]Column, n)
	for i := range cols {
		nameLen, arenaLen := int(r.uint32()), int(r.uint32())
		raw := r.take(4 * rows)
		kinds, name, arena := r.take(rows), r.take(nameLen), r.take(arenaLen)
		r.align()
		if r.failed {
			return nil, ErrMalformed
		}
		c, err := NewColumn(string(name), kinds, flatEnds(raw), arena)
		if err != nil {
			return nil, err
		}
		cols[i] = c
	}
	if r.at != len(data) {
		return nil, ErrMalformed
	}
	return NewBatch(rows, cols)
}

// flatEnds reads raw as uint32s, in place where it can.
func flatEnds(raw []byte) []uint32 {
	p, n := unsafe.Pointer(unsafe.SliceData(raw)), len(raw)/4
	if n == 0 {
		return nil
	}
	if uintptr(p)%4 == 0 {
		return unsafe.Slice((*uint32)(p), n)
	}
	ends := make([]uint32, n)
	for i := range ends {
		ends[i] = binary.NativeEndian.Uint32(raw[4*i:])
	}
	return ends
}

type flatReader struct {
	data   []byte
	at     int
	failed bool
}

func (r *flatReader) take(n int) []byte {
	if r.failed || n < 0 || n > len(r.data)-r.at {
		r.failed = true
		return nil
	}
	out := r.data[r.at : r.at+n : r.at+n]
	r.at += n
	return out
}

func (r *flatReader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.NativeEndian.Uint32(b)
	}
	return 0
}

func (r *flatReader) align() { r.take((4 - r.at%4) % 4) }
