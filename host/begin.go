package host

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/host/internal/snapshot"
	"github.com/effectkit/effectkit/sdk"
)

// BeginRequest is one step that is about to be acted out.
type BeginRequest struct {
	// Step declares the effects.
	Step *effect.Step
	// Params are the governed values of the run.
	Params effect.Params
}

// Begin binds the parameters, chooses a reader for each effect, tries its
// connection, and takes the snapshots from before the action. The error is a
// [*Refusal] with every problem; nothing was written then.
func (h *Host) Begin(ctx context.Context, req BeginRequest) (*Session, error) {
	s, err := h.plan(req, effect.Delta)
	if err != nil {
		return nil, err
	}
	ctx, stop := h.context(ctx)
	defer stop()
	if err := s.prepare(ctx, true); err != nil {
		_ = s.Close()
		return nil, err
	}
	h.opts.Logger.Info("baseline taken", "step", s.step.ID, "readers", len(s.pins))
	return s, nil
}

// prepare tries the connections and makes room; with a baseline it reads one.
func (s *Session) prepare(ctx context.Context, baseline bool) error {
	var no refusal
	for i, problems := range each(s.pins, func(p *pin) []Problem { return s.probe(ctx, p) }) {
		no.add(problems...)
		s.pins[i].unverified()
	}
	if err := no.err(); err != nil {
		return err
	}
	if problem := s.admit(ctx); problem != nil {
		return &Refusal{Problems: []Problem{*problem}}
	}
	if !baseline {
		return nil
	}
	for _, problems := range each(s.pins, func(p *pin) []Problem { return s.baseline(ctx, p) }) {
		no.add(problems...)
	}
	return no.err()
}

// each runs f for all at once and gives the results in their order.
func each[T, R any](list []T, f func(T) R) []R {
	out := make([]R, len(list))
	var wg sync.WaitGroup
	for i, one := range list {
		wg.Go(func() { out[i] = f(one) })
	}
	wg.Wait()
	return out
}

// probe tries a reader's connection, and holds what it says of its role to the
// policy.
func (s *Session) probe(ctx context.Context, p *pin) []Problem {
	notices, f := p.reader.test(ctx, p.bindings)
	if f != nil {
		return []Problem{p.reader.failed("the connection could not be tried with success", f)}
	}
	var problems []Problem
	for _, n := range notices {
		p.notices = append(p.notices, Notice{Code: n.Code, System: p.reader.system, Detail: n.Detail})
		if n.Code == sdk.NoticeRoleCanWrite && s.host.deployment.Policy.RequireReadOnlyRole {
			problems = append(problems, Problem{
				Code: CodePolicy, Pos: p.reader.section.Pos, System: p.reader.system,
				Message: fmt.Sprintf("system %q: the policy requires a role that cannot write: %s", p.reader.system, n.Detail),
				Fix:     "read with a role that may only read",
			})
		}
	}
	return problems
}

// test tries the connection within the time of one read.
func (r *reader) test(ctx context.Context, bindings adapter.Bindings) ([]sdk.Notice, *adapter.Failure) {
	ctx, cancel := context.WithTimeout(ctx, r.section.Settle.ReadBudget())
	defer cancel()
	return r.instance.TestConnection(ctx, bindings)
}

// unverified notes a reader whose code nobody locked.
func (p *pin) unverified() {
	if p.reader.entry.adapter.Identity().Unverified {
		p.notices = append(p.notices, Notice{
			Code: "unverified_plugin", System: p.reader.system,
			Detail: fmt.Sprintf("%q runs as a development plugin: its bytes are in no lock file", p.reader.section.Kind),
		})
	}
}

// admit waits for room for the snapshots of all pins.
func (s *Session) admit(ctx context.Context) *Problem {
	ctx, cancel := context.WithTimeout(ctx, s.host.opts.BudgetWait)
	defer cancel()
	holdings, err := s.host.snapshots.Admit(ctx, len(s.pins))
	if err != nil {
		return &Problem{Code: CodeBudget, Message: err.Error(), Fix: "run fewer sessions at once, or raise the budget"}
	}
	for i, p := range s.pins {
		p.holding = holdings[i]
	}
	return nil
}

// baseline reads a pin's system before the action. What cannot be read now is
// a refusal: nothing was written yet.
func (s *Session) baseline(ctx context.Context, p *pin) []Problem {
	t := p.reader.read(ctx, s.reading(p, true))
	if t.failure != nil {
		return []Problem{p.reader.failed("it could not be read", t.failure)}
	}
	p.before = t.snapshot
	if t.snapshot.Replaced {
		return []Problem{{
			Code: CodeUnreachable, Pos: p.reader.section.Pos, System: p.reader.system,
			Message: fmt.Sprintf("system %q: another system answered at the end of the read than at its start", p.reader.system),
			Fix:     "wait until the system is the one it was, and start again",
		}}
	}
	if !t.snapshot.Whole() {
		p.notices = append(p.notices, Notice{Code: "baseline_gap", System: p.reader.system, Detail: "the baseline is not complete: " + gapText(t.snapshot)})
	}
	return nil
}

// reading is a read of a pin.
func (s *Session) reading(p *pin, baseline bool) reading {
	return reading{
		bindings: p.bindings, fields: p.fields, identity: p.identity,
		holding: p.holding, baseline: baseline, clock: s.host.opts.Clock,
	}
}

func gapText(s *snapshot.Snapshot) string {
	var out []string
	for _, g := range s.Gaps {
		if g.Impeaching() {
			out = append(out, fmt.Sprintf("%s (%s)", g.Detail, g.Kind))
		}
	}
	if len(out) == 0 {
		return "the reader does not vouch for it"
	}
	return strings.Join(out, "; ")
}
