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
