package wire_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk/wire"
	"github.com/effectkit/effectkit/value"
)

// golden is what a vector is made of.
type golden struct {
	name, why string
	message   *adapterv1.Batch
	refused   bool
}

// goldens is the table that the vectors are written from.
func goldens(t *testing.T) []golden {
	t.Helper()
	one := func(name, why string, values ...value.Value) golden {
		var b value.Builder
		for _, v := range values {
			if err := b.Set("f", v); err != nil {
				t.Fatal(err)
			}
			b.EndRecord()
		}
		m, err := wire.BatchToProto(b.Take())
		if err != nil {
			t.Fatal(err)
		}
		return golden{name: name, why: why, message: m}
	}
	bad := func(name, why string, m *adapterv1.Batch) golden { return golden{name, why, m, true} }
	column := func(c *adapterv1.Column) *adapterv1.Batch {
		return &adapterv1.Batch{Rows: 1, Columns: []*adapterv1.Column{c}}
	}
	must := func(v value.Value, err error) value.Value {
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	huge, _ := new(big.Int).SetString("-9223372036854775809", 10)
	return []golden{
		one("missing and null", "a record that lacks a field, and one that carries it as null, have no content and are not the same", value.Value{}, value.NullValue()),
		one("bool", "0 or 1 in ints", value.OfBool(false), value.OfBool(true)),
		one("int", "sint64, so zigzag; beyond 64 bits decimal text in the arena and 0x20 in the kind byte", value.OfInt(0), value.OfInt(-1), value.OfInt(math.MaxInt64), value.OfUint(math.MaxUint64), value.OfBigInt(huge)),
		one("decimal", "JSON number text, as it was written: nothing is rounded and no zero is lost", must(value.OfDecimalText("1.50")), must(value.OfDecimalText("-1e-7"))),
		one("float64", "a double; a 32-bit float travels as a decimal of its own shortest text", value.OfFloat64(0.1), value.OfFloat64(math.Inf(1)), value.OfFloat32(0.1)),
		one("text", "the arena holds all contents end to end; what is not UTF-8 stays as it is", value.OfText(""), value.OfText("Ærø"), value.OfText("\xff")),
		one("bytes", "as text, of another kind", value.OfBytes([]byte{0, 255})),
		one("time", "its text, and where it names an instant 0x80 in the kind byte, seconds in ints, nanoseconds in nanos", value.OfTimeText("2026-03-29T02:30:00.5+02:00"), value.OfTimeText("2026-03-29 02:30:00"), value.OfTimeText("1969-12-31T23:59:59.9Z")),
		one("json", "an array or object as its text", must(value.OfJSON(`{"a": [1.0, null]}`))),
		one("digest", "a content over 262,144 bytes is its length in ints and its SHA-256 in the arena, with 0x40 in the kind byte", value.OfText(strings.Repeat("a", value.MaxInline+1))),
		one("digest of json", "the SHA-256 is that of the canonical form", must(value.OfJSON("["+strings.Repeat(" 1.0,", value.MaxInline/4)+" 2 ]"))),
		one("kinds mixed in one column", "each list has entries only for the cells that need one", value.OfInt(7), value.OfText("x"), value.NullValue(), value.OfBool(true), value.OfText("y"), value.OfFloat64(2)),
		{name: "records without fields", why: "a record may carry nothing and still count", message: &adapterv1.Batch{Rows: 3}},
		bad("no records", "a batch holds at least one", &adapterv1.Batch{}),
		bad("a name twice", "whose value would it be", &adapterv1.Batch{Rows: 1, Columns: []*adapterv1.Column{{Name: "f", Kinds: []byte{1}}, {Name: "f", Kinds: []byte{1}}}}),
		bad("columns of unequal length", "one kind byte a record, in every column", &adapterv1.Batch{Rows: 2, Columns: []*adapterv1.Column{{Name: "f", Kinds: []byte{1, 1}}, {Name: "g", Kinds: []byte{1}}}}),
		bad("an unknown kind", "a value of a later version is not guessed at", column(&adapterv1.Column{Name: "f", Kinds: []byte{10}})),
		bad("a list that is too long", "what no cell needs must not be there", column(&adapterv1.Column{Name: "f", Kinds: []byte{3}, Ints: []int64{1, 2}})),
		bad("an arena that is too short", "the lengths add up to the arena", column(&adapterv1.Column{Name: "f", Kinds: []byte{6}, Lengths: []uint32{2}, Arena: []byte("x")})),
		bad("a decimal that is no number", "a comma is no point", column(&adapterv1.Column{Name: "f", Kinds: []byte{4}, Lengths: []uint32{3}, Arena: []byte("1,5")})),
		bad("json with a name twice", "RFC 8259 leaves open which one counts", column(&adapterv1.Column{Name: "f", Kinds: []byte{9}, Lengths: []uint32{13}, Arena: []byte(`{"a":1,"a":2}`)})),
		bad("a digest of what fits", "a short content travels as it is, so that it has one form", column(&adapterv1.Column{Name: "f", Kinds: []byte{0x46}, Ints: []int64{5}, Lengths: []uint32{32}, Arena: make([]byte, 32)})),
	}
}
