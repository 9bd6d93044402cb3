package value

import (
	"encoding/binary"
	"hash/maphash"
)

// Hash gives values that are the same ([Same]) one number, under a seed that
// nobody outside the process can know: no set of values can be made to share a
// bucket. It is for tables in memory alone, and exact comparison follows it.
func Hash(seed maphash.Seed, v Value) uint64 {
	switch {
	case v.digest:
	case v.kind == Text:
		return maphash.String(seed, v.s)
	case v.kind == Int && !v.big:
		return maphash.Comparable(seed, v.i)
	case v.kind == Bool:
		return maphash.Comparable(seed, v.i != 0)
	case v.kind.IsNumber():
		return hashNumber(seed, v)
	}
	var buf [96]byte
	return maphash.Bytes(seed, AppendKey(buf[:0], v))
}

// hashNumber gives a number the hash of the int that it is, where it is one.
func hashNumber(seed maphash.Seed, v Value) uint64 {
	var buf [48]byte
	normal := appendNumberOf(buf[:0], v)
	if i, ok := smallInt(normal); ok {
		return maphash.Comparable(seed, i)
	}
	return maphash.Bytes(seed, normal)
}

// HashAt is [Hash] of the value in a row, without making the value where the
// cell will do.
func (c *Column) HashAt(seed maphash.Seed, row int) uint64 {
	switch c.kindAt(row) {
	case byte(Text):
		return maphash.Bytes(seed, c.content(row))
	case byte(Int):
		i, _ := binary.Varint(c.content(row))
		return maphash.Comparable(seed, i)
	case byte(Bool):
		return maphash.Comparable(seed, c.content(row)[0] != 0)
	}
	return Hash(seed, c.At(row))
}
