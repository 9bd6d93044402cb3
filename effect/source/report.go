package source

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/effectkit/effectkit/value"
)

const leaveOut = "leave it out where nothing is meant"

// MaxProblems is how many mistakes a report keeps. A file with more is not
// one that somebody corrects by hand.
const MaxProblems = 1000

// Report collects the mistakes of one file, the first [MaxProblems] of them.
// The zero Report has none.
type Report struct {
	problems Problems
}

// Add notes a mistake.
func (r *Report) Add(pos Position, message, hint string) {
	if len(r.problems) < MaxProblems {
		r.problems = append(r.problems, Problem{Pos: pos, Message: message, Hint: hint})
	}
}

// Join notes mistakes that were found elsewhere.
func (r *Report) Join(problems Problems) {
	r.problems = append(r.problems, problems[:min(len(problems), MaxProblems-len(r.problems))]...)
}

// Len is the number of mistakes so far.
func (r *Report) Len() int { return len(r.problems) }

// Problems are all mistakes so far, in the order of their places.
func (r *Report) Problems() Problems { return r.problems.Sorted() }

// Members gives a mapping's members, and notes when n is none, or has a key
// that is not known. what names the owner of the keys, such as "an effect".
func (r *Report) Members(n *Node, what string, known []string) []Member {
	if !r.is(n, Mapping) {
		return nil
	}
	members := n.Members()
	if known == nil {
		return members
	}
	out := members[:0]
	for _, m := range members {
		if !slices.Contains(known, m.Key) {
			hint := DidYouMean(m.Key, known)
			if hint == "" {
				hint = "the schema lists the keys"
			}
			r.Add(m.Pos, fmt.Sprintf("%q is not a key of %s", m.Key, what), hint)
			continue
		}
		out = append(out, m)
	}
	return out
}

// Items gives a list's items, and notes when n is none.
func (r *Report) Items(n *Node) []*Node {
	if !r.is(n, List) {
		return nil
	}
	return n.Items()
}

// Text gives a text that is not empty, and notes when n is none.
func (r *Report) Text(n *Node) (text string, ok bool) {
	if !r.is(n, Text) {
		return "", false
	}
	if n.Text() == "" {
		r.Add(n.Pos, "is empty", leaveOut)
		return "", false
	}
	return n.Text(), true
}

// Bool gives true or false, and notes when n is neither.
func (r *Report) Bool(n *Node) (b, ok bool) {
	if !r.is(n, Bool) {
		return false, false
	}
	return n.Bool(), true
}

// Word gives one of a few words, and notes when n is none of them. what names
// such a word, such as "a risk".
func (r *Report) Word(n *Node, what string, known []string) (word string, ok bool) {
	if word, ok = r.Text(n); !ok {
		return "", false
	}
	if !slices.Contains(known, word) {
		r.Add(n.Pos, fmt.Sprintf("%q is not %s", word, what), DidYouMean(word, known))
		return "", false
	}
	return word, true
}

// Int gives a whole number that fits an int, and notes when n is none: no
// fraction, exponent, sign but a minus, leading zero, or other base.
func (r *Report) Int(n *Node) (i int, ok bool) {
	if !r.is(n, Number) {
		return 0, false
	}
	if v, err := value.ParseNumber(n.Text()); err != nil || v.Kind() != value.Int {
		r.Add(n.Pos, "is not a whole number", "write decimal digits alone")
		return 0, false
	}
	i, err := strconv.Atoi(n.Text())
	if err != nil {
		r.Add(n.Pos, "is too large a number", "")
		return 0, false
	}
	return i, true
}

// is notes when n has another shape than the wanted one.
func (r *Report) is(n *Node, want Shape) bool {
	shape := n.Shape()
	switch {
	case shape == want:
		return true
	case shape == Refused:
		return false
	}
	hint := ""
	switch {
	case shape == Null:
		hint = leaveOut
	case want == Text && (shape == Number || shape == Bool):
		hint = "put it in quotes"
	case shape == Text && want == Bool:
		hint = "write true or false, without quotes"
	case shape == Text && want == Number:
		hint = "write a number, without quotes"
	}
	r.Add(n.Pos, fmt.Sprintf("must be %s, not %s", want, shape), hint)
	return false
}
