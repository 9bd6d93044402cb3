package value

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// build makes one batch of records given as maps, in order.
func build(t *testing.T, records ...map[string]Value) *Batch {
	t.Helper()
	var b Builder
	for _, r := range records {
		for name, v := range r {
			if err := b.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		b.EndRecord()
	}
	return b.Take()
}

// wantRecords holds a batch to records given as maps.
func wantRecords(t *testing.T, b *Batch, records []map[string]Value) {
	t.Helper()
	if b.Rows() != len(records) {
		t.Fatalf("%d rows, want %d", b.Rows(), len(records))
	}
	for i := range b.Columns() {
		c := &b.Columns()[i]
		for row, r := range records {
			if got, want := c.At(row), r[c.Name()]; got.Kind() != want.Kind() || got.Text() != want.Text() || !Same(got, want) {
				t.Fatalf("row %d, field %q: %v %q, want %v %q", row, c.Name(), got.Kind(), got.Text(), want.Kind(), want.Text())
			}
			if got := b.Value(row, c.Name()); !Same(got, c.At(row)) || c.Kind(row) != got.Kind() {
				t.Fatalf("row %d, field %q: Value and At differ", row, c.Name())
			}
		}
	}
	for row, r := range records {
		for name, want := range r {
			if got := b.Value(row, name); !Same(got, want) {
				t.Fatalf("row %d lost field %q", row, name)
			}
		}
	}
}

func randomRecords(r *rand.Rand, n int) []map[string]Value {
	names := []string{"id", "a", "b", "long name", "é"}
	out := make([]map[string]Value, n)
	for i := range out {
		out[i] = map[string]Value{}
		for _, v := range pool(r, r.IntN(len(names)+1)) {
			out[i][names[r.IntN(len(names))]] = v
		}
	}
	return out
}

func TestRecordsComeOutAsTheyWentIn(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		records := randomRecords(r, r.IntN(20))
		b := build(t, records...)
		wantRecords(t, b, records)
		flat := b.AppendFlat([]byte{1, 2, 3})
		again, err := ParseFlat(flat[4:])
		if err != nil {
			t.Fatal(err)
		}
		wantRecords(t, again, records)
		odd, err := ParseFlat(append([]byte{0}, flat[4:]...)[1:])
		if err != nil {
			t.Fatal(err)
		}
		wantRecords(t, odd, records)
	}
}

func TestEveryKindOfValueSurvivesABatch(t *testing.T) {
	long := strings.Repeat("x", MaxInline+1)
	record := map[string]Value{
		"bool": OfBool(true), "int": OfInt(-7), "big": OfUint(1 << 63), "decimal": decimal("1.50"), "float": OfFloat64(-0.5),
		"text": OfText("é\xff"), "bytes": OfBytes([]byte{0, 255}), "zoned": OfTimeText("2026-11-30T10:00:00.5+01:00"),
		"unzoned": OfTimeText("yesterday"), "json": jsonOf(`{"a":[1]}`), "null": NullValue(), "missing": {},
		"long text": OfText(long), "long bytes": OfBytes([]byte(long)), "long json": jsonOf(big10),
	}
	b := build(t, record, map[string]Value{"bool": OfBool(false)})
	wantRecords(t, b, []map[string]Value{record, {"bool": OfBool(false)}})
	if _, sum, ok := b.Value(0, "long text").Digested(); !ok || len(sum) != 32 {
		t.Error("the long text is not digested")
	}
	if at, ok := b.Value(0, "zoned").Instant(); !ok || at.Nanosecond() != 5e8 {
		t.Errorf("instant %v, %v", at, ok)
	}
	if b.Size() < MaxInline || b.Size() > MaxInline+4096 {
		t.Errorf("size %d", b.Size())
	}
}

func TestATakenBatchIsNotTouchedByTheNext(t *testing.T) {
	var b Builder
	i, err := b.ColumnAt("a")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		_ = b.SetAt(i, OfText("first"))
		b.EndRecord()
	}
	first := b.Take()
	for range 3 {
		_ = b.SetAt(i, OfText("second"))
		b.EndRecord()
	}
	second := b.Take()
	if first.Value(2, "a").Text() != "first" || second.Value(0, "a").Text() != "second" || b.Rows() != 0 {
		t.Error("batches share their bytes")
	}
}

func TestTheBuilderRefusesWhatNoBatchCarries(t *testing.T) {
	var b Builder
	if err := b.Set("", OfInt(1)); err == nil || err.Error() != "a field without a name" {
		t.Errorf("no name: %v", err)
	}
	_ = b.Set("a", OfInt(1))
	if err := b.Set("a", OfInt(2)); err == nil || err.Error() != `field "a" twice in one record` {
		t.Errorf("twice: %v", err)
	}
	var wide Builder
	var err error
	for i := 0; i <= MaxColumns && err == nil; i++ {
		err = wide.Set("f"+strings.Repeat("x", i), OfInt(1))
	}
	if err == nil || err.Error() != "more than 1024 fields" {
		t.Errorf("too wide: %v", err)
	}
	var large Builder
	text := OfText(strings.Repeat("x", MaxInline))
	if err := errors.Join(large.Set("a", text), large.Set("b", OfInt(1))); err != nil {
		t.Errorf("one long text: %v", err)
	}
	if err := large.Set("c", text); !errors.Is(err, ErrRecordTooLarge) {
		t.Errorf("two long texts: %v", err)
	}
}

func TestABuilderIsFullBeforeABatchIsTooLarge(t *testing.T) {
	for _, size := range []int{0, 10, 1000, MaxInline} {
		var b Builder
		for !b.Full() {
			for _, name := range []string{"a", "b"} {
				if err := b.Set(name, OfText(strings.Repeat("x", size/2))); err != nil {
					t.Fatal(err)
				}
			}
			b.EndRecord()
		}
		if batch := b.Take(); batch.Size() > MaxBatchBytes || batch.Rows()*2 > MaxCells {
			t.Errorf("texts of %d: %d bytes, %d rows", size, batch.Size(), batch.Rows())
		}
	}
	var narrow Builder
	for !narrow.Full() {
		narrow.EndRecord()
	}
	if narrow.Rows()*MaxColumns > MaxCells {
		t.Errorf("%d empty records leave no room for a wide one", narrow.Rows())
	}
}

func TestMalformedPartsAreRefused(t *testing.T) {
	column := func(name string, kinds []byte, ends []uint32, arena string) error {
		_, err := NewColumn(name, kinds, ends, []byte(arena))
		return err
	}
	long := strings.Repeat("1", MaxInline+1)
	for name, err := range map[string]error{
		"no name":                  column("", nil, nil, ""),
		"unequal lengths":          column("a", []byte{0}, nil, ""),
		"ends that go back":        column("a", []byte{6, 6}, []uint32{1, 0}, "x"),
		"an end behind the arena":  column("a", []byte{6}, []uint32{2}, "x"),
		"an arena left over":       column("a", []byte{6}, []uint32{0}, "x"),
		"an unknown kind":          column("a", []byte{10}, []uint32{0}, ""),
		"an unknown flag":          column("a", []byte{0x16}, []uint32{0}, ""),
		"a null with content":      column("a", []byte{1}, []uint32{1}, "x"),
		"a bool of 2":              column("a", []byte{2}, []uint32{1}, "\x02"),
		"an int without content":   column("a", []byte{3}, []uint32{0}, ""),
		"an int with too much":     column("a", []byte{3}, []uint32{2}, "\x02\x02"),
		"a big int with a point":   column("a", []byte{3 | FlagBig}, []uint32{3}, "1.5"),
		"a decimal that is text":   column("a", []byte{4}, []uint32{1}, "x"),
		"a short float":            column("a", []byte{5}, []uint32{4}, "\x00\x00\x00\x00"),
		"a text over the limit":    column("a", []byte{6}, []uint32{MaxInline + 1}, long),
		"a decimal over the limit": column("a", []byte{4}, []uint32{MaxInline + 1}, long),
		"a big int over the limit": column("a", []byte{3 | FlagBig}, []uint32{MaxInline + 1}, long),
		"a digest of a short text": column("a", []byte{6 | FlagDigest}, []uint32{40}, "\x05"+strings.Repeat("\x00", 39)),
		"a digest of a bool":       column("a", []byte{2 | FlagDigest}, []uint32{40}, "\x00\x00\x00\x01"+strings.Repeat("\x00", 36)),
		"a zoned time too short":   column("a", []byte{8 | FlagZoned}, []uint32{4}, "\x00\x00\x00\x00"),
		"json that is not":         column("a", []byte{9}, []uint32{1}, "["),
		"json with a name twice":   column("a", []byte{9}, []uint32{13}, `{"a":1,"a":1}`),
		"json with data after it":  column("a", []byte{9}, []uint32{3}, "[]x"),
		"json of a number":         column("a", []byte{9}, []uint32{1}, "1"),
	} {
		if !errors.Is(err, ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	a, _ := NewColumn("a", []byte{0}, []uint32{0}, nil)
	if _, err := NewBatch(1, []Column{a, a}); !errors.Is(err, ErrMalformed) {
		t.Error("a name twice was taken")
	}
	if _, err := NewBatch(2, []Column{a}); !errors.Is(err, ErrMalformed) {
		t.Error("columns of another length were taken")
	}
	if _, err := NewBatch(MaxCells+1, nil); !errors.Is(err, ErrMalformed) {
		t.Error("too many rows were taken")
	}
}

// touch uses every cell, so that a cell that cannot be read panics.
func touch(b *Batch) {
	for i := range b.Columns() {
		c := &b.Columns()[i]
		for row := range b.Rows() {
			v := c.At(row)
			_, _, _, _ = v.Text(), v.BigInt(), AppendKey(nil, v), Hash(testSeed, v)
			_, _ = v.Members()
			_, _ = v.Elements()
			c.SameAt(row, c, 0)
			l := NewLiteral(v.Text())
			l.Equal(v)
		}
	}
}

func FuzzBytesFromElsewhereNeverPanic(f *testing.F) {
	b := func(records ...map[string]Value) []byte {
		var builder Builder
		for _, r := range records {
			for name, v := range r {
				_ = builder.Set(name, v)
			}
			builder.EndRecord()
		}
		return builder.Take().AppendFlat(nil)
	}
	f.Add(b(), byte(9), []byte("[1,"))
	f.Add(b(map[string]Value{"a": OfInt(1)}), byte(3), []byte{2})
	f.Add(b(map[string]Value{"a": jsonOf(`{"b":[1]}`)}, map[string]Value{"c": OfTimeText("2026-11-30T10:00:00Z")}), byte(0x88), []byte("0123456789abc"))
	f.Add([]byte{1, 0, 0, 0, 1, 0, 0, 0}, byte(0x23), []byte("12345678901234567890123"))
	f.Fuzz(func(t *testing.T, data []byte, kind byte, content []byte) {
		if b, err := ParseFlat(data); err == nil {
			touch(b)
			if again, err := ParseFlat(b.AppendFlat(nil)); err != nil || again.Rows() != b.Rows() {
				t.Fatalf("what was read is not written: %v", err)
			}
		} else if !errors.Is(err, ErrMalformed) {
			t.Fatal(err)
		}
		if c, err := NewColumn("a", []byte{kind}, []uint32{uint32(len(content))}, content); err == nil {
			b, err := NewBatch(1, []Column{c})
			if err != nil {
				t.Fatal(err)
			}
			touch(b)
			v := c.At(0)
			var again Builder
			if again.Set("a", v) == nil {
				again.EndRecord()
				if got := again.Take().Value(0, "a"); !Same(got, v) {
					t.Fatalf("%v %q became %v %q", v.Kind(), v.Text(), got.Kind(), got.Text())
				}
			}
		}
	})
}

func BenchmarkBuilder(b *testing.B) {
	var builder Builder
	text := OfText(strings.Repeat("x", 60))
	names := []string{"id", "a", "b", "c", "d", "e"}
	values := []Value{OfInt(123456), text, OfInt(7), OfBool(true), OfFloat64(1.5), OfText("ok")}
	for i, n := range names {
		if at, _ := builder.ColumnAt(n); at != i {
			b.Fatal("columns out of order")
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range values {
			if err := builder.SetAt(i, values[i]); err != nil {
				b.Fatal(err)
			}
		}
		if builder.EndRecord(); builder.Full() {
			builder.Take()
		}
	}
}
