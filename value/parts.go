package value

// Parts are the column as it lies in memory: a kind byte a row, where each
// row's content ends in the arena, and the arena. Nobody may change them;
// [NewColumn] makes a column of such parts. The content of a cell is
//
//   - missing and null: nothing
//   - bool: one byte, 0 or 1
//   - int: its zigzag varint, or with [FlagBig] its decimal text
//   - float64: its bits, 8 bytes little-endian
//   - decimal, text, bytes, json: as they are
//   - time: its text; with [FlagZoned] behind 8 bytes of seconds since 1970 and
//     4 of nanoseconds, little-endian
//   - with [FlagDigest]: 8 bytes of length, little-endian, and the SHA-256
func (c *Column) Parts() (kinds []byte, ends []uint32, arena []byte) {
	return c.kinds, c.ends, c.arena
}

// Size is how many bytes v's content takes in a column.
func (v Value) Size() int {
	switch {
	case v.digest:
		return 8 + len(v.s)
	case v.kind == Bool:
		return 1
	case v.kind == Int && !v.big:
		return 10
	case v.kind == Float64:
		return 8
	case v.zoned:
		return 12 + len(v.s)
	}
	return len(v.s)
}

// Size is about how many bytes the records ended so far take in a batch.
func (b *Builder) Size() int { return b.bytes }
