package value

import (
	"encoding/binary"
	"unsafe"
)

// Flags in a cell's kind byte, beside the Kind in its low bits. The wire uses
// the same bits.
const (
	// FlagBig marks an int beyond 64 bits: its content is decimal text.
	FlagBig byte = 0x20
	// FlagDigest marks a text, bytes or json of which only the length and
	// SHA-256 are known.
	FlagDigest byte = 0x40
	// FlagZoned marks a time that names an instant.
	FlagZoned byte = 0x80

	kindMask byte = 0x0f
)

// kindByte is the kind and flags of v in one byte.
func (v Value) kindByte() byte {
	b := byte(v.kind)
	if v.big {
		b |= FlagBig
	}
	if v.digest {
		b |= FlagDigest
	}
	if v.zoned {
		b |= FlagZoned
	}
	return b
}

// appendCell appends v's content as a batch keeps it. Two cells of the same
// kind byte and the same content are the same value; the same value may have
// several contents (1.0 and 1.00).
func appendCell(dst []byte, v Value) []byte {
	switch {
	case v.digest:
		return append(binary.LittleEndian.AppendUint64(dst, uint64(v.i)), v.s...)
	case v.kind == Bool:
		return append(dst, byte(v.i))
	case v.kind == Int && !v.big:
		return binary.AppendVarint(dst, v.i)
	case v.kind == Float64:
		return binary.LittleEndian.AppendUint64(dst, uint64(v.i))
	case v.zoned:
		dst = binary.LittleEndian.AppendUint64(dst, uint64(v.i))
		dst = binary.LittleEndian.AppendUint32(dst, uint32(v.ns))
	}
	return append(dst, v.s...)
}

// cellValue reads a cell. The Value aliases content, which nobody may change.
func cellValue(kindByte byte, content []byte) Value {
	v := Value{
		kind:   Kind(kindByte & kindMask),
		big:    kindByte&FlagBig != 0,
		digest: kindByte&FlagDigest != 0,
		zoned:  kindByte&FlagZoned != 0,
	}
	switch {
	case v.digest:
		v.i = int64(binary.LittleEndian.Uint64(content))
		content = content[8:]
	case v.kind == Bool:
		v.i = int64(content[0])
		return v
	case v.kind == Int && !v.big:
		v.i, _ = binary.Varint(content)
		return v
	case v.kind == Float64:
		v.i = int64(binary.LittleEndian.Uint64(content))
		return v
	case v.zoned:
		v.i = int64(binary.LittleEndian.Uint64(content))
		v.ns = int32(binary.LittleEndian.Uint32(content[8:]))
		content = content[12:]
	}
	v.s = unsafe.String(unsafe.SliceData(content), len(content))
	return v
}

// checkCell tells whether a kind byte and content make a value, so that a
// batch from elsewhere cannot make anything here fail.
func checkCell(kindByte byte, content []byte) bool {
	k := Kind(kindByte & kindMask)
	flags := kindByte &^ kindMask
	n := len(content)
	if n > MaxInline+12 { // a zoned time has 12 bytes before its text
		return false
	}
	switch {
	case !k.Valid():
		return false
	case flags == FlagDigest:
		return (k == Text || k == Bytes || k == JSON) && n == 8+32 &&
			int64(binary.LittleEndian.Uint64(content)) > MaxInline
	case k == Int && flags == FlagBig:
		shape, ok := scanNumber(content)
		return ok && n <= MaxInline && !shape.fraction && !shape.exponent
	case k == Time && flags == FlagZoned:
		return n >= 12 && binary.LittleEndian.Uint32(content[8:]) < 1e9
	case flags != 0 || n > MaxInline:
		return false
	}
	return checkPlain(k, content)
}

// checkPlain is checkCell for a cell without flags.
func checkPlain(k Kind, content []byte) bool {
	n := len(content)
	switch k {
	case Missing, Null:
		return n == 0
	case Bool:
		return n == 1 && content[0] <= 1
	case Int:
		_, used := binary.Varint(content)
		return used == n && n > 0
	case Float64:
		return n == 8
	case Decimal:
		_, ok := scanNumber(content)
		return ok
	case JSON:
		if n == 0 || (content[0] != '{' && content[0] != '[') {
			return false
		}
		s := scanner{text: content}
		return s.value(0) == nil && s.at == n
	}
	return true
}
