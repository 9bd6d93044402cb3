package host

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/host/internal/fresh"
	"github.com/effectkit/effectkit/host/internal/settle"
	"github.com/effectkit/effectkit/host/internal/snapshot"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

// round reads every pinned reader once, at the same time, and judges every
// effect on what its reader saw. It does not fail: after the action every
// answer is a verdict, be it of a fault of ours.
func (s *Session) round(ctx context.Context) settle.Round {
	round := settle.Round{Start: s.host.opts.Clock.Now()}
	takes := each(s.pins, func(p *pin) taken { return s.take(ctx, p) })
	for _, c := range s.effects {
		t := takes[slices.Index(s.pins, c.pin)]
		round.Reads = append(round.Reads, s.judge(c, t))
	}
	for i, t := range takes {
		s.pins[i].saw(t)
		t.snapshot.Release()
	}
	round.End = s.host.opts.Clock.Now()
	return round
}

// take reads a pin after the action. A fault on the way is the adapter's.
func (s *Session) take(ctx context.Context, p *pin) (t taken) {
	start := s.host.opts.Clock.Now()
	defer func() {
		if fault := recover(); fault != nil {
			t = unread(start, s.host.opts.Clock.Now(), &adapter.Failure{Ground: effect.AdapterFailed, Detail: s.fault(fault)})
		}
	}()
	return p.reader.read(ctx, s.reading(p, false))
}

// judge decides one effect on one read, with freshness applied. What it gives
// refers to no snapshot's memory but for the records that a confirmation rests
// on, which settling lets go.
func (s *Session) judge(c *contract, t taken) (r settle.Read) {
	r = settle.Read{Start: t.start, End: t.end}
	defer func() {
		if fault := recover(); fault != nil {
			r.Judgement = judge.Judgement{Verdict: effect.NewVerdict(s.fault(fault), effect.AdapterFailed)}
			r.Raw = effect.Indeterminate
		}
	}()
	j := s.decide(c, t.snapshot)
	r.Raw = j.Decision
	j = fresh.Apply(c.pin.reader.section.Freshness, j, fresh.Read{
		Start: t.start, AsOf: t.snapshot.AsOf, ActionStart: s.actionStart,
	})
	j.Evidence = detach(j.Evidence)
	r.Judgement = j
	return r
}

func (s *Session) decide(c *contract, after *snapshot.Snapshot) judge.Judgement {
	if after.Replaced {
		return judge.Judgement{Verdict: effect.NewVerdict("another system answered at the end of the read than at its start", effect.SourceReplaced)}
	}
	req := judge.Request{Effect: c.bound, After: &after.Snapshot, Siblings: c.siblings, Mode: s.mode}
	if c.pin.before != nil {
		req.Before = &c.pin.before.Snapshot
	}
	rules := c.pin.blindRules()
	if rules == nil || !after.Readable() {
		return judge.Judge(req)
	}
	hidden, err := rules.Blind(c.pin.blinder, req.After)
	if err != nil {
		return judge.Judgement{Verdict: effect.NewVerdict("the read could not be compared with the stored baseline", effect.AdapterFailed)}
	}
	req.After = hidden
	req.Effect = rules.BlindBound(c.pin.blinder, c.bound)
	req.Siblings = rules.BlindSelectors(c.pin.blinder, c.siblings)
	j := judge.Judge(req)
	// Freshness looks at what was read, not at what stands for it.
	for i, ref := range j.Rests {
		j.Rests[i].Batch = after.Records[slices.Index(hidden.Records, ref.Batch)]
	}
	return j
}

// detach gives evidence that refers to no snapshot's memory.
func detach(e effect.Evidence) effect.Evidence {
	e.Records = slices.Clone(e.Records)
	for i, record := range e.Records {
		values := make([]value.Value, len(record.Fields))
		for j, f := range record.Fields {
			values[j] = f.Value
		}
		fields := slices.Clone(record.Fields)
		for j, v := range snapshot.Clone(values) {
			fields[j].Value = v
		}
		e.Records[i].Fields = fields
	}
	return e
}

// fault logs a panic of ours with its stack and gives the sentence for the
// verdict, which has nothing of the panic in it: that could quote a value.
func (s *Session) fault(fault any) string {
	s.host.opts.Logger.Error("a fault of the host", "kind", fmt.Sprintf("%T", fault), "stack", string(debug.Stack()))
	return "a fault of the host itself kept it from judging"
}
