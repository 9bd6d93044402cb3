package value

import (
	"encoding/base64"
	"math"
	"time"
)

// Literal is one wanted value: a text as the contract wrote it, or null. It
// is read once, so that matching a million records parses nothing twice. The
// zero Literal wants the empty text.
type Literal struct {
	text     string
	null     bool
	isNumber bool
	isInt    bool // number is an int of 64 bits: i
	isTime   bool
	isBytes  bool
	isJSON   bool
	i        int64
	number   string    // normal form
	instant  time.Time // where isTime
	bytes    string    // where isBytes: the decoded content
	json     string    // where isJSON: canonical form
	long     *long     // nil unless something of it is over MaxInline
	blind    *blinded  // set by a Blinder
}

// long is what a literal over MaxInline wants of digested values.
type long struct{ text, bytes, json Value }

// NullLiteral wants the null that a record carries.
func NullLiteral() Literal { return Literal{null: true} }

// NewLiteral wants the written text.
func NewLiteral(text string) Literal {
	l := Literal{text: text}
	if _, ok := scanNumber(text); ok {
		l.isNumber, l.number = true, string(appendNumber(nil, text))
		l.i, l.isInt = smallInt(l.number)
	}
	l.instant, l.isTime = parseInstant(text)
	if raw, err := base64.StdEncoding.Strict().DecodeString(text); err == nil && base64.StdEncoding.EncodeToString(raw) == text {
		l.isBytes, l.bytes = true, string(raw)
	}
	// A byte order mark, which ParseJSON skips, is not part of RFC 8259's text.
	if v, err := ParseJSON([]byte(text)); err == nil && v.kind == JSON && len(trimBOM([]byte(text))) == len(text) {
		l.isJSON, l.json = true, string(canonicalJSON([]byte(text)))
	}
	if len(text) > MaxInline || len(l.json) > MaxInline {
		l.long = &long{text: OfText(text), bytes: OfBytes([]byte(l.bytes))}
		if len(l.json) > MaxInline {
			l.long.json = digestOf(JSON, []byte(l.json))
		}
	}
	return l
}

// smallInt reads a normal form that is an int of 64 bits.
func smallInt[T string | []byte](normal T) (int64, bool) {
	digits, exp := len(normal), 0
	for at := range len(normal) {
		if normal[at] == 'e' {
			digits, exp = at, exponent(normal[at+1:])
			break
		}
	}
	negative := normal[0] == '-'
	if exp < 0 || digits+exp > len("-9223372036854775808") {
		return 0, false
	}
	var i int64 // built below zero, where there is room for one more
	for at := range digits + exp {
		var digit int64
		if at < digits {
			if normal[at] == '-' {
				continue
			}
			digit = int64(normal[at] - '0')
		}
		if i < math.MinInt64/10 || i*10 < math.MinInt64+digit {
			return 0, false
		}
		i = i*10 - digit
	}
	if negative {
		return i, true
	}
	return -i, i != math.MinInt64
}

// IsNull tells whether the literal is {null: true}.
func (l Literal) IsNull() bool { return l.null }

// Text is the text as it was written; "" for null.
func (l Literal) Text() string { return l.text }

// Equal tells whether a record's value v equals the literal (SEMANTICS 2.3).
// Missing equals nothing; null equals {null: true} alone.
func (l *Literal) Equal(v Value) bool {
	if v.kind == Missing || l.null || v.kind == Null {
		return v.kind == Null && l.null
	}
	if v.digest {
		return l.equalLong(v)
	}
	if l.blind != nil && v.IsBlind() {
		return l.blind.equal(v)
	}
	switch v.kind {
	case Bool:
		return l.equalBool(v.i != 0)
	case Int, Decimal, Float64:
		return l.isNumber && l.equalNumber(v)
	case Text:
		return v.s == l.text
	case Time:
		return v.s == l.text || (l.isTime && l.equalInstant(v))
	case Bytes:
		return l.isBytes && v.s == l.bytes
	case JSON:
		return l.isJSON && (v.s == l.text || string(canonicalJSON([]byte(v.s))) == l.json)
	}
	return false
}

// EqualAt is Equal of the value in a row of a column, without making the value
// where the cell decides.
func (l *Literal) EqualAt(c *Column, row int) bool {
	if l.blind == nil && !l.null {
		switch c.kindAt(row) {
		case byte(Missing), byte(Null):
			return false
		case byte(Text):
			return string(c.content(row)) == l.text
		}
	}
	return l.Equal(c.At(row))
}

func (l *Literal) equalBool(b bool) bool {
	if b {
		return l.text == "true" || l.text == "True"
	}
	return l.text == "false" || l.text == "False"
}

func (l *Literal) equalNumber(v Value) bool {
	if v.kind == Int && !v.big {
		return l.isInt && l.i == v.i
	}
	var buf [48]byte
	return string(appendNumberOf(buf[:0], v)) == l.number
}

func (l *Literal) equalInstant(v Value) bool {
	return v.zoned && l.instant.Unix() == v.i && l.instant.Nanosecond() == int(v.ns)
}

func (l *Literal) equalLong(v Value) bool {
	switch {
	case l.long == nil:
		return false
	case v.kind == Text:
		return Same(v, l.long.text)
	case v.kind == Bytes:
		return l.isBytes && Same(v, l.long.bytes)
	}
	return l.isJSON && Same(v, l.long.json)
}

// AppendKey appends the key (see the function [AppendKey]) of the values of
// kind k that equal the literal. ok is false where no value of that kind does,
// and for [Time], whose values equal it by text or by instant.
func (l *Literal) AppendKey(dst []byte, k Kind) (key []byte, ok bool) {
	switch {
	case k == Null && l.null:
		return AppendKey(dst, NullValue()), true
	case k == Missing || k == Null || k == Time || l.null:
		return dst, false
	case k == Bool && (l.equalBool(true) || l.equalBool(false)):
		return AppendKey(dst, OfBool(l.equalBool(true))), true
	case k.IsNumber() && l.isNumber:
		return append(append(dst, byte(classNumber)), l.number...), true
	case k == Text:
		return AppendKey(dst, OfText(l.text)), true
	case k == Bytes && l.isBytes:
		return AppendKey(dst, OfBytes([]byte(l.bytes))), true
	case k == JSON && l.isJSON:
		if l.long != nil && l.long.json.digest {
			return AppendKey(dst, l.long.json), true
		}
		return append(append(dst, byte(classJSON), 0), l.json...), true
	}
	return dst, false
}
