package value

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
	"testing"
)

func TestACellFromElsewhereIsCheckedBeforeItIsRead(t *testing.T) {
	varint := binary.AppendVarint(nil, -5)
	zoned := append(make([]byte, 12), "2026-01-02T03:04:05Z"...)
	badNanos := bytes.Clone(zoned)
	binary.LittleEndian.PutUint32(badNanos[8:], 1e9)
	long := strings.Repeat("x", MaxInline)
	for _, c := range []struct {
		name    string
		kind    byte
		content string
		ok      bool
	}{
		{"missing without content", byte(Missing), "", true},
		{"missing with content", byte(Missing), "x", false},
		{"null with content", byte(Null), "x", false},
		{"bool 1", byte(Bool), "\x01", true},
		{"bool 2", byte(Bool), "\x02", false},
		{"int", byte(Int), string(varint), true},
		{"int with bytes behind it", byte(Int), string(varint) + "\x00", false},
		{"int without bytes", byte(Int), "", false},
		{"big int beyond 64 bits", byte(Int) | FlagBig, "9223372036854775808", true},
		{"big int with a fraction", byte(Int) | FlagBig, "99999999999999999999.5", false},
		{"decimal", byte(Decimal), "1.50", true},
		{"decimal that is no number", byte(Decimal), "1,50", false},
		{"float64", byte(Float64), "12345678", true},
		{"float64 too short", byte(Float64), "1234567", false},
		{"text that is not UTF-8", byte(Text), "\xff", true},
		{"text at the cap", byte(Text), long, true},
		{"text over the cap", byte(Text), long + "x", false},
		{"digest", byte(Text) | FlagDigest, digestCell(MaxInline + 1), true},
		{"digest too short", byte(Text) | FlagDigest, digestCell(MaxInline + 1)[:39], false},
		{"digest of what fits", byte(Text) | FlagDigest, digestCell(MaxInline), false},
		{"digest of a negative length", byte(Text) | FlagDigest, digestCell(-1), false},
		{"digest of an int", byte(Int) | FlagDigest, digestCell(MaxInline + 1), false},
		{"time that names an instant", byte(Time) | FlagZoned, string(zoned), true},
		{"time with a billion nanoseconds", byte(Time) | FlagZoned, string(badNanos), false},
		{"time flag on a text", byte(Text) | FlagZoned, string(zoned), false},
		{"json object", byte(JSON), `{"a":[1,2]}`, true},
		{"json cut short", byte(JSON), `{"a":[1,2`, false},
		{"json with data behind it", byte(JSON), `{} `, false},
		{"json with a name twice", byte(JSON), `{"a":1,"a":2}`, false},
		{"json scalar", byte(JSON), `1`, false},
		{"unknown kind", byte(kindEnd), "", false},
		{"unknown flag", byte(Text) | 0x10, "", false},
		{"two flags", byte(Text) | FlagDigest | FlagZoned, digestCell(MaxInline + 1), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := NewColumn("f", []byte{c.kind}, []uint32{uint32(len(c.content))}, []byte(c.content))
			if (err == nil) != c.ok {
				t.Errorf("NewColumn: %v, want accepted = %v", err, c.ok)
			}
		})
	}
}

func TestPartsMakeTheColumnAgain(t *testing.T) {
	var b Builder
	for _, v := range []Value{OfText("a"), {}, NullValue(), OfInt(math.MinInt64), OfFloat64(math.NaN()), OfTimeText("2026-01-02T03:04:05.5Z")} {
		if err := b.Set("f", v); err != nil {
			t.Fatal(err)
		}
		b.EndRecord()
	}
	batch := b.Take()
	c := batch.Column("f")
	kinds, ends, arena := c.Parts()
	again, err := NewColumn("f", kinds, ends, arena)
	if err != nil {
		t.Fatal(err)
	}
	for row := range batch.Rows() {
		if !Same(c.At(row), again.At(row)) {
			t.Errorf("row %d: %v, want %v", row, again.At(row).Text(), c.At(row).Text())
		}
	}
}

func TestTheDigestOfJSONIsThatOfItsCanonicalForm(t *testing.T) {
	const text = `{ "b" : "\u0001\n\"\\\u00e9\/", "a": [1.50, -0.0, 1e3, true, null] }`
	const want = `{"a":[15e-1,0,1e3,true,null],"b":"\u0001\u000a\"\\é/"}`
	if got := string(canonicalJSON([]byte(text))); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestLargeJSONIsOneValueHoweverItIsWritten(t *testing.T) {
	blanks := strings.Repeat(" ", MaxInline)
	long := "[" + strings.Repeat("1,", MaxInline/2-8) + "1]"
	for _, c := range []struct{ name, a, b string }{
		{"over the cap by its blanks alone", `{"a":` + blanks + `1}`, `{"a":1}`},
		{"over the cap in its canonical form alone", long, "[" + blanks + long[1:]},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, errA := OfJSON(c.a)
			b, errB := OfJSON(c.b)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			if !Same(a, b) {
				t.Error("not the same")
			}
			if !bytes.Equal(AppendKey(nil, a), AppendKey(nil, b)) {
				t.Error("two keys")
			}
			if l := NewLiteral(c.a); !l.Equal(a) || !l.Equal(b) {
				t.Error("the literal does not equal both")
			}
		})
	}
}

func digestCell(length int64) string {
	return string(binary.LittleEndian.AppendUint64(nil, uint64(length))) + strings.Repeat("x", 32)
}
