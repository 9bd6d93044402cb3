package matrix

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
	"github.com/effectkit/effectkit/internal/faultserver"
)

// The modes that an adapter runs in.
const (
	InProcess = "in-process"
	Isolated  = "isolated"
)

// Cell is one fault on one face under one contract in one mode.
type Cell struct {
	Fault    faultserver.Fault
	Face     string
	Contract string
	Mode     string
	family   *family
}

// Result is what one run came to.
type Result struct {
	Screen faultserver.Screen
	// Refused is true where the run was refused before its action.
	Refused bool
	// Proceed and Outcome are the host's answer, Lead the verdict that kept it
	// from proceeding, or a confirmed one.
	Proceed bool
	Outcome effect.Outcome
	Lead    effect.Verdict
	// Right is the contract's truth; Whole that of everything.
	Right, Whole bool
	// FalseAbsence says which verdict claimed that nothing was written where
	// something was; "" for none.
	FalseAbsence string
	// Unexpected is true where the leading ground is none of the fault's.
	Unexpected bool
	Reads      int
}

// Silent tells whether a wrong effect passed for a right one.
func (r *Result) Silent() bool { return r.Proceed && !r.Right }

// run plays a cell once.
func (w *world) run(ctx context.Context, c Cell, seed int) (*Result, error) {
	s, err := w.stage(c.family)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	run := faultserver.Run{
		Fault: c.Fault, Face: c.Face, Key: fmt.Sprintf("k-%d", 1000+seed),
		Shift:   time.Duration(random.IntN(500)) * time.Millisecond,
		Waits:   c.Mode == Isolated,
		Latency: []time.Duration{20, 60, 120, 190}[random.IntN(4)] * time.Millisecond,
	}
	if seed == 0 {
		run.Shift = 0
	}
	w.clock.tell = nil
	if err := s.Load(run); err != nil {
		return nil, err
	}
	if a, ok := s.(interface{ Advance(time.Time) }); ok {
		w.clock.tell = a.Advance
	}
	return w.play(ctx, s, c, run, random)
}

// play is one run on a stage that is ready.
func (w *world) play(ctx context.Context, s stage, c Cell, run faultserver.Run, random *rand.Rand) (*Result, error) {
	h, err := w.host(ctx, s, c.Fault, c.Face, c.Mode)
	if err != nil {
		return nil, err
	}
	step, err := loadContract(c.family.contracts(c.Face), c.Contract)
	if err != nil {
		return nil, err
	}
	before, err := s.Truth()
	if err != nil {
		return nil, err
	}
	session, err := h.Begin(ctx, host.BeginRequest{Step: step, Params: c.family.params(c.Face, run.Key)})
	var refusal *host.Refusal
	if errors.As(err, &refusal) {
		if !mayRefuse(refusal) {
			return nil, err
		}
		return w.refused(s, c, before)
	}
	if err != nil {
		return nil, err
	}
	defer session.Close()
	session.ActionStarted()
	screen, err := s.act(ctx)
	if err != nil {
		return nil, err
	}
	w.clock.pass(time.Duration(random.IntN(30)) * time.Millisecond)
	session.ActionEnded()
	out, err := session.Verify(ctx, host.VerifyRequest{ActorEnded: true})
	if err != nil {
		return nil, err
	}
	then, err := s.Truth()
	if err != nil {
		return nil, err
	}
	after, err := s.Finish()
	if err != nil {
		return nil, err
	}
	r := &Result{Screen: screen, Proceed: out.Proceed(), Outcome: out.Outcome, Lead: leading(out), Reads: out.Reads}
	claim := c.family.claim(c.Face, run.Key)
	r.Right, r.Whole = claim.right(c.Contract, before, after), claim.whole(before, after)
	r.FalseAbsence = falseAbsence(out, claim, touched(before, then, after))
	r.Unexpected = unexpected(c, r.Lead.Ground)
	return r, nil
}

// refused is a run that ended before its action: nothing was written.
func (w *world) refused(s stage, c Cell, before faultserver.Truth) (*Result, error) {
	after, err := s.Finish()
	if err != nil {
		return nil, err
	}
	if len(touched(before, after)) > 0 {
		return nil, errors.New("something was written without an action")
	}
	return &Result{Refused: true, Right: !c.Fault.Hidden, Whole: true}, nil
}

// mayRefuse tells whether a run was refused because its system does not answer:
// every other refusal is a mistake of the matrix's own.
func mayRefuse(r *host.Refusal) bool {
	return !slices.ContainsFunc(r.Problems, func(p host.Problem) bool {
		return p.Code != host.CodeUnreachable && p.Code != host.CodeCredentialRefused && p.Code != host.CodeTooLarge
	})
}

// leading is the first verdict that is not confirmed, else the first.
func leading(o host.Outcome) effect.Verdict {
	for _, e := range o.Effects {
		if e.Verdict.Decision != effect.Confirmed {
			return e.Verdict
		}
	}
	return o.Effects[0].Verdict
}

// falseAbsence finds a claim that nothing was written where something was.
func falseAbsence(o host.Outcome, c *claim, touched map[string]bool) string {
	for _, e := range o.Effects {
		table := c.main
		if e.System == "side" {
			table = c.side
		}
		if e.Verdict.Ground == effect.Missing && touched[table] {
			return e.System + ": " + e.Verdict.Reason
		}
	}
	if o.Outcome == effect.HaltedBeforeEffect && len(touched) > 0 {
		return "the outcome is " + string(o.Outcome)
	}
	return ""
}

// unexpected tells whether a fault says what may lead a verdict, and a ground is
// none of that.
func unexpected(c Cell, ground effect.Ground) bool {
	want, ok := c.Fault.Grounds[c.Contract]
	if !ok {
		want, ok = c.Fault.Grounds["all"]
	}
	return ok && !slices.Contains(want, string(ground))
}
