package host

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/settle"
)

// VerifyRequest asks for the verdict on a step that was acted out.
type VerifyRequest struct {
	// ActorEnded says that whatever acted has ended and can write no more. An
	// absence is only proven then.
	ActorEnded bool
	Progress   *Progress
}

// Verify reads until the answer has settled and judges it. After the action
// every answer is an Outcome: the error is for misuse alone, such as a session
// that was closed. When ctx ends the outcome is indeterminate, "stopped by the
// caller", and Verify may be called again; what was seen before still counts.
func (s *Session) Verify(ctx context.Context, req VerifyRequest) (Outcome, error) {
	switch {
	case s == nil:
		return Outcome{}, errors.New("no session")
	case s.closed:
		return Outcome{}, errSessionClosed
	}
	return s.verify(ctx, req), nil
}

// verify never fails. A spilled snapshot is memory of a file: should the disk
// break, the fault is a panic here and not the end of the process.
func (s *Session) verify(ctx context.Context, req VerifyRequest) (out Outcome) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	start := s.host.opts.Clock.Now()
	defer func() {
		if fault := recover(); fault != nil {
			v := effect.NewVerdict(s.fault(fault), effect.AdapterFailed)
			out = Outcome{Step: s.step.ID, Mode: s.mode, Reads: s.rounds, Outcome: effect.ReconciliationRequired, Effects: []EffectOutcome{{Verdict: v}}}
			out.Next = next(out)
		}
		out.Duration = s.host.opts.Clock.Now().Sub(start)
		s.host.opts.Logger.Info("verified", "step", s.step.ID, "outcome", string(out.Outcome), "reads", out.Reads)
	}()
	if s.broken != "" {
		return s.told(Outcome{
			Mode: s.mode, Outcome: effect.ReconciliationRequired,
			Effects: []EffectOutcome{{Verdict: effect.NewVerdict(s.broken, effect.BaselineUnreadable)}},
		})
	}
	if s.actionEnd.IsZero() {
		s.actionEnd = start
	}
	ended := s.settle(ctx, req.Progress, start)
	s.rounds += ended.Rounds
	by := "the caller"
	if ctx.Err() == nil {
		by = "the end of the host"
	}
	return s.outcome(settle.Ending{
		ActorEnded: req.ActorEnded, ActionEnd: s.actionEnd, Deadline: ended.Deadline, Stopped: ended.Stopped, By: by,
	})
}

// settle runs rounds until one is final for all effects.
func (s *Session) settle(ctx context.Context, progress *Progress, start time.Time) settle.Ended {
	ctx, stop := s.host.context(ctx)
	defer stop()
	plan := settle.Plan{Clock: s.host.opts.Clock, Capture: s.round}
	for _, c := range s.effects {
		plan.Tracks = append(plan.Tracks, c.track)
	}
	at := func(rounds int, left time.Duration) ReadProgress {
		return ReadProgress{Reads: rounds, Elapsed: s.host.opts.Clock.Now().Sub(start), Left: left}
	}
	plan.Read = func(rounds int, left time.Duration) { progress.read(at(rounds, left)) }
	plan.Waiting = func(rounds int, left time.Duration) { progress.waiting(at(rounds, left)) }
	return settle.Run(ctx, plan)
}
