package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
)

// input is one line as it is written.
type input struct {
	Name     string            `json:"name"`
	Effect   json.RawMessage   `json:"effect"`
	Before   json.RawMessage   `json:"before"`
	After    json.RawMessage   `json:"after"`
	Siblings []json.RawMessage `json:"siblings"`
	Mode     effect.Mode       `json:"mode"`
	Want     *Want             `json:"want"`
}

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
	// Agrees and Want are there when the case was checked; Want only when the
	// judgement differs from it.
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
func (a *Answer) check(w *Want) {
	agrees := same(w.Verdict, a.Verdict) && same(w.Result, a.Result) && same(w.Outcome, a.Outcome) && same(w.Ground, a.Ground)
	a.Agrees = &agrees
	if !agrees {
		a.Want = w
	}
}

func same[T ~string](want, got T) bool { return want == "" || want == got }

// parse reads one line, strictly: a misspelt key is not a missing one.
func parse(line []byte) (*input, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	var in input
	if err := d.Decode(&in); err != nil {
		return nil, decodeProblem(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON object")
	}
	switch {
	case len(in.Effect) == 0:
		return nil, errors.New(`"effect" is missing`)
	case len(in.After) == 0:
		return nil, errors.New(`"after" is missing`)
	case in.Mode != "" && in.Mode != effect.Delta && in.Mode != effect.CurrentState:
		return nil, fmt.Errorf("%q is no mode; there are %s and %s", in.Mode, effect.Delta, effect.CurrentState)
	case in.Want != nil && *in.Want == Want{}:
		return nil, errors.New(`"want" wants nothing`)
	}
	return &in, nil
}

// decodeProblem is the decoder's mistake without the text that it may quote.
func decodeProblem(err error) error {
	if e, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("not JSON at byte %d", e.Offset)
	}
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%q is a %s, which does not belong there", e.Field, e.Value)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("not JSON: the object does not end")
	}
	return errors.New(strings.TrimPrefix(err.Error(), "json: "))
}

// judge answers the case.
func (in *input) judge(params effect.Params) (effect.Verdict, error) {
	e, err := effect.ParseEffect("effect", in.Effect)
	if err != nil {
		return effect.Verdict{}, err
	}
	req, err := NewRequest(e, params, in.Mode)
	if err != nil {
		return effect.Verdict{}, err
	}
	if req.After, err = judge.ParseSnapshot(in.After); err != nil {
		return effect.Verdict{}, fmt.Errorf("after: %w", err)
	}
	if len(in.Before) > 0 && string(in.Before) != "null" {
		if req.Before, err = judge.ParseSnapshot(in.Before); err != nil {
			return effect.Verdict{}, fmt.Errorf("before: %w", err)
		}
	}
	for i, text := range in.Siblings {
		s, err := sibling(fmt.Sprintf("sibling %d", i+1), text, params)
		if err != nil {
			return effect.Verdict{}, err
		}
		req.Siblings = append(req.Siblings, s)
	}
	return judge.Judge(req).Verdict, nil
}

func sibling(place string, text []byte, params effect.Params) (effect.BoundSelector, error) {
	s, err := effect.ParseSelector(place, text)
	if err != nil {
		return nil, err
	}
	bound, err := (&effect.Effect{Kind: effect.RecordWritten, Match: s}).Bind(params, "")
	if err != nil {
		return nil, err
	}
	return bound.Match, nil
}

// NewRequest binds an effect for a judgement in a mode; "" is delta. The error
// says why nothing can be judged at all.
func NewRequest(e *effect.Effect, params effect.Params, mode effect.Mode) (judge.Request, error) {
	if mode == "" {
		mode = effect.Delta
	}
	bound, err := e.Bind(params, "")
	if err != nil {
		return judge.Request{}, err
	}
	if field := bound.RefusedInCurrentState(); mode == effect.CurrentState && field != "" {
		return judge.Request{}, fmt.Errorf("%q cannot be judged on the current state alone; it needs a snapshot from before the action", field)
	}
	return judge.Request{Effect: bound, Mode: mode}, nil
}
