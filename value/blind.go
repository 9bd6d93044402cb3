package value

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"
)

// BlindPrefix starts the text that stands for a blinded value.
const BlindPrefix = "hmac-sha256:"

// Blinder puts keyed digests in place of values that may not be stored. What
// is the same stays the same and what equals a literal equals the blinded
// literal, so that nothing that is decided on values changes:
//
//	Same(b.Value(v), b.Value(w))      = Same(v, w)
//	b.Literal(l).Equal(b.Value(v))    = l.Equal(v)
//
// Missing and null stay as they are. It is safe for concurrent use.
type Blinder struct{ key []byte }

// NewBlinder makes a blinder under a key, which should have 32 random bytes.
func NewBlinder(key []byte) *Blinder { return &Blinder{key: key} }

// Value is the stand-in for v.
func (b *Blinder) Value(v Value) Value {
	if v.kind == Missing || v.kind == Null {
		return v
	}
	sum := b.sum('v', string(AppendKey(nil, v)))
	if v.kind != Time || !v.zoned {
		return OfText(BlindPrefix + hex.EncodeToString(sum))
	}
	// A time equals a literal by its instant or by its text, and another time by
	// its instant alone: both are blinded apart.
	i, ns := blindInstant(sum)
	return Value{kind: Time, zoned: true, i: i, ns: ns, s: b.timeText(v.s)}
}

// Literal is a literal that equals the stand-ins of what l equals, and what is
// not blinded as l does.
func (b *Blinder) Literal(l Literal) Literal {
	if l.null {
		return l
	}
	alike := []Value{OfText(l.text), {kind: Time, s: l.text}}
	switch l.text {
	case "true", "True":
		alike = append(alike, OfBool(true))
	case "false", "False":
		alike = append(alike, OfBool(false))
	}
	if l.isNumber {
		if v, err := ParseNumber(l.text); err == nil {
			alike = append(alike, v)
		}
	}
	if l.isBytes {
		alike = append(alike, OfBytes([]byte(l.bytes)))
	}
	if l.isJSON {
		if v, err := OfJSON(l.text); err == nil {
			alike = append(alike, v)
		}
	}
	hidden := &blinded{texts: make(map[string]struct{}, len(alike)), timeText: b.timeText(l.text), isTime: l.isTime}
	for _, v := range alike {
		hidden.texts[b.Value(v).s] = struct{}{}
	}
	if l.isTime {
		instant := b.Value(OfTime(l.instant, ""))
		hidden.i, hidden.ns = instant.i, instant.ns
	}
	l.blind = hidden
	return l
}

// IsBlind tells whether v stands for another value.
func (v Value) IsBlind() bool {
	return (v.kind == Text || v.kind == Time && v.zoned) && !v.digest && strings.HasPrefix(v.s, BlindPrefix)
}

func (b *Blinder) sum(label byte, content string) []byte {
	mac := hmac.New(sha256.New, b.key)
	mac.Write([]byte{label})
	mac.Write([]byte(content))
	return mac.Sum(nil)
}

func (b *Blinder) timeText(text string) string {
	return BlindPrefix + hex.EncodeToString(b.sum('t', text))
}

// blindInstant is an instant of 70 bits of a digest, in the range of every
// calendar.
func blindInstant(sum []byte) (sec int64, ns int32) {
	sec = int64(binary.BigEndian.Uint64(sum) >> 24)
	return sec, int32(binary.BigEndian.Uint32(sum[8:]) % uint32(time.Second))
}

// blinded is what a blinded literal equals.
type blinded struct {
	texts    map[string]struct{}
	timeText string
	isTime   bool
	i        int64
	ns       int32
}

func (b *blinded) equal(v Value) bool {
	switch {
	case v.kind == Text:
		_, ok := b.texts[v.s]
		return ok
	case v.kind == Time && v.zoned:
		return v.s == b.timeText || (b.isTime && v.i == b.i && v.ns == b.ns)
	}
	return false
}
