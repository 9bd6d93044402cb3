package wire

import (
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf8"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/value"
)

// BatchToProto is the message of a batch. It shares the batch's bytes, which
// nobody may change. A field's name that is not UTF-8 is an error: the contract
// has no form for it.
func BatchToProto(b *value.Batch) (*adapterv1.Batch, error) {
	cols := b.Columns()
	out := &adapterv1.Batch{Rows: uint32(b.Rows()), Columns: make([]*adapterv1.Column, len(cols))}
	for i := range cols {
		if !utf8.ValidString(cols[i].Name()) {
			return nil, fmt.Errorf("field %q has a name that is not UTF-8", cols[i].Name())
		}
		out.Columns[i] = columnToProto(&cols[i])
	}
	return out, nil
}

func columnToProto(c *value.Column) *adapterv1.Column {
	kinds, ends, arena := c.Parts()
	n := countColumn(kinds)
	out := &adapterv1.Column{Name: c.Name(), Kinds: kinds}
	out.Ints = make([]int64, 0, n.ints)
	out.Floats = make([]float64, 0, n.floats)
	out.Lengths = make([]uint32, 0, n.lengths)
	out.Nanos = make([]uint32, 0, n.nanos)
	if n.shared() {
		out.Arena = arena
	} else if n.lengths > 0 {
		out.Arena = make([]byte, 0, len(arena)-8*n.floats)
	}
	var from uint32
	for i, end := range ends {
		content := arena[from:end]
		from = end
		kind := kinds[i]
		switch shapeOf(kind) {
		case shapeNothing, shapeNone:
			continue
		case shapeBool:
			out.Ints = append(out.Ints, int64(content[0]))
			continue
		case shapeInt:
			v, _ := binary.Varint(content)
			out.Ints = append(out.Ints, v)
			continue
		case shapeFloat:
			out.Floats = append(out.Floats, math.Float64frombits(binary.LittleEndian.Uint64(content)))
			continue
		case shapeDigest:
			out.Ints = append(out.Ints, int64(binary.LittleEndian.Uint64(content)))
			content = content[8:]
		case shapeInstant:
			out.Ints = append(out.Ints, int64(binary.LittleEndian.Uint64(content)))
			out.Nanos = append(out.Nanos, binary.LittleEndian.Uint32(content[8:]))
			content = content[12:]
		}
		out.Lengths = append(out.Lengths, uint32(len(content)))
		if !n.shared() {
			out.Arena = append(out.Arena, content...)
		}
	}
	return out
}
