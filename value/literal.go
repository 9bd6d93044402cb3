package value

import (
	"encoding/base64"
	"time"
)

// Literal is one wanted value: a text as the contract wrote it, or null. It
// is read once, so that matching a million records parses nothing twice. The
// zero Literal wants the empty text.
type Literal struct {
	text     string
	null     bool
	isNumber bool
	isTime   bool
	isBytes  bool
	isJSON   bool
	number   string    // normal form
	instant  time.Time // where isTime
	bytes    string    // where isBytes: the decoded content
	json     string    // where isJSON: canonical form
}

// NullLiteral wants the null that a record carries.
func NullLiteral() Literal { return Literal{null: true} }

// NewLiteral wants the written text.
func NewLiteral(text string) Literal {
	l := Literal{text: text}
	if _, ok := scanNumber(text); ok {
		l.isNumber = true
		l.number = string(appendNumber(nil, text))
	}
	l.instant, l.isTime = parseInstant(text)
	if raw, err := base64.StdEncoding.Strict().DecodeString(text); err == nil && base64.StdEncoding.EncodeToString(raw) == text {
		l.isBytes, l.bytes = true, string(raw)
	}
	if v, err := ParseJSON([]byte(text)); err == nil && v.kind == JSON {
		l.isJSON, l.json = true, string(appendCanonicalJSON(nil, text))
	}
	return l
}

// IsNull tells whether the literal is {null: true}.
func (l Literal) IsNull() bool { return l.null }

// Text is the text as it was written; "" for null.
func (l Literal) Text() string { return l.text }

// Equal tells whether a record's value v equals the literal (SEMANTICS 2.3).
// Missing equals nothing; null equals {null: true} alone.
func (l *Literal) Equal(v Value) bool {
	switch v.kind {
	case Missing:
		return false
	case Null:
		return l.null
	}
	if l.null {
		return false
	}
	switch v.kind {
	case Bool:
		if v.i != 0 {
			return l.text == "true" || l.text == "True"
		}
		return l.text == "false" || l.text == "False"
	case Int, Decimal, Float64:
		if !l.isNumber {
			return false
		}
		if v.kind == Int && !v.big && l.text == v.Text() {
			return true
		}
		var buf [48]byte
		return string(appendNumberOf(buf[:0], v)) == l.number
	case Text:
		if v.digest {
			return v == OfText(l.text)
		}
		return v.s == l.text
	case Time:
		return v.s == l.text || (l.isTime && v.zoned && l.instant.Equal(time.Unix(v.i, int64(v.ns))))
	case Bytes:
		if !l.isBytes {
			return false
		}
		if v.digest {
			return v == OfBytes([]byte(l.bytes))
		}
		return v.s == l.bytes
	case JSON:
		return l.isJSON && l.equalJSON(v)
	}
	return false
}

func (l *Literal) equalJSON(v Value) bool {
	if v.digest {
		want, err := OfJSON(l.text)
		return err == nil && v == want
	}
	return v.s == l.text || string(appendCanonicalJSON(nil, v.s)) == l.json
}
