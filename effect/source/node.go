package source

import (
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/effectkit/effectkit/value"
)

// Shape is what a node is, as far as its file says.
type Shape uint8

// The shapes. Refused is a node that [Read] has already reported, such as an
// alias: nobody reports it again.
const (
	Refused Shape = iota
	Mapping
	List
	Null
	Bool
	Number
	Text
)

var shapeNames = [...]string{"nothing", "a mapping", "a list", "null", "true or false", "a number", "a text"}

// String is the shape with its article, as messages name it.
func (s Shape) String() string { return shapeNames[s] }

// Node is a part of a document that keeps its place and its written text.
type Node struct {
	YAML *yaml.Node
	Pos  Position
}

// Shape is what the node is. A YAML date counts as a text.
func (n *Node) Shape() Shape {
	switch n.YAML.Kind {
	case yaml.MappingNode:
		return Mapping
	case yaml.SequenceNode:
		return List
	case yaml.ScalarNode:
	default:
		return Refused
	}
	if n.YAML.Style&yaml.TaggedStyle != 0 {
		return Refused
	}
	switch n.YAML.Tag {
	case "!!null":
		return Null
	case "!!bool":
		return Bool
	case "!!int", "!!float":
		return Number
	}
	if n.YAML.Style == 0 {
		if _, err := value.ParseNumber(n.YAML.Value); err == nil {
			return Number // one too large for YAML, such as 1e400
		}
	}
	return Text
}

// Text is a scalar's written text, a quoted one's content; "" for the rest.
func (n *Node) Text() string {
	if n.YAML.Kind != yaml.ScalarNode {
		return ""
	}
	return n.YAML.Value
}

// Bool is the value of a node of shape [Bool].
func (n *Node) Bool() bool { return strings.EqualFold(n.YAML.Value, "true") }

// Member is one key of a mapping and its value.
type Member struct {
	Key   string
	Pos   Position // of the key; its path ends in the key
	Value *Node
}

// Members are a mapping's keys in their order, a key that stands twice only
// once; nil for another shape.
func (n *Node) Members() []Member {
	if n.YAML.Kind != yaml.MappingNode {
		return nil
	}
	out := make([]Member, 0, len(n.YAML.Content)/2)
	seen := make(map[string]struct{}, len(n.YAML.Content)/2)
	for i := 0; i+1 < len(n.YAML.Content); i += 2 {
		key, val := n.YAML.Content[i], n.YAML.Content[i+1]
		if _, twice := seen[key.Value]; twice || !usableKey(key) {
			continue
		}
		seen[key.Value] = struct{}{}
		pos := n.Pos.Key(key.Value)
		out = append(out, Member{
			Key:   key.Value,
			Pos:   at(pos, key),
			Value: &Node{YAML: val, Pos: at(pos, val)},
		})
	}
	return out
}

// Member finds a key's value; nil when the node has none.
func (n *Node) Member(key string) *Node {
	for _, m := range n.Members() {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// Items are a list's items; nil for another shape.
func (n *Node) Items() []*Node {
	if n.YAML.Kind != yaml.SequenceNode {
		return nil
	}
	out := make([]*Node, len(n.YAML.Content))
	for i, item := range n.YAML.Content {
		out[i] = &Node{YAML: item, Pos: at(n.Pos.Index(i), item)}
	}
	return out
}

// at is pos with the line and column of a YAML node.
func at(pos Position, n *yaml.Node) Position {
	pos.Line, pos.Column = n.Line, n.Column
	return pos
}

// usableKey tells whether a key names something; [Read] reports the rest.
func usableKey(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && !mergeKey(key) && !namelessKey(key)
}

func namelessKey(key *yaml.Node) bool {
	return key.Value == "" || (key.Tag == "!!null" && key.Value == "~")
}

func mergeKey(key *yaml.Node) bool { return key.Tag == "!!merge" && key.Style == 0 }
