package value

import (
	"errors"
	"math"
	"math/big"
	"strconv"
)

// ErrNotNumber says that a text is not in the JSON number grammar
// (RFC 8259, section 6), that its exponent has more than four digits, or that
// it is longer than MaxInline.
var ErrNotNumber = errors.New("not a JSON number with an exponent of at most four digits")

// ParseNumber reads JSON number text: an int where it has neither fraction nor
// exponent, else a decimal. Nothing is rounded, and no exponent is written
// out. The error is [ErrNotNumber].
func ParseNumber(text string) (Value, error) {
	shape, ok := scanNumber(text)
	if !ok || len(text) > MaxInline {
		return Value{}, ErrNotNumber
	}
	if shape.fraction || shape.exponent {
		return Value{kind: Decimal, s: text}, nil
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return OfInt(i), nil
	}
	return Value{kind: Int, big: true, s: text}, nil
}

// OfDecimalText makes a decimal of JSON number text, such as a SQL NUMERIC's.
// The error is [ErrNotNumber].
func OfDecimalText(text string) (Value, error) {
	if _, ok := scanNumber(text); !ok || len(text) > MaxInline {
		return Value{}, ErrNotNumber
	}
	return Value{kind: Decimal, s: text}, nil
}

type numberShape struct{ fraction, exponent bool }

// scanNumber checks text against the JSON number grammar.
func scanNumber[T string | []byte](s T) (shape numberShape, ok bool) {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	switch {
	case i >= len(s):
		return shape, false
	case s[i] == '0':
		i++
	case s[i] >= '1' && s[i] <= '9':
		i = digits(s, i)
	default:
		return shape, false
	}
	if i < len(s) && s[i] == '.' {
		shape.fraction = true
		end := digits(s, i+1)
		if end == i+1 {
			return shape, false
		}
		i = end
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		shape.exponent = true
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		end := digits(s, i)
		if end == i || end-i > 4 {
			return shape, false
		}
		i = end
	}
	return shape, i == len(s)
}

func digits[T string | []byte](s T, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// appendNumber appends the normal form of JSON number text: one form a
// number, whatever it was written as. "0" is zero; else sign, the digits
// without zeros at either end, and, unless it is 0, "e" and the power of ten of
// the last digit.
func appendNumber[T string | []byte](dst []byte, text T) []byte {
	start, i, exp := len(dst), 0, 0
	if text[0] == '-' {
		dst = append(dst, '-')
		i = 1
	}
	first, fraction := len(dst), false
scan:
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '.':
			fraction = true
			continue
		case c == 'e' || c == 'E':
			exp += exponent(text[i+1:])
			break scan
		case c != '0' || len(dst) > first:
			dst = append(dst, c)
		}
		if fraction {
			exp--
		}
	}
	end := len(dst)
	for end > first && dst[end-1] == '0' {
		end--
		exp++
	}
	if end == first {
		return append(dst[:start], '0')
	}
	if dst = dst[:end]; exp == 0 {
		return dst
	}
	return strconv.AppendInt(append(dst, 'e'), int64(exp), 10)
}

// exponent reads the at most four digits behind an "e".
func exponent[T string | []byte](text T) int {
	n := 0
	for i := range len(text) {
		if c := text[i]; c >= '0' && c <= '9' {
			n = 10*n + int(c-'0')
		}
	}
	if text[0] == '-' {
		return -n
	}
	return n
}

// appendNumberOf appends the normal form of a number value.
func appendNumberOf(dst []byte, v Value) []byte {
	var buf [32]byte
	switch {
	case v.kind == Int && !v.big:
		return appendNumber(dst, strconv.AppendInt(buf[:0], v.i, 10))
	case v.kind != Float64:
		return appendNumber(dst, v.s)
	}
	f := math.Float64frombits(uint64(v.i))
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return append(dst, floatText(f)...)
	}
	return appendNumber(dst, strconv.AppendFloat(buf[:0], f, 'g', -1, 64))
}

// floatText is the shortest decimal that reads back as f, in JSON grammar;
// NaN, Infinity and -Infinity where there is none.
func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	case f == 0:
		return "0"
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// BigInt is the content of an int of any size; nil for other kinds.
func (v Value) BigInt() *big.Int {
	if v.kind != Int {
		return nil
	}
	if !v.big {
		return big.NewInt(v.i)
	}
	i, _ := new(big.Int).SetString(v.s, 10)
	return i
}
