package value

import "math"

// Document is one JSON text, checked once as [ParseJSON] checks it, with an
// index of its parts: an answer of many records is walked without being read
// again, and whatever its size.
type Document struct {
	text  []byte
	spans []span
}

// span is one value, or one name of an object, in the order of the text.
type span struct {
	from, to uint32
	next     uint32 // the index behind the value and all that it holds
}

// MaxDocument is the longest text, in bytes, that [ParseDocument] takes.
const MaxDocument = math.MaxUint32

// ParseDocument reads one JSON text that holds at most maxParts values and
// names; 0 is no limit. The text is kept: nobody may change it. The error is
// [ErrTooLong] over a limit, or a [*JSONError].
func ParseDocument(text []byte, maxParts int) (*Document, error) {
	if len(text) > MaxDocument {
		return nil, ErrTooLong
	}
	text = trimBOM(text)
	d := &Document{text: text, spans: make([]span, 0, min(len(text)/12+1, 1<<16))}
	s := scanner{text: text, index: d, maxParts: maxParts}
	s.space()
	if err := s.value(0); err != nil {
		return nil, err
	}
	if s.space(); s.at != len(text) {
		return nil, s.fail("data after the JSON text")
	}
	return d, nil
}

// Root is the document's one value.
func (d *Document) Root() Node { return Node{doc: d} }

// Node is one value of a [Document]. The zero Node is nothing: neither an
// object nor an array, its Value missing.
type Node struct {
	doc *Document
	at  uint32
}

// IsZero tells whether the node is nothing.
func (n Node) IsZero() bool { return n.doc == nil }

func (n Node) raw() []byte {
	s := n.doc.spans[n.at]
	return n.doc.text[s.from:s.to]
}

func (n Node) starts(with byte) bool { return n.doc != nil && n.raw()[0] == with }

// IsObject tells whether the node is an object.
func (n Node) IsObject() bool { return n.starts('{') }

// IsArray tells whether the node is an array.
func (n Node) IsArray() bool { return n.starts('[') }

// IsNull tells whether the node is null.
func (n Node) IsNull() bool { return n.starts('n') }

// Value is the node as a record's value, an array or object as json.
func (n Node) Value() Value {
	if n.doc == nil {
		return Value{}
	}
	v, err := scalar(n.raw())
	if err != nil {
		return Value{} // cannot happen: the text was scanned
	}
	return v
}

// Text is the JSON text of the node. Nobody may change it.
func (n Node) Text() []byte {
	if n.doc == nil {
		return nil
	}
	return n.raw()
}

// Members calls yield for each member of an object in the order of the text,
// until yield gives false. Other nodes have none.
func (n Node) Members(yield func(name string, member Node) bool) {
	if !n.IsObject() {
		return
	}
	spans := n.doc.spans
	for at, end := n.at+1, spans[n.at].next; at < end; at = spans[at+1].next {
		name := unquote(n.doc.text[spans[at].from:spans[at].to])
		if !yield(name, Node{n.doc, at + 1}) {
			return
		}
	}
}

// Elements calls yield for each element of an array in order, until yield
// gives false. Other nodes have none.
func (n Node) Elements(yield func(element Node) bool) {
	if !n.IsArray() {
		return
	}
	spans := n.doc.spans
	for at, end := n.at+1, spans[n.at].next; at < end; at = spans[at].next {
		if !yield(Node{n.doc, at}) {
			return
		}
	}
}

// Member is the member of an object by its name; ok is false where there is
// none.
func (n Node) Member(name string) (member Node, ok bool) {
	if !n.IsObject() {
		return Node{}, false
	}
	spans := n.doc.spans
	for at, end := n.at+1, spans[n.at].next; at < end; at = spans[at+1].next {
		if equalsQuoted(n.doc.text[spans[at].from:spans[at].to], name) {
			return Node{n.doc, at + 1}, true
		}
	}
	return Node{}, false
}

// Len is how many elements an array has; 0 for other nodes.
func (n Node) Len() int {
	count := 0
	n.Elements(func(Node) bool { count++; return true })
	return count
}

// Element is the element of an array by its number from 0; ok is false where
// there is none.
func (n Node) Element(i int) (element Node, ok bool) {
	n.Elements(func(e Node) bool {
		if i == 0 {
			element, ok = e, true
		}
		i--
		return i >= 0
	})
	return element, ok
}

// equalsQuoted tells whether scanned JSON text in quotes is name.
func equalsQuoted(raw []byte, name string) bool {
	inner := raw[1 : len(raw)-1]
	if string(inner) == name { // the common case, and never wrong without a backslash
		return !hasBackslash(inner)
	}
	return hasBackslash(inner) && unquote(raw) == name
}

func hasBackslash(b []byte) bool {
	for _, c := range b {
		if c == '\\' {
			return true
		}
	}
	return false
}
