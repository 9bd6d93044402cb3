package node

import (
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/effect"
)

// Kind says what a node is.
type Kind uint8

// The kinds. The zero Kind is none.
const (
	Scalar Kind = iota + 1
	List
	Mapping
)

// String names the kind as messages do.
func (k Kind) String() string {
	switch k {
	case Scalar:
		return "a single value"
	case List:
		return "a list"
	case Mapping:
		return "a mapping"
	}
	return "nothing"
}

// Node is a part of a file. Nobody changes one after it was read.
type Node struct {
	Kind Kind
	// Text is a scalar's text as written, without its quotes.
	Text string
	// Quoted scalars are text whatever they look like: those in quotes and
	// YAML's block scalars.
	Quoted bool
	// Items are a list's.
	Items []*Node
	// Entries are a mapping's, in written order, no key twice.
	Entries []Entry
	// Pos is where the node starts. Its Path is dotted, with [n] for items.
	Pos effect.Position
}

// Entry is one key of a mapping.
type Entry struct {
	Key   string
	Pos   effect.Position // of the key itself
	Value *Node
}

// Get finds an entry of a mapping; false when there is none.
func (n *Node) Get(key string) (Entry, bool) {
	for _, e := range n.Entries {
		if e.Key == key {
			return e, true
		}
	}
	return Entry{}, false
}

// Without is the mapping less some keys. The nodes below are shared.
func (n *Node) Without(drop func(key string) bool) *Node {
	out := *n
	out.Entries = nil
	for _, e := range n.Entries {
		if !drop(e.Key) {
			out.Entries = append(out.Entries, e)
		}
	}
	return &out
}

// Empty tells whether a scalar is YAML's or JSON's null: nothing, ~ or null,
// without quotes.
func (n *Node) Empty() bool {
	if n.Kind != Scalar || n.Quoted {
		return false
	}
	switch n.Text {
	case "", "~", "null", "Null", "NULL":
		return true
	}
	return false
}

// child is the path of a key below a path.
func child(path, key string) string {
	if strings.ContainsAny(key, ".[]\"\n\t ") || key == "" {
		key = strconv.Quote(key)
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// item is the path of a list's item.
func item(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
