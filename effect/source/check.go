package source

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// checker finds what no reader of ours accepts, whatever the file is for.
type checker struct {
	report Report
	nodes  int
	giveUp bool // the file is over a limit: nothing reads it
}

func (c *checker) add(pos Position, message, hint string) { c.report.Add(pos, message, hint) }

func (c *checker) node(n *Node, depth int) {
	c.nodes++
	if n.YAML.Kind == yaml.MappingNode {
		c.nodes += len(n.YAML.Content) / 2 // its keys
	}
	switch {
	case c.giveUp:
		return
	case depth > MaxDepth:
		c.giveUp = true
		c.add(n.Pos, fmt.Sprintf("nested more than %d deep", MaxDepth), "")
		return
	case c.nodes > MaxNodes:
		c.giveUp = true
		c.add(Position{File: n.Pos.File}, fmt.Sprintf("more than %d keys and values", MaxNodes), "split the file")
		return
	}
	c.plain(n)
	switch n.YAML.Kind {
	case yaml.MappingNode:
		c.keys(n)
		for i := 1; i < len(n.YAML.Content); i += 2 {
			pos := n.Pos.Key(n.YAML.Content[i-1].Value)
			c.node(&Node{YAML: n.YAML.Content[i], Pos: at(pos, n.YAML.Content[i])}, depth+1)
		}
	case yaml.SequenceNode:
		for _, item := range n.Items() {
			c.node(item, depth+1)
		}
	}
}

// plain refuses what YAML would put in another's place.
func (c *checker) plain(n *Node) {
	const writeOut = "write the value itself where it is needed"
	switch {
	case n.YAML.Kind == yaml.AliasNode:
		c.add(n.Pos, "an alias (*name)", writeOut)
	case n.YAML.Anchor != "":
		c.add(n.Pos, "an anchor (&name)", writeOut)
	case n.YAML.Style&yaml.TaggedStyle != 0:
		c.add(n.Pos, "a tag (!name)", "leave it out; put a text that looks like a number in quotes where a text is wanted")
	}
}

func (c *checker) keys(n *Node) {
	first := make(map[string]*yaml.Node, len(n.YAML.Content)/2)
	for i := 0; i+1 < len(n.YAML.Content); i += 2 {
		key := n.YAML.Content[i]
		if key.Kind != yaml.ScalarNode {
			c.add(at(n.Pos, key), "a key that is not a text", "put it in quotes")
			continue
		}
		pos := at(n.Pos.Key(key.Value), key)
		c.plain(&Node{YAML: key, Pos: pos})
		switch one := first[key.Value]; {
		case mergeKey(key):
			c.add(pos, "a merge key (<<)", "write the keys themselves")
		case namelessKey(key):
			c.add(at(n.Pos, key), "a key without a name", "put a name in quotes where one is meant")
		case one != nil:
			c.add(pos, fmt.Sprintf("%q twice in one mapping, first on line %d", key.Value, one.Line), "keep one of them")
		default:
			first[key.Value] = key
		}
	}
}
