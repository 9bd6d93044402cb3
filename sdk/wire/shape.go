package wire

import "github.com/effectkit/effectkit/value"

// shape says where on the wire a cell of one kind byte has its content.
type shape byte

const (
	shapeNone    shape = iota // no value has this kind byte
	shapeNothing              // missing, null
	shapeBool                 // ints, 0 or 1
	shapeInt                  // ints
	shapeFloat                // floats
	shapeBytes                // lengths, arena
	shapeDigest               // ints the length, lengths 32, arena the digest
	shapeInstant              // ints seconds, nanos, lengths, arena
)

// shapes is the one table of kind bytes.
var shapes = func() (t [256]shape) {
	t[value.Missing], t[value.Null] = shapeNothing, shapeNothing
	t[value.Bool], t[value.Int], t[value.Float64] = shapeBool, shapeInt, shapeFloat
	t[byte(value.Int)|value.FlagBig] = shapeBytes
	for _, k := range []value.Kind{value.Decimal, value.Text, value.Bytes, value.Time, value.JSON} {
		t[k] = shapeBytes
	}
	for _, k := range []value.Kind{value.Text, value.Bytes, value.JSON} {
		t[byte(k)|value.FlagDigest] = shapeDigest
	}
	t[byte(value.Time)|value.FlagZoned] = shapeInstant
	return t
}()

func shapeOf(kindByte byte) shape { return shapes[kindByte] }

// counts are how long the lists of a column with these kinds are.
type counts struct{ ints, floats, lengths, nanos, digests, unknown int }

func countColumn(kinds []byte) counts {
	var per [256]int
	for _, k := range kinds {
		per[k]++
	}
	var n counts
	for k, times := range per {
		if times == 0 {
			continue
		}
		switch shapeOf(byte(k)) {
		case shapeNone:
			n.unknown += times
		case shapeBool:
			n.ints += times
		case shapeInt:
			n.ints += times
		case shapeFloat:
			n.floats += times
		case shapeBytes:
			n.lengths += times
		case shapeDigest:
			n.ints += times
			n.lengths += times
			n.digests += times
		case shapeInstant:
			n.ints += times
			n.lengths += times
			n.nanos += times
		}
	}
	return n
}

// shared tells whether the arena on the wire is the arena in memory, because no
// cell has content elsewhere.
func (n counts) shared() bool { return n.ints == 0 && n.floats == 0 }
