package value

import (
	"crypto/sha256"
	"encoding/base64"
	"math"
	"math/big"
	"strconv"
	"time"
)

// MaxInline is the longest content, in bytes, that a value carries itself. A
// longer text or bytes is kept as its length and SHA-256, and so is a json
// whose canonical form is longer (see [Value.Digested]).
const MaxInline = 256 << 10

// Value is one immutable scalar of a record, or an array or object as JSON
// text. The zero Value is [Missing]. Values are made by the constructors here
// and compared with [Same]; == on them means nothing.
type Value struct {
	kind   Kind
	zoned  bool   // Time: i and ns name an instant
	digest bool   // s is a SHA-256, i the length of what was hashed
	big    bool   // Int: s is its decimal text
	ns     int32  // Time: nanoseconds
	i      int64  // Bool 0 or 1, Int, Float64 bits, Time seconds
	s      string // Text, Bytes, JSON, Decimal text, Time text
}

// NullValue is the null that a record carries.
func NullValue() Value { return Value{kind: Null} }

// OfBool makes a bool.
func OfBool(b bool) Value {
	v := Value{kind: Bool}
	if b {
		v.i = 1
	}
	return v
}

// OfInt makes an int.
func OfInt(i int64) Value { return Value{kind: Int, i: i} }

// OfUint makes an int of an unsigned number.
func OfUint(u uint64) Value {
	if u <= math.MaxInt64 {
		return OfInt(int64(u))
	}
	return Value{kind: Int, big: true, s: strconv.FormatUint(u, 10)}
}

// OfBigInt makes an int of any size. One of more than MaxInline digits, which
// no value carries, becomes the text that it would be written as.
func OfBigInt(i *big.Int) Value {
	if i.IsInt64() {
		return OfInt(i.Int64())
	}
	if text := i.String(); len(text) > MaxInline {
		return OfText(text)
	} else {
		return Value{kind: Int, big: true, s: text}
	}
}

// OfFloat64 makes a float64. It counts as its shortest round-trip decimal.
func OfFloat64(f float64) Value {
	if math.IsNaN(f) {
		f = math.NaN() // one payload for all, so that NaN is the same as NaN
	}
	return Value{kind: Float64, i: int64(math.Float64bits(f))}
}

// OfFloat32 makes the value of a 32-bit float, which counts as its own
// shortest decimal (0.1, not 0.10000000149011612).
func OfFloat32(f float32) Value {
	if f64 := float64(f); math.IsNaN(f64) || math.IsInf(f64, 0) {
		return OfFloat64(f64)
	}
	return Value{kind: Decimal, s: strconv.FormatFloat(float64(f), 'g', -1, 32)}
}

// OfText makes a text. No bytes are changed: a text that is not UTF-8 stays so.
func OfText(s string) Value { return shorten(Value{kind: Text, s: s}) }

// OfBytes makes a bytes value of a copy of b.
func OfBytes(b []byte) Value { return shorten(Value{kind: Bytes, s: string(b)}) }

// OfTime makes a time of the instant t and the text it was read from. A text
// over MaxInline is no time's, and stays a text.
func OfTime(t time.Time, text string) Value {
	if len(text) > MaxInline {
		return OfText(text)
	}
	return Value{kind: Time, zoned: true, i: t.Unix(), ns: int32(t.Nanosecond()), s: text}
}

// OfTimeText makes a time of the text it was read from. Where the text is RFC
// 3339 with a zone, the value names that instant; else it names none and
// equals only the same text.
func OfTimeText(text string) Value {
	if t, ok := parseInstant(text); ok {
		return OfTime(t, text)
	}
	if len(text) > MaxInline {
		return OfText(text)
	}
	return Value{kind: Time, s: text}
}

// OfDigest makes the stand-in for a text, bytes or json of length bytes whose
// SHA-256 is sum; for a json both are those of its canonical form. Other kinds
// have none, nor has what is short enough to be carried: for them the result
// is Missing.
func OfDigest(kind Kind, length int64, sum [sha256.Size]byte) Value {
	if (kind != Text && kind != Bytes && kind != JSON) || length <= MaxInline {
		return Value{}
	}
	return Value{kind: kind, digest: true, i: length, s: string(sum[:])}
}

// digestOf stands for content that is too long to be carried.
func digestOf(kind Kind, content []byte) Value {
	return OfDigest(kind, int64(len(content)), sha256.Sum256(content))
}

// shorten replaces content over MaxInline by its length and SHA-256.
func shorten(v Value) Value {
	if len(v.s) <= MaxInline {
		return v
	}
	return digestOf(v.kind, []byte(v.s))
}

// Kind says what the value is; Missing for the zero Value.
func (v Value) Kind() Kind { return v.kind }

// IsMissing tells whether the record does not carry the field.
func (v Value) IsMissing() bool { return v.kind == Missing }

// IsNull tells whether the record carries the field as null.
func (v Value) IsNull() bool { return v.kind == Null }

// Bool is the content of a bool; false for every other kind.
func (v Value) Bool() bool { return v.kind == Bool && v.i != 0 }

// Int64 is the content of an int; ok is false for other kinds and for ints
// beyond 64 bits.
func (v Value) Int64() (i int64, ok bool) { return v.i, v.kind == Int && !v.big }

// Float64 is the content of a float64; ok is false for other kinds.
func (v Value) Float64() (f float64, ok bool) {
	return math.Float64frombits(uint64(v.i)), v.kind == Float64
}

// Instant is the moment that a time names; ok is false for other kinds and for
// a time without a zone.
func (v Value) Instant() (t time.Time, ok bool) {
	if v.kind != Time || !v.zoned {
		return time.Time{}, false
	}
	return time.Unix(v.i, int64(v.ns)).UTC(), true
}

// Digested tells whether only length and SHA-256 of the content are known,
// and gives them.
func (v Value) Digested() (length int64, sum string, ok bool) {
	if !v.digest {
		return 0, "", false
	}
	return v.i, v.s, true
}

// Text is the content as text: numbers as JSON number text (NaN, Infinity and
// -Infinity aside), bytes as standard base64, times as they were read, json as
// its text, a digested value as "sha256:…" in hex. Missing and null give "".
func (v Value) Text() string {
	if v.digest {
		return digestText(v.s)
	}
	switch v.kind {
	case Bool:
		return strconv.FormatBool(v.i != 0)
	case Int:
		if !v.big {
			return strconv.FormatInt(v.i, 10)
		}
	case Float64:
		return floatText(math.Float64frombits(uint64(v.i)))
	case Bytes:
		return base64.StdEncoding.EncodeToString([]byte(v.s))
	}
	return v.s
}

// Raw is the content of a text, bytes, json, decimal or time without any
// encoding; "" for other kinds and for a digested value.
func (v Value) Raw() string {
	if v.digest || v.kind == Int {
		return ""
	}
	return v.s
}
