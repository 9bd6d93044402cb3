package value

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// MaxDepth is how deeply arrays and objects may nest.
const MaxDepth = 512

// JSONError says why a text is not the strict JSON that effectkit reads, and
// where. It never quotes the text.
type JSONError struct {
	Offset  int    // in bytes, from 0
	Problem string // "a name twice in one object", …
}

// Error is the problem and where it was found.
func (e *JSONError) Error() string { return fmt.Sprintf("%s at byte %d", e.Problem, e.Offset) }

// ErrTooDeep is the cause of a [JSONError] over [MaxDepth].
var ErrTooDeep = errors.New("nested too deeply")

// OfJSON makes a json value of the text of an array or object (RFC 8259, no
// name twice in one object, nested at most MaxDepth). One whose canonical form
// is over MaxInline is kept as the digest of that form.
func OfJSON(text string) (Value, error) {
	v, err := ParseJSON([]byte(text))
	if err != nil {
		return Value{}, err
	}
	if v.kind != JSON {
		return Value{}, &JSONError{Problem: "not an array or object"}
	}
	return v, nil
}

// ParseJSON reads one JSON text: null, bool and text as such, a number as an
// exact int or decimal, an array or object as json. Duplicate names, data
// after the text, NaN, lone surrogates and bytes that are not UTF-8 are
// refused with a [*JSONError]. A byte order mark at the start is skipped
// (RFC 8259, section 8.1).
func ParseJSON(text []byte) (Value, error) {
	text = trimBOM(text)
	s := scanner{text: text}
	s.space()
	start := s.at
	if err := s.value(0); err != nil {
		return Value{}, err
	}
	end := s.at
	s.space()
	if s.at != len(text) {
		return Value{}, s.fail("data after the JSON text")
	}
	return scalar(text[start:end])
}

// trimBOM skips one byte order mark.
func trimBOM(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) }

// scalar makes a value of the text of one JSON value that was scanned.
func scalar(raw []byte) (Value, error) {
	switch raw[0] {
	case 'n':
		return NullValue(), nil
	case 't', 'f':
		return OfBool(raw[0] == 't'), nil
	case '"':
		return OfText(unquote(raw)), nil
	case '{', '[':
		return jsonValue(raw), nil
	}
	if len(raw) > MaxInline {
		return Value{}, &JSONError{Problem: "a number longer than allowed"}
	}
	return ParseNumber(string(raw))
}

// jsonValue makes a value of the text of an array or object that was scanned.
// Over MaxInline its canonical form stands for it, and over MaxInline once more
// the digest of that: blanks alone make no text too long to be read.
func jsonValue(raw []byte) Value {
	if len(raw) <= MaxInline {
		return Value{kind: JSON, s: string(raw)}
	}
	canonical := canonicalJSON(raw)
	if len(canonical) <= MaxInline {
		return Value{kind: JSON, s: string(canonical)}
	}
	return digestOf(JSON, canonical)
}

// Member is one name of an object and its value.
type Member struct {
	Name  string
	Value Value
}

// Members gives an object's members in their order, nested ones as json. ok is
// false where v is not the json of an object.
func (v Value) Members() (members []Member, ok bool) {
	if v.kind != JSON || v.digest || v.s[0] != '{' {
		return nil, false
	}
	err := eachMember(v.s, func(name string, raw []byte) error {
		mv, err := scalar(raw)
		members = append(members, Member{Name: name, Value: mv})
		return err
	})
	return members, err == nil
}

// Elements gives an array's elements in their order. ok is false where v is
// not the json of an array.
func (v Value) Elements() (elements []Value, ok bool) {
	if v.kind != JSON || v.digest || v.s[0] != '[' {
		return nil, false
	}
	err := eachElement(v.s, func(raw []byte) error {
		ev, err := scalar(raw)
		elements = append(elements, ev)
		return err
	})
	return elements, err == nil
}

// eachMember walks an object that was scanned before.
func eachMember(text string, visit func(name string, raw []byte) error) error {
	s := scanner{text: []byte(text), at: 1, trusted: true}
	for {
		s.space()
		if s.text[s.at] == '}' {
			return nil
		}
		if s.text[s.at] == ',' {
			s.at++
			s.space()
		}
		from := s.at
		if err := s.str(); err != nil {
			return err
		}
		name := unquote(s.text[from:s.at])
		s.space()
		s.at++ // ':'
		s.space()
		from = s.at
		if err := s.value(0); err != nil {
			return err
		}
		if err := visit(name, s.text[from:s.at]); err != nil {
			return err
		}
	}
}

// eachElement walks an array that was scanned before.
func eachElement(text string, visit func(raw []byte) error) error {
	s := scanner{text: []byte(text), at: 1, trusted: true}
	for {
		s.space()
		if s.text[s.at] == ']' {
			return nil
		}
		if s.text[s.at] == ',' {
			s.at++
			s.space()
		}
		from := s.at
		if err := s.value(0); err != nil {
			return err
		}
		if err := visit(s.text[from:s.at]); err != nil {
			return err
		}
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// ReadJSON reads one JSON text of at most limit bytes from r. The error is
// [ErrTooLong] beyond it, a [*JSONError], or r's own.
func ReadJSON(r io.Reader, limit int64) (Value, error) {
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return Value{}, err
	}
	if int64(len(text)) > limit {
		return Value{}, ErrTooLong
	}
	return ParseJSON(text)
}

// ErrTooLong says that a text went over the cap it was read with.
var ErrTooLong = errors.New("longer than allowed")
