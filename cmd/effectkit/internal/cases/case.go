package cases

import (
	"errors"
	"fmt"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
)

// Want is the judgement that a case expects. What it leaves out is not
// compared.
type Want struct {
	Verdict effect.Decision `json:"verdict,omitempty"`
	Result  effect.Result   `json:"result,omitempty"`
	Outcome effect.Outcome  `json:"outcome,omitempty"`
	Ground  effect.Ground   `json:"ground,omitempty"`
}

// Answer is the judgement of one case.
type Answer struct {
	Name    string          `json:"name,omitempty"`
	Verdict effect.Decision `json:"verdict"`
	Result  effect.Result   `json:"result"`
	Outcome effect.Outcome  `json:"outcome"`
	Ground  effect.Ground   `json:"ground"`
	Grounds []effect.Ground `json:"grounds"`
	Reason  string          `json:"reason"`
	Counts  effect.Counts   `json:"counts"`
	// Agrees is there when the case was checked, Want only when the judgement
	// differs from it.
	Agrees *bool `json:"agrees,omitempty"`
	Want   *Want `json:"want,omitempty"`
}

// Of is the answer for a verdict.
func Of(name string, v effect.Verdict) Answer {
	return Answer{
		Name: name, Verdict: v.Decision, Result: v.Result(), Outcome: v.Result().Outcome(),
		Ground: v.Ground, Grounds: v.Grounds, Reason: v.Reason, Counts: v.Evidence.Counts,
	}
}

// check compares the answer with what is wanted.
func (a *Answer) check(w Want) {
	agrees := same(w.Verdict, a.Verdict) && same(w.Result, a.Result) && same(w.Outcome, a.Outcome) && same(w.Ground, a.Ground)
	a.Agrees = &agrees
	if !agrees {
		a.Want = &w
	}
}

func same[T ~string](want, got T) bool { return want == "" || want == got }

// one answers one line, with the notes on it. The error says why it cannot be
// judged.
func one(line []byte, check bool) (Answer, []string, error) {
	c, err := judge.ParseCase("effect", line)
	if err != nil {
		return Answer{}, nil, err
	}
	if err := Judgeable(c.Request); err != nil {
		return Answer{}, nil, err
	}
	if check && (c.Want == nil || *c.Want == judge.Want{}) {
		return Answer{}, nil, errors.New(`"want" is missing, and --check compares it`)
	}
	a := Of(c.Name, judge.Judge(c.Request).Verdict)
	if check {
		a.check(Want{c.Want.Decision, c.Want.Result, c.Want.Outcome, c.Want.Ground})
	}
	return a, Notes(c.Request), nil
}

// Judgeable refuses what cannot be judged on the current state alone, as the
// host does before it reads.
func Judgeable(r judge.Request) error {
	if field := r.Effect.RefusedInCurrentState(); r.Mode == effect.CurrentState && field != "" {
		return fmt.Errorf("%q cannot be judged on the current state alone; it needs a snapshot from before the action", field)
	}
	return nil
}
