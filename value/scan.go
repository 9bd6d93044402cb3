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

	index    *Document // where not nil, gets a span for every value and name
	maxParts int       // of index; 0 is no limit
	names    []string  // of the objects that are open, one behind the other
}

func (s *scanner) fail(problem string) error {
	return &JSONError{Offset: s.at, Problem: problem}
}

func (s *scanner) space() {
	for s.at < len(s.text) && isSpace(s.text[s.at]) {
		s.at++
	}
}

// value scans one value, and notes its place where there is an index.
func (s *scanner) value(depth int) error {
	if s.index == nil {
		return s.plainValue(depth)
	}
	i := len(s.index.spans)
	if s.maxParts > 0 && i >= s.maxParts {
		return ErrTooLong
	}
	from := uint32(s.at)
	s.index.spans = append(s.index.spans, span{from: from})
	if err := s.plainValue(depth); err != nil {
		return err
	}
	s.index.spans[i] = span{from: from, to: uint32(s.at), next: uint32(len(s.index.spans))}
	return nil
}

func (s *scanner) plainValue(depth int) error {
	if s.at >= len(s.text) {
		return s.fail("the JSON text ends too early")
	}
	switch c := s.text[s.at]; {
	case (c == '{' || c == '[') && depth >= MaxDepth:
		return s.fail(ErrTooDeep.Error())
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
	first := len(s.names)
	var many map[string]struct{}
	defer func() { s.names = s.names[:first] }()
	return s.list('}', func() error {
		from := s.at
		if s.at >= len(s.text) || s.text[s.at] != '"' {
			return s.fail("a name in double quotes was expected")
		}
		if err := s.str(); err != nil {
			return err
		}
		if !s.trusted && s.twice(unquote(s.text[from:s.at]), first, &many) {
			s.at = from
			return s.fail("a name twice in one object")
		}
		if s.index != nil {
			s.index.spans = append(s.index.spans, span{from: uint32(from), to: uint32(s.at)})
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

// manyNames is from how many names on a set finds a second one faster than a
// look at each.
const manyNames = 24

// twice tells whether the open object whose names start at first has the name,
// and adds it.
func (s *scanner) twice(name string, first int, many *map[string]struct{}) bool {
	names := s.names[first:]
	if len(names) < manyNames {
		for _, n := range names {
			if n == name {
				return true
			}
		}
		s.names = append(s.names, name)
		return false
	}
	if *many == nil {
		*many = make(map[string]struct{}, 2*manyNames)
		for _, n := range names {
			(*many)[n] = struct{}{}
		}
	}
	_, found := (*many)[name]
	(*many)[name] = struct{}{}
	return found
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
