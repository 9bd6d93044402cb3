package judge

import (
	"fmt"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// Case is one line of a vector file: a request, and what is wanted of it.
type Case struct {
	Name    string
	Request Request
	// Want is nil where the line wants nothing.
	Want *Want
}

// Want is the answer that a case wants.
type Want struct {
	Decision effect.Decision
	Result   effect.Result
	Outcome  effect.Outcome
	Ground   effect.Ground
}

// Wanted is what a judgement amounts to, for comparison with a case's Want.
func (j Judgement) Wanted() Want {
	return Want{Decision: j.Decision, Result: j.Result(), Outcome: j.Result().Outcome(), Ground: j.Ground}
}

// ParseCase reads one line of JSON: {name, effect, before, after[, siblings,
// mode, want]}. file names it in the errors of the contract, which are
// [effect.Problems]; the others name the member that is wrong. A contract with
// parameters is refused: a case has no values for them.
func ParseCase(file string, line []byte) (Case, error) {
	var c Case
	doc, err := value.ParseDocument(line, 0)
	if err != nil {
		return c, err
	}
	if !doc.Root().IsObject() {
		return c, fmt.Errorf("a case is an object")
	}
	for name, member := range doc.Root().Members {
		if err := c.read(file, name, member); err != nil {
			return c, err
		}
	}
	if c.Request.Effect == nil {
		return c, fmt.Errorf("a case without %q", "effect")
	}
	return c, nil
}

var caseMembers = []string{"name", "effect", "before", "after", "siblings", "mode", "want"}

func (c *Case) read(file, name string, n value.Node) (err error) {
	r := &c.Request
	switch name {
	case "name":
		c.Name, err = asText(name, n)
	case "effect":
		r.Effect, err = readEffect(file, n)
	case "before":
		r.Before, err = ReadSnapshot(n)
	case "after":
		r.After, err = ReadSnapshot(n)
	case "siblings":
		r.Siblings, err = list(name, n, func(e value.Node) (effect.BoundSelector, error) { return readSibling(file, e) })
	case "mode":
		var mode string
		mode, err = asText(name, n)
		if r.Mode = effect.Mode(mode); err == nil && r.Mode != effect.Delta && r.Mode != effect.CurrentState {
			err = fmt.Errorf("%q is none of delta, current_state", name)
		}
	case "want":
		c.Want, err = readWant(n)
	default:
		err = notAMember(name, "a case", caseMembers)
	}
	return err
}

func readEffect(file string, n value.Node) (*effect.Bound, error) {
	e, err := effect.ParseEffect(file, n.Text())
	if err != nil {
		return nil, err
	}
	return e.Bind(nil, "")
}

func readSibling(file string, n value.Node) (effect.BoundSelector, error) {
	s, err := effect.ParseSelector(file, n.Text())
	if err != nil {
		return nil, err
	}
	b, err := (&effect.Effect{Match: s}).Bind(nil, "")
	if err != nil {
		return nil, err
	}
	return b.Match, nil
}

func readWant(n value.Node) (*Want, error) {
	if !n.IsObject() {
		return nil, fmt.Errorf("%q is not an object", "want")
	}
	var w Want
	for name, m := range n.Members {
		text, err := asText(name, m)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", "want", err)
		}
		switch name {
		case "verdict":
			w.Decision = effect.Decision(text)
		case "result":
			w.Result = effect.Result(text)
		case "outcome":
			w.Outcome = effect.Outcome(text)
		case "ground":
			w.Ground = effect.Ground(text)
		default:
			return nil, fmt.Errorf("%q: %q is not a member", "want", name)
		}
	}
	return &w, nil
}
