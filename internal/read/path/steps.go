package path

import (
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/value"
)

// step goes from one node to at most one below it.
type step struct {
	name    string
	index   int
	byName  bool // of an object
	byIndex bool // of an array
}

// steps are a path that selects at most one node.
type steps []step

func (s steps) single() bool { return true }

func (s steps) find(root value.Node) ([]value.Node, string) {
	n, ok, doubt := s.walk(root)
	if !ok {
		return nil, doubt
	}
	return []value.Node{n}, ""
}

func (s steps) walk(n value.Node) (node value.Node, ok bool, doubt string) {
	for _, st := range s {
		switch {
		case n.IsObject() && st.byName:
			n, ok = n.Member(st.name)
		case n.IsArray() && st.byIndex:
			n, ok = st.element(n)
		case n.IsArray():
			return n, false, "a list stands where " + quoteName(st.name) + " was asked"
		default:
			ok = false
		}
		if !ok {
			return value.Node{}, false, ""
		}
	}
	return n, true, ""
}

// element counts from the end for a negative index (RFC 9535, section 2.3.3).
func (st step) element(n value.Node) (value.Node, bool) {
	i := st.index
	if i < 0 {
		i += n.Len()
	}
	return n.Element(i)
}

// namedOrNumbered is a token that names a member of an object or, where it is
// an array index (RFC 6901, section 4), an element of an array.
func namedOrNumbered(token string) step {
	st := step{name: token, byName: true}
	if i, err := strconv.Atoi(token); err == nil && i >= 0 && strconv.Itoa(i) == token {
		st.index, st.byIndex = i, true
	}
	return st
}

// parsePointer reads a JSON Pointer (RFC 6901).
func parsePointer(text string) (selector, string) {
	var s steps
	for token := range strings.SplitSeq(text[1:], "/") {
		for i := 0; i < len(token); i++ {
			if token[i] == '~' && (i+1 == len(token) || (token[i+1] != '0' && token[i+1] != '1')) {
				return nil, `"~" stands for itself only as "~0" (RFC 6901)`
			}
		}
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
		s = append(s, namedOrNumbered(token))
	}
	return s, ""
}

// dotted is names with dots between them. A name that holds a dot itself makes
// such a path ambiguous.
type dotted struct {
	steps
	names []string
}

func parseDotted(text string) (selector, string) {
	names := strings.Split(text, ".")
	d := dotted{names: names}
	for _, name := range names {
		if name == "" {
			return nil, "an empty name; write a JSON Pointer such as /a/b for names with dots"
		}
		if strings.ContainsAny(name, "[]*()'\"") {
			return nil, "a dotted path is names and numbers; start it with $ for JSONPath"
		}
		d.steps = append(d.steps, namedOrNumbered(name))
	}
	return d, ""
}

func (d dotted) find(root value.Node) ([]value.Node, string) {
	n := root
	for i := range d.names {
		for j := i + 2; j <= len(d.names) && n.IsObject(); j++ {
			joined := strings.Join(d.names[i:j], ".")
			if _, literal := n.Member(joined); literal {
				return nil, "the answer has a name with a dot, " + quoteName(joined) + "; write a JSON Pointer"
			}
		}
		next, ok, doubt := d.steps[i : i+1].walk(n)
		if !ok {
			return nil, doubt
		}
		n = next
	}
	return []value.Node{n}, ""
}
