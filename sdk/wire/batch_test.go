package wire_test

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk/wire"
	"github.com/effectkit/effectkit/value"

	"google.golang.org/protobuf/proto"
)

// everyValue holds at least one value of each kind byte.
func everyValue(t testing.TB) []value.Value {
	t.Helper()
	must := func(v value.Value, err error) value.Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	huge, _ := new(big.Int).SetString("-170141183460469231731687303715884105728", 10)
	return []value.Value{
		{}, value.NullValue(), value.OfBool(true), value.OfBool(false),
		value.OfInt(0), value.OfInt(-1), value.OfInt(math.MaxInt64), value.OfInt(math.MinInt64),
		value.OfUint(math.MaxUint64), value.OfBigInt(huge),
		must(value.OfDecimalText("1.50")), must(value.OfDecimalText("-0.000")), must(value.OfDecimalText("1e-9999")),
		value.OfFloat64(0.1), value.OfFloat64(math.Copysign(0, -1)), value.OfFloat64(math.NaN()), value.OfFloat64(math.Inf(-1)),
		value.OfFloat32(0.1),
		value.OfText(""), value.OfText("Ærø"), value.OfText("\xff\xfe"), value.OfText(strings.Repeat("t", value.MaxInline+1)),
		value.OfBytes(nil), value.OfBytes([]byte{0, 255}), value.OfBytes(make([]byte, value.MaxInline+1)),
		value.OfTimeText("2026-03-29T02:30:00.123456789+02:00"), value.OfTimeText("2026-03-29 02:30:00"),
		value.OfTime(time.Unix(-62135596801, 999999999), "before year one"),
		must(value.OfJSON(`{"a":[1,null,{"b":"c"}]}`)),
		must(value.OfJSON(`["` + strings.Repeat("j", value.MaxInline) + `"]`)),
	}
}

// batchOf has one column of all the values, one of every second, and one
// column for each value alone.
func batchOf(t testing.TB, values []value.Value) *value.Batch {
	t.Helper()
	var b value.Builder
	set := func(name string, v value.Value) {
		if err := b.Set(name, v); err != nil {
			t.Fatal(err)
		}
	}
	for i, v := range values {
		set("mixed", v)
		if i%2 == 0 {
			set("sparse", v)
		}
		set("of "+v.Kind().String(), v)
		b.EndRecord()
	}
	return b.Take()
}

func sameBatches(t *testing.T, got, want *value.Batch) {
	t.Helper()
	if got.Rows() != want.Rows() || len(got.Columns()) != len(want.Columns()) {
		t.Fatalf("%d records of %d columns, want %d of %d", got.Rows(), len(got.Columns()), want.Rows(), len(want.Columns()))
	}
	for i := range want.Columns() {
		g, w := &got.Columns()[i], &want.Columns()[i]
		if g.Name() != w.Name() {
			t.Fatalf("column %d is %q, want %q", i, g.Name(), w.Name())
		}
		for row := range want.Rows() {
			if g.KindByte(row) != w.KindByte(row) || string(g.Content(row)) != string(w.Content(row)) {
				t.Errorf("column %q row %d: %s %q, want %s %q", w.Name(), row,
					g.Kind(row), g.At(row).Text(), w.Kind(row), w.At(row).Text())
			}
		}
	}
}

// cross sends a batch as bytes, as a connection does.
func cross(t testing.TB, b *value.Batch) (*value.Batch, error) {
	t.Helper()
	m, err := wire.BatchToProto(b)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := proto.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back adapterv1.Batch
	if err := proto.Unmarshal(raw, &back); err != nil {
		t.Fatal(err)
	}
	return wire.BatchFromProto(&back)
}

func TestABatchCrossesUnchanged(t *testing.T) {
	want := batchOf(t, everyValue(t))
	got, err := cross(t, want)
	if err != nil {
		t.Fatal(err)
	}
	sameBatches(t, got, want)
}

func TestRecordsWithoutAnyFieldCross(t *testing.T) {
	var b value.Builder
	b.EndRecord()
	b.EndRecord()
	got, err := cross(t, b.Take())
	if err != nil || got.Rows() != 2 || len(got.Columns()) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

func TestNaNOfAnotherPayloadIsTheSameNaN(t *testing.T) {
	got, err := wire.BatchFromProto(&adapterv1.Batch{Rows: 1, Columns: []*adapterv1.Column{{
		Name: "f", Kinds: []byte{byte(value.Float64)}, Floats: []float64{math.Float64frombits(0x7ff8dead0000beef)},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if want := value.OfFloat64(math.NaN()); !value.Same(got.Value(0, "f"), want) {
		t.Error("two NaNs")
	}
}

func TestANameThatIsNotUTF8IsRefusedBeforeItIsSent(t *testing.T) {
	var b value.Builder
	if err := b.Set("\xff", value.OfInt(1)); err != nil {
		t.Fatal(err)
	}
	b.EndRecord()
	if _, err := wire.BatchToProto(b.Take()); err == nil || err.Error() != `field "\xff" has a name that is not UTF-8` {
		t.Errorf("got %v", err)
	}
}

func TestMalformedBatchesAreRefused(t *testing.T) {
	text, in, fl := byte(value.Text), byte(value.Int), byte(value.Float64)
	col := func(c *adapterv1.Column) *adapterv1.Batch {
		return &adapterv1.Batch{Rows: 1, Columns: []*adapterv1.Column{c}}
	}
	wide := &adapterv1.Batch{Rows: 1}
	for i := range value.MaxColumns + 1 {
		wide.Columns = append(wide.Columns, &adapterv1.Column{Name: strings.Repeat("c", i+1), Kinds: []byte{0}})
	}
	for _, c := range []struct {
		name string
		m    *adapterv1.Batch
		want string
	}{
		{"nil", nil, "a batch without records"},
		{"no records", &adapterv1.Batch{}, "a batch without records"},
		{"too many columns", wide, "1025 columns, at most 1024"},
		{"too many cells", &adapterv1.Batch{Rows: value.MaxCells + 1}, "4194305 records of 0 columns, at most 4194304 cells"},
		{"records beyond counting", &adapterv1.Batch{Rows: math.MaxUint32, Columns: make([]*adapterv1.Column, 1024)}, "4294967295 records of 1024 columns, at most 4194304 cells"},
		{"a nil column", &adapterv1.Batch{Rows: 1, Columns: []*adapterv1.Column{nil}}, "a column without a name"},
		{"a column without a name", col(&adapterv1.Column{Kinds: []byte{0}}), "a column without a name"},
		{"a name twice", &adapterv1.Batch{Rows: 1, Columns: []*adapterv1.Column{{Name: "a", Kinds: []byte{0}}, {Name: "a", Kinds: []byte{0}}}}, `column "a" twice`},
		{"unequal length", &adapterv1.Batch{Rows: 2, Columns: []*adapterv1.Column{{Name: "a", Kinds: []byte{0, 0}}, {Name: "b", Kinds: []byte{0}}}}, `column "b" has 1 kinds for 2 records`},
		{"an unknown kind", col(&adapterv1.Column{Name: "a", Kinds: []byte{10}}), `column "a" has a kind byte that no value has`},
		{"an unknown flag", col(&adapterv1.Column{Name: "a", Kinds: []byte{0x10}}), `column "a" has a kind byte that no value has`},
		{"a flag of another kind", col(&adapterv1.Column{Name: "a", Kinds: []byte{in | value.FlagZoned}, Ints: []int64{1}}), `column "a" has a kind byte that no value has`},
		{"an int too few", col(&adapterv1.Column{Name: "a", Kinds: []byte{in}}), `column "a" has 0 ints for 1 cells`},
		{"an int too many", col(&adapterv1.Column{Name: "a", Kinds: []byte{text}, Lengths: []uint32{0}, Ints: []int64{7}}), `column "a" has 1 ints for 0 cells`},
		{"a float too few", col(&adapterv1.Column{Name: "a", Kinds: []byte{fl}}), `column "a" has 0 floats for 1 cells`},
		{"a length too few", col(&adapterv1.Column{Name: "a", Kinds: []byte{text}}), `column "a" has 0 lengths for 1 cells`},
		{"nanos without a time", col(&adapterv1.Column{Name: "a", Kinds: []byte{text}, Lengths: []uint32{0}, Nanos: []uint32{1}}), `column "a" has 1 nanos for 0 cells`},
		{"an arena too short", col(&adapterv1.Column{Name: "a", Kinds: []byte{text}, Lengths: []uint32{3}, Arena: []byte("ab")}), `column "a" has an arena of 2 bytes for lengths of 3`},
		{"an arena too long", col(&adapterv1.Column{Name: "a", Kinds: []byte{text}, Lengths: []uint32{1}, Arena: []byte("ab")}), `column "a" has an arena of 2 bytes for lengths of 1`},
		{"lengths that wrap around", &adapterv1.Batch{Rows: 2, Columns: []*adapterv1.Column{{Name: "a", Kinds: []byte{text, text}, Lengths: []uint32{math.MaxUint32, 1}}}}, `column "a" has an arena of 0 bytes for lengths of 4294967296`},
		{"a bool of 2", col(&adapterv1.Column{Name: "a", Kinds: []byte{byte(value.Bool)}, Ints: []int64{2}}), `column "a" has a cell that no value has`},
		{"a decimal that is no number", col(&adapterv1.Column{Name: "a", Kinds: []byte{byte(value.Decimal)}, Lengths: []uint32{3}, Arena: []byte("1,5")}), `column "a" has a cell that no value has`},
		{"a big int with a fraction", col(&adapterv1.Column{Name: "a", Kinds: []byte{in | value.FlagBig}, Lengths: []uint32{3}, Arena: []byte("5.0")}), `column "a" has a cell that no value has`},
		{"a digest of a negative length", col(&adapterv1.Column{Name: "a", Kinds: []byte{text | value.FlagDigest}, Ints: []int64{-1}, Lengths: []uint32{32}, Arena: make([]byte, 32)}), `column "a" has a cell that no value has`},
		{"a digest of what fits", col(&adapterv1.Column{Name: "a", Kinds: []byte{text | value.FlagDigest}, Ints: []int64{5}, Lengths: []uint32{32}, Arena: make([]byte, 32)}), `column "a" has a cell that no value has`},
		{"a billion nanoseconds", col(&adapterv1.Column{Name: "a", Kinds: []byte{byte(value.Time) | value.FlagZoned}, Ints: []int64{0}, Nanos: []uint32{1e9}, Lengths: []uint32{0}}), `column "a" has a cell that no value has`},
		{"json cut short", col(&adapterv1.Column{Name: "a", Kinds: []byte{byte(value.JSON)}, Lengths: []uint32{1}, Arena: []byte("{")}), `column "a" has a cell that no value has`},
		{"a text over 256 KiB", col(&adapterv1.Column{Name: "a", Kinds: []byte{text}, Lengths: []uint32{value.MaxInline + 1}, Arena: make([]byte, value.MaxInline+1)}), `column "a" has a cell that no value has`},
		{"more than 1 MiB", col(&adapterv1.Column{Name: "a", Kinds: []byte{text}, Lengths: []uint32{value.MaxBatchBytes + 1}, Arena: make([]byte, value.MaxBatchBytes+1)}), `more than 1048576 bytes of content`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := wire.BatchFromProto(c.m)
			if b != nil || !errors.Is(err, value.ErrMalformed) || err.Error() != "malformed: "+c.want {
				t.Errorf("got %v, %v\nwant %s", b, err, c.want)
			}
		})
	}
}

// FuzzBatch: whatever bytes come, decoding either refuses or gives a batch all
// of whose cells can be read, and which crosses again unchanged.
func FuzzBatch(f *testing.F) {
	for _, values := range [][]value.Value{everyValue(f)[:20], everyValue(f)} {
		m, err := wire.BatchToProto(batchOf(f, values))
		if err != nil {
			f.Fatal(err)
		}
		raw, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		if len(raw) < 64<<10 {
			f.Add(raw)
		}
	}
	f.Add([]byte{8, 1, 18, 10, 10, 1, 'a', 18, 1, 9, 42, 2, '{', '}'})
	f.Fuzz(func(t *testing.T, raw []byte) {
		var m adapterv1.Batch
		if proto.Unmarshal(raw, &m) != nil {
			return
		}
		b, err := wire.BatchFromProto(&m)
		if err != nil {
			if !errors.Is(err, value.ErrMalformed) {
				t.Fatalf("an error of another kind: %v", err)
			}
			return
		}
		for i := range b.Columns() {
			for row := range b.Rows() {
				v := b.Columns()[i].At(row)
				_, _, _ = v.Text(), value.AppendKey(nil, v), v.BigInt()
				_, _ = v.Members()
				_, _ = v.Elements()
				if !value.Same(v, v) {
					t.Fatalf("a value that is not the same as itself: %v", v.Kind())
				}
			}
		}
		again, err := cross(t, b)
		if err != nil {
			t.Fatalf("what was accepted is refused the second time: %v", err)
		}
		sameBatches(t, again, b)
	})
}
