package value

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner checks JSON text strictly (RFC 8259) without making anything of it.
type scanner struct {
	text    []byte
	at      int
	trusted bool // the text was scanned before: names are not compared again
}

func (s *scanner) fail(problem string) error {
	return &JSONError{Offset: s.at, Problem: problem}
}

func (s *scanner) space() {
	for s.at < len(s.text) && isSpace(s.text[s.at]) {
		s.at++
	}
}

func (s *scanner) value(depth int) error {
	if depth > MaxDepth {
		return s.fail(ErrTooDeep.Error())
	}
	if s.at >= len(s.text) {
		return s.fail("the JSON text ends too early")
	}
	switch c := s.text[s.at]; {
	case c == '{':
		return s.object(depth)
	case c == '[':
		return s.array(depth)
	case c == '"':
		return s.str()
	case c == '-' || (c >= '0' && c <= '9'):
		return s.number()
	}
	for _, word := range []string{"null", "true", "false"} {
		if len(s.text)-s.at >= len(word) && string(s.text[s.at:s.at+len(word)]) == word {
			s.at += len(word)
			return nil
		}
	}
	return s.fail("not a JSON value")
}

func (s *scanner) object(depth int) error {
	var names map[string]struct{}
	if !s.trusted {
		names = map[string]struct{}{}
	}
	return s.list('}', func() error {
		from := s.at
		if s.at >= len(s.text) || s.text[s.at] != '"' {
			return s.fail("a name in double quotes was expected")
		}
		if err := s.str(); err != nil {
			return err
		}
		if names != nil {
			name := unquote(s.text[from:s.at])
			if _, twice := names[name]; twice {
				s.at = from
				return s.fail("a name twice in one object")
			}
			names[name] = struct{}{}
		}
		s.space()
		if s.at >= len(s.text) || s.text[s.at] != ':' {
			return s.fail("a colon was expected")
		}
		s.at++
		s.space()
		return s.value(depth + 1)
	})
}

func (s *scanner) array(depth int) error {
	return s.list(']', func() error { return s.value(depth + 1) })
}

// list scans from an opening bracket to its end, item by item.
func (s *scanner) list(end byte, item func() error) error {
	s.at++
	s.space()
	if s.at < len(s.text) && s.text[s.at] == end {
		s.at++
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		s.space()
		if s.at >= len(s.text) {
			return s.fail("the JSON text ends too early")
		}
		switch s.text[s.at] {
		case end:
			s.at++
			return nil
		case ',':
			s.at++
			s.space()
		default:
			return s.fail("a comma or the end of a list was expected")
		}
	}
}

func (s *scanner) number() error {
	from := s.at
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c >= '0' && c <= '9', c == '-', c == '+', c == '.', c == 'e', c == 'E':
			s.at++
			continue
		}
		break
	}
	if _, ok := scanNumber(string(s.text[from:s.at])); !ok {
		s.at = from
		return s.fail(ErrNotNumber.Error())
	}
	return nil
}

func (s *scanner) str() error {
	from := s.at
	s.at++
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			if !utf8.Valid(s.text[from:s.at]) {
				s.at = from
				return s.fail("a text that is not UTF-8")
			}
			return nil
		case c < 0x20:
			return s.fail("a control character in a text")
		case c == '\\':
			if err := s.escape(); err != nil {
				return err
			}
		default:
			s.at++
		}
	}
	return s.fail("the JSON text ends too early")
}

func (s *scanner) escape() error {
	if s.at+1 >= len(s.text) {
		return s.fail("the JSON text ends too early")
	}
	switch s.text[s.at+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.at += 2
		return nil
	case 'u':
		unit, ok := hex4(s.text, s.at)
		if !ok {
			return s.fail("a broken \\u escape")
		}
		if !utf16.IsSurrogate(unit) {
			s.at += 6
			return nil
		}
		low, ok := hex4(s.text, s.at+6)
		if !ok || utf16.DecodeRune(unit, low) == utf8.RuneError {
			return s.fail("half a surrogate pair")
		}
		s.at += 12
		return nil
	}
	return s.fail("an unknown escape")
}

// hex4 reads the \uXXXX at text[at:].
func hex4(text []byte, at int) (rune, bool) {
	if at+6 > len(text) || text[at] != '\\' || text[at+1] != 'u' {
		return 0, false
	}
	u, err := strconv.ParseUint(string(text[at+2:at+6]), 16, 32)
	return rune(u), err == nil
}

// unquote gives the content of a JSON text that was scanned.
func unquote(raw []byte) string {
	raw = raw[1 : len(raw)-1]
	plain := true
	for _, c := range raw {
		if c == '\\' {
			plain = false
			break
		}
	}
	if plain {
		return string(raw)
	}
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			i++
			continue
		}
		switch raw[i+1] {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			unit, _ := hex4(raw, i)
			if utf16.IsSurrogate(unit) {
				low, _ := hex4(raw, i+6)
				unit = utf16.DecodeRune(unit, low)
				i += 6
			}
			out = utf8.AppendRune(out, unit)
			i += 4
		default:
			out = append(out, raw[i+1])
		}
		i += 2
	}
	return string(out)
}
