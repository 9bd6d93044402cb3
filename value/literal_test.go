package value

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func TestALiteralEqualsAValue(t *testing.T) {
	long := strings.Repeat("ä", MaxInline)
	for _, c := range []struct {
		name    string
		literal string
		v       Value
		want    bool
	}{
		{"missing equals nothing", "", Value{}, false},
		{"null is not the text null", "null", NullValue(), false},
		{"null is not empty", "", NullValue(), false},
		{"true", "true", OfBool(true), true},
		{"True", "True", OfBool(true), true},
		{"TRUE is no bool", "TRUE", OfBool(true), false},
		{"1 is no bool", "1", OfBool(true), false},
		{"False", "False", OfBool(false), true},
		{"true is not false", "true", OfBool(false), false},
		{"an int in another form", "1.0", OfInt(1), true},
		{"an int with an exponent", "1e2", OfInt(100), true},
		{"an int by a negative exponent", "100e-2", OfInt(1), true},
		{"a leading zero is no number", "01", OfInt(1), false},
		{"a plus is no number", "+1", OfInt(1), false},
		{"a blank is no number", " 1", OfInt(1), false},
		{"a comma is no number", "1,0", OfInt(1), false},
		{"a point without digits is no number", "1.", OfInt(1), false},
		{"a point first is no number", ".5", OfFloat64(0.5), false},
		{"hex is no number", "0x1", OfInt(1), false},
		{"an underscore is no number", "1_0", OfInt(10), false},
		{"an exponent of five digits is no number", "1e00000", OfInt(1), false},
		{"an exponent of four digits is one", "1e0000", OfInt(1), true},
		{"a huge exponent is a number", "1e9999", decimal("10e9998"), true},
		{"a huge exponent is no small int", "1e9999", OfInt(math.MaxInt64), false},
		{"the largest int64", "9223372036854775807", OfInt(math.MaxInt64), true},
		{"the smallest int64", "-9223372036854775808", OfInt(math.MinInt64), true},
		{"one beyond int64", "9223372036854775808", OfUint(1 << 63), true},
		{"one beyond int64 is not its wrap", "9223372036854775808", OfInt(math.MinInt64), false},
		{"ten to the nineteenth does not wrap", "1e19", OfInt(-8446744073709551616), false},
		{"minus zero", "-0", OfInt(0), true},
		{"NaN equals no number", "NaN", OfFloat64(math.NaN()), false},
		{"Infinity equals no number", "Infinity", OfFloat64(math.Inf(1)), false},
		{"a float by its shortest decimal", "0.1", OfFloat64(0.1), true},
		{"a float32 by its own", "0.1", OfFloat32(0.1), true},
		{"a float not by its binary value", "0.1000000000000000055511151231257827", OfFloat64(0.1), false},
		{"a text", "ok", OfText("ok"), true},
		{"a text that looks like a number", "1.0", OfText("1"), false},
		{"a text that looks like a time", "2026-11-30T12:00:00+02:00", OfText("2026-11-30T10:00:00Z"), false},
		{"a text is not folded", "ok", OfText("OK"), false},
		{"a text is not trimmed", "ok", OfText("ok "), false},
		{"a long text", long, OfText(long), true},
		{"a long text that ends otherwise", long, OfText(long + "x"), false},
		{"a short literal and a long text", "x", OfText(long), false},
		{"a time by its text", "2026-11-30 10:00:00", OfTimeText("2026-11-30 10:00:00"), true},
		{"a time by its instant", "2026-11-30T12:00:00+02:00", OfTimeText("2026-11-30T10:00:00Z"), true},
		{"a time by its instant in lower case", "2026-11-30t10:00:00z", OfTimeText("2026-11-30T10:00:00Z"), true},
		{"a time that an adapter read", "2026-11-30T10:00:00Z", OfTime(time.Date(2026, 11, 30, 10, 0, 0, 0, time.UTC), "30 Nov 2026 10:00 UTC"), true},
		{"a time without a zone names none", "2026-11-30T10:00:00Z", OfTimeText("2026-11-30T10:00:00"), false},
		{"a wanted time without a zone names none", "2026-11-30T10:00:00", OfTimeText("2026-11-30T10:00:00Z"), false},
		{"a leap second names none", "2026-12-31T23:59:60Z", OfTimeText("2027-01-01T00:00:00Z"), false},
		{"a comma is no decimal point", "2026-11-30T10:00:00,5Z", OfTimeText("2026-11-30T10:00:00.5Z"), false},
		{"one digit is no hour", "2026-11-30T9:00:00.0Z", OfTimeText("2026-11-30T09:00:00Z"), false},
		{"an offset of a day is none", "2026-11-30T10:00:00+24:00", OfTimeText("2026-11-29T10:00:00Z"), false},
		{"a time needs a T", "2026-11-30 10:00:00Z", OfTimeText("2026-11-30T10:00:00Z"), false},
		{"zeros behind the nanosecond add nothing", "2026-11-30T10:00:00.5Z", OfTimeText("2026-11-30T10:00:00.500000000000Z"), true},
		{"a wanted time may have them too", "2026-11-30T10:00:00.1234567890Z", OfTimeText("2026-11-30T10:00:00.123456789Z"), true},
		{"one behind many zeros is finer", "2026-11-30T10:00:00.12345678901Z", OfTimeText("2026-11-30T10:00:00.123456789Z"), false},
		{"zeros before a finer digit are no end", "2026-11-30T10:00:00.00000000001Z", OfTimeText("2026-11-30T10:00:00Z"), false},
		{"finer than a nanosecond is not rounded", "2026-11-30T10:00:00.0000000001Z", OfTimeText("2026-11-30T10:00:00Z"), false},
		{"bytes as base64", "AP8=", OfBytes([]byte{0, 255}), true},
		{"bytes without the padding", "AP8", OfBytes([]byte{0, 255}), false},
		{"bytes in another spelling", "AP9=", OfBytes([]byte{0, 255}), false},
		{"bytes in the alphabet of URLs", "_w==", OfBytes([]byte{255}), false},
		{"bytes with a line break", "AP8=\n", OfBytes([]byte{0, 255}), false},
		{"bytes are not their text", "ok", OfBytes([]byte("ok")), false},
		{"no bytes", "", OfBytes(nil), true},
		{"json by value", `[1.0, "a"]`, jsonOf(`[1,"a"]`), true},
		{"json in any order", `{"b":null,"a":1}`, jsonOf(`{"a":1,"b":null}`), true},
		{"json with a name twice", `{"a":1,"a":1}`, jsonOf(`{"a":1}`), false},
		{"json with a byte order mark", "\xef\xbb\xbf[1]", jsonOf(`[1]`), false},
		{"json with data after it", `[1] x`, jsonOf(`[1]`), false},
		{"json with half a surrogate", `["\ud800"]`, jsonOf(`["?"]`), false},
		{"json by a long text with blanks", padded, jsonOf(`[1,"a"]`), true},
		{"short json by a value that was long", `[1,"a"]`, jsonOf(padded), true},
		{"long json", strings.ReplaceAll(big10, "10", "1e1"), jsonOf(big10), true},
		{"long json, one element apart", strings.Replace(big10, "10", "11", 1), jsonOf(big10), false},
		{"very long json", strings.ReplaceAll(big10, "10", "10.0"), jsonOf(strings.ReplaceAll(big10, "10", "  10")), true},
		{"a scalar is no json", "1", jsonOf(`[1]`), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := NewLiteral(c.literal)
			if got := l.Equal(c.v); got != c.want {
				t.Errorf("Equal = %v, want %v", got, c.want)
			}
			checkLiteralKey(t, &l, c.v)
		})
	}
}

// checkLiteralKey holds AppendKey of a literal to Equal: one key, one answer.
func checkLiteralKey(t *testing.T, l *Literal, v Value) {
	t.Helper()
	if got := l.EqualAt(alone(v).Column("f"), 0); got != l.Equal(v) {
		t.Errorf("literal %.40q and %v %.40q: EqualAt says %v, Equal %v", l.Text(), v.Kind(), v.Text(), got, !got)
	}
	if v.Kind() == Time {
		return
	}
	key, ok := l.AppendKey(nil, v.Kind())
	if got := ok && string(key) == string(AppendKey(nil, v)); got != l.Equal(v) {
		t.Errorf("literal %.40q and %v %.40q: key says %v, Equal %v", l.Text(), v.Kind(), v.Text(), got, !got)
	}
}

func TestNullIsWantedAlone(t *testing.T) {
	l := NullLiteral()
	if !l.IsNull() || !l.Equal(NullValue()) {
		t.Error("null does not equal {null: true}")
	}
	for _, v := range []Value{{}, OfText(""), OfText("null"), OfBool(false), OfInt(0), jsonOf("{}")} {
		if l.Equal(v) {
			t.Errorf("{null: true} equals %v", v.Kind())
		}
	}
}

func TestAnIntIsReadOfItsNormalForm(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "1e1": 10, "-1e1": -10, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64,
		"9e18": 9e18, "-1e18": -1e18, "123e2": 12300,
	} {
		if got, ok := smallInt(text); !ok || got != want {
			t.Errorf("%s = %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"9223372036854775808", "-9223372036854775809", "1e19", "-1e19", "1e-1", "1e9999", "92233720368547758070"} {
		if got, ok := smallInt(text); ok {
			t.Errorf("%s = %d", text, got)
		}
	}
}

func TestTheZeroLiteralWantsTheEmptyText(t *testing.T) {
	var l Literal
	if !l.Equal(OfText("")) || l.Equal(NullValue()) || l.Equal(Value{}) {
		t.Error("the zero Literal is not the empty text")
	}
}

func TestSameValuesEqualTheSameLiterals(t *testing.T) {
	values := pool(rand.New(rand.NewPCG(5, 6)), 200)
	for _, a := range values {
		if a.Kind() == Time { // by text too, and one instant has many
			continue
		}
		l := NewLiteral(a.Text())
		for _, b := range values {
			checkLiteralKey(t, &l, b)
			for _, c := range values {
				if Same(b, c) && b.Kind() != Time && l.Equal(b) != l.Equal(c) {
					t.Fatalf("%q equals one of two same values", l.Text())
				}
			}
		}
	}
}
