package secret

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// longestEscape is the most characters that one byte of a form may take:
// "&#x0000041;", or an escape with its backslashes escaped again.
const longestEscape = 12

// match finds where a form that starts at text[at] ends; 0 when none does.
// Every character may be escaped in a way of its own, so all ways to read the
// text are followed at once.
func (f form) match(text string, at int) int {
	ends, next := []int{at}, []int(nil)
	for i := 0; i < len(f.text) && len(ends) > 0; {
		r, size := utf8.DecodeRuneInString(f.text[i:])
		next = next[:0]
		switch {
		case r == '\\':
			size = len(f.text[i:]) - len(strings.TrimLeft(f.text[i:], `\`))
			next = backslashes(next, text, ends)
		case size == 1:
			for _, end := range ends {
				next = f.one(next, text, end, rune(f.text[i]))
			}
		default:
			next = wide(next, text, ends, r, f.text[i:i+size])
		}
		i += size
		ends, next = next, ends
	}
	if len(ends) == 0 {
		return 0
	}
	return slices.Max(ends)
}

// backslashes follows one or more backslashes to the end of those in the text,
// however many: each escaping doubles them. The last may begin another escape.
func backslashes(next []int, text string, ends []int) []int {
	for _, end := range ends {
		e := end
		for e < len(text) {
			switch then := octet(nil, text, e, '\\', false); {
			case unicodeEscape(text, e, '\\') > 0:
				e = unicodeEscape(text, e, '\\')
				continue
			case text[e] == '&' && entity(text, e, '\\') > 0:
				e = entity(text, e, '\\')
				continue
			case len(then) > 0:
				e = then[0]
				continue
			}
			break
		}
		if e == end {
			continue
		}
		if next = with(next, e); text[e-1] == '\\' && e-1 > end {
			next = with(next, e-1)
		}
	}
	return next
}

// wide follows a character that is not ASCII: byte by byte, or as a whole.
func wide(next []int, text string, ends []int, r rune, raw string) []int {
	for _, end := range ends {
		bytewise := []int{end}
		for i := range len(raw) {
			var then []int
			for _, e := range bytewise {
				then = octet(then, text, e, raw[i], false)
			}
			bytewise = then
		}
		for _, e := range append(bytewise, escapes(text, end, r)...) {
			next = with(next, e)
		}
	}
	return next
}

// one follows an ASCII character.
func (f form) one(next []int, text string, end int, c rune) []int {
	next = octet(next, text, end, byte(c), f.fold)
	for _, e := range escapes(text, end, c) {
		next = with(next, e)
	}
	return next
}

// octet follows a byte as it is or percent-encoded (RFC 3986), once or twice,
// or as \x and two digits.
func octet(next []int, text string, end int, b byte, fold bool) []int {
	if end >= len(text) {
		return next
	}
	if text[end] == b || fold && lower(text[end]) == lower(b) {
		next = with(next, end+1)
	}
	for _, prefix := range []string{"%", "%25", `\x`} {
		digits := end + len(prefix)
		if strings.HasPrefix(text[end:], prefix) && digits+2 <= len(text) {
			if v, err := strconv.ParseUint(text[digits:digits+2], 16, 8); err == nil && (byte(v) == b || fold && lower(byte(v)) == lower(b)) {
				next = with(next, digits+2)
			}
		}
	}
	return next
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

// escapes are where an escape of r that starts at text[at] may end: that of
// JSON and Go, with backslashes escaped again or not, of HTML, and + for a
// space in a query, which may be encoded again.
func escapes(text string, at int, r rune) []int {
	if at >= len(text) {
		return nil
	}
	switch text[at] {
	case '\\':
		return backslash(text, at, r)
	case '&':
		if end := entity(text, at, r); end > 0 {
			return []int{end}
		}
	case '+':
		if r == ' ' {
			return []int{at + 1}
		}
	case '%':
		if again := strings.ToUpper(text[at:min(len(text), at+3)]); r == ' ' && again == "%2B" {
			return []int{at + 3}
		}
	}
	return nil
}

// letters are the short escapes of JSON and Go.
var letters = map[byte]rune{'n': '\n', 'r': '\r', 't': '\t', '"': '"', '\'': '\'', '/': '/'}

func backslash(text string, at int, r rune) (ends []int) {
	last := at
	for last+1 < len(text) && text[last+1] == '\\' {
		last++
	}
	if last+1 == len(text) {
		return nil
	}
	if c, ok := letters[text[last+1]]; ok && c == r {
		ends = append(ends, last+2)
	}
	if end := unicodeEscape(text, last, r); end > 0 {
		ends = append(ends, end)
	}
	return ends
}

// unicodeEscape is where an escape of r by its number, such as \u00e4, ends
// that starts with the backslash at text[at]; 0 when there is none.
func unicodeEscape(text string, at int, r rune) int {
	width := 4
	switch {
	case strings.HasPrefix(text[at:], `\u`):
	case strings.HasPrefix(text[at:], `\U`):
		width = 8
	default:
		return 0
	}
	first, end := digits(text, at+2, width)
	if first == r {
		return end
	}
	if !utf16.IsSurrogate(first) {
		return 0
	}
	for end < len(text) && text[end] == '\\' {
		end++
	}
	if end < len(text) && text[end] == 'u' {
		if second, last := digits(text, end+1, 4); utf16.DecodeRune(first, second) == r {
			return last
		}
	}
	return 0
}

// digits reads hex digits; -1 when there are not as many.
func digits(text string, at, width int) (r rune, end int) {
	if at+width > len(text) {
		return -1, at
	}
	v, err := strconv.ParseUint(text[at:at+width], 16, 31)
	if err != nil {
		return -1, at
	}
	return rune(v), at + width
}

var entities = map[string]rune{"amp": '&', "lt": '<', "gt": '>', "quot": '"', "apos": '\''}

// entity is where an HTML reference to r that starts at text[at] ends.
func entity(text string, at int, r rune) int {
	length := strings.IndexByte(text[at:min(len(text), at+longestEscape)], ';')
	if length < 0 {
		return 0
	}
	name, end := text[at+1:at+length], at+length+1
	if c, ok := entities[name]; ok && c == r {
		return end
	}
	number, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0
	}
	base := 10
	if strings.HasPrefix(number, "x") || strings.HasPrefix(number, "X") {
		number, base = number[1:], 16
	}
	if v, err := strconv.ParseUint(number, base, 31); err == nil && rune(v) == r {
		return end
	}
	return 0
}

func with(list []int, end int) []int {
	if slices.Contains(list, end) {
		return list
	}
	return append(list, end)
}
