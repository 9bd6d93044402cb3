package value

import (
	"bytes"
	"slices"
)

// canonicalJSON gives the one form of JSON text that was scanned
// before: no blanks, names in the order of their bytes, numbers in their normal
// form, and in texts no escape but of quotes, backslashes and control
// characters. It is ours alone: RFC 8785 makes doubles of numbers. It is never
// more than twice as long as the text.
func canonicalJSON(text []byte) []byte {
	c := canonizer{scanner: scanner{text: text, trusted: true}, dst: make([]byte, 0, len(text))}
	c.space()
	c.item()
	return c.dst
}

type canonizer struct {
	scanner
	dst []byte
}

// item writes the value at hand. The text was scanned, so nothing can fail.
func (c *canonizer) item() {
	from := c.at
	switch c.text[c.at] {
	case '{':
		c.object()
	case '[':
		c.array()
	case '"':
		_ = c.str()
		c.dst = appendQuoted(c.dst, c.text[from:c.at])
	case 't', 'n':
		c.word(len("true"))
	case 'f':
		c.word(len("false"))
	default:
		_ = c.number()
		c.dst = appendNumber(c.dst, c.text[from:c.at])
	}
}

func (c *canonizer) word(n int) {
	c.dst = append(c.dst, c.text[c.at:c.at+n]...)
	c.at += n
}

// more steps over a bracket or comma, and tells whether an item follows.
func (c *canonizer) more(end byte) bool {
	c.at++
	c.space()
	if c.text[c.at] == end {
		c.at++
		return false
	}
	return true
}

// after steps to what follows an item, and tells whether it is a comma.
func (c *canonizer) after() bool {
	c.space()
	if c.text[c.at] == ',' {
		return true
	}
	c.at++
	return false
}

func (c *canonizer) array() {
	c.dst = append(c.dst, '[')
	for more := c.more(']'); more; {
		c.item()
		if !c.after() {
			break
		}
		c.dst = append(c.dst, ',')
		more = c.more(0)
	}
	c.dst = append(c.dst, ']')
}

// placed is one member as it stands in dst.
type placed struct {
	name     string
	from, to int
}

func (c *canonizer) object() {
	c.dst = append(c.dst, '{')
	start := len(c.dst)
	var members []placed
	for more := c.more('}'); more; {
		from, name := c.at, ""
		_ = c.str()
		name = unquote(c.text[from:c.at])
		m := placed{name: name, from: len(c.dst)}
		c.dst = append(appendQuoted(c.dst, c.text[from:c.at]), ':')
		c.space()
		c.at++ // ':'
		c.space()
		c.item()
		m.to = len(c.dst)
		members = append(members, m)
		if !c.after() {
			break
		}
		c.dst = append(c.dst, ',')
		more = c.more(0)
	}
	c.sort(start, members)
	c.dst = append(c.dst, '}')
}

// sort puts the members that stand in dst from start on into their order.
func (c *canonizer) sort(start int, members []placed) {
	byName := func(a, b placed) int {
		switch {
		case a.name < b.name:
			return -1
		case a.name > b.name:
			return 1
		}
		return 0
	}
	if slices.IsSortedFunc(members, byName) {
		return
	}
	slices.SortFunc(members, byName)
	old := bytes.Clone(c.dst[start:])
	c.dst = c.dst[:start]
	for i, m := range members {
		if i > 0 {
			c.dst = append(c.dst, ',')
		}
		c.dst = append(c.dst, old[m.from-start:m.to-start]...)
	}
}

// appendQuoted appends scanned text in quotes in its one form.
func appendQuoted(dst, raw []byte) []byte {
	if !hasBackslash(raw) {
		return append(dst, raw...)
	}
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, b := range []byte(unquote(raw)) {
		switch {
		case b == '"' || b == '\\':
			dst = append(dst, '\\', b)
		case b < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hex[b>>4], hex[b&15])
		default:
			dst = append(dst, b)
		}
	}
	return append(dst, '"')
}
