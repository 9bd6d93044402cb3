package value

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// ErrNotNumber says that a text is not in the JSON number grammar
// (RFC 8259, section 6), or that its exponent has more than four digits.
var ErrNotNumber = errors.New("not a JSON number with an exponent of at most four digits")

// ParseNumber reads JSON number text: an int where it has neither fraction nor
// exponent, else a decimal. Nothing is rounded. The error is [ErrNotNumber].
func ParseNumber(text string) (Value, error) {
	shape, ok := scanNumber(text)
	if !ok {
		return Value{}, ErrNotNumber
	}
	if shape.fraction || shape.exponent {
		return Value{kind: Decimal, s: text}, nil
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil && text != "-0" {
		return OfInt(i), nil
	}
	if text == "-0" {
		return OfInt(0), nil
	}
	return Value{kind: Int, big: true, s: text}, nil
}

// OfDecimalText makes a decimal of JSON number text, such as a SQL NUMERIC's.
// The error is [ErrNotNumber].
func OfDecimalText(text string) (Value, error) {
	v, err := ParseNumber(text)
	if err != nil {
		return Value{}, err
	}
	return v.asDecimal(), nil
}

// asDecimal gives a number the kind decimal, its text kept.
func (v Value) asDecimal() Value { return Value{kind: Decimal, s: v.Text()} }

type numberShape struct{ fraction, exponent bool }

// scanNumber checks text against the JSON number grammar.
func scanNumber(s string) (shape numberShape, ok bool) {
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

func digits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// appendNumber appends the normal form of JSON number text: one form a
// number, whatever it was written as. "0" is zero; else sign, the digits
// without zeros at either end, "e", and the power of ten of the last digit.
func appendNumber(dst []byte, text string) []byte {
	neg := strings.HasPrefix(text, "-")
	if neg {
		text = text[1:]
	}
	exp := 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		exp, _ = strconv.Atoi(strings.TrimPrefix(text[i+1:], "+"))
		text = text[:i]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	exp -= len(fraction)
	all := strings.TrimLeft(whole+fraction, "0")
	trimmed := strings.TrimRight(all, "0")
	if trimmed == "" {
		return append(dst, '0')
	}
	exp += len(all) - len(trimmed)
	if neg {
		dst = append(dst, '-')
	}
	dst = append(dst, trimmed...)
	dst = append(dst, 'e')
	return strconv.AppendInt(dst, int64(exp), 10)
}

// appendNumberOf appends the normal form of a number value.
func appendNumberOf(dst []byte, v Value) []byte {
	if v.kind == Float64 {
		f := math.Float64frombits(uint64(v.i))
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return append(dst, floatText(f)...)
		}
	}
	return appendNumber(dst, v.Text())
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
