package settle

import (
	"context"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
)

var epoch = time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)

// fakeClock moves only when something sleeps or reads.
type fakeClock struct {
	now    time.Time
	stopAt time.Time // Sleep fails from here on
	cancel context.CancelFunc
}

func (c *fakeClock) Now() time.Time { return c.now }

func (c *fakeClock) Sleep(ctx context.Context, d time.Duration) error {
	c.now = c.now.Add(max(d, 0))
	if !c.stopAt.IsZero() && !c.now.Before(c.stopAt) {
		c.cancel()
	}
	return ctx.Err()
}

func ms(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// state is what a read finds from a moment on.
type state struct {
	atMS int
	j    judge.Judgement
	raw  effect.Decision
}

func verdict(g effect.Ground, observed int) judge.Judgement {
	v := effect.NewVerdict("the judge said "+string(g), g)
	v.Evidence.Counts.Observed = observed
	return judge.Judgement{Verdict: v}
}

func from(atMS int, g effect.Ground) state {
	observed := 0
	switch g {
	case effect.Duplicate, effect.WrongValue, effect.Short:
		observed = 1
	}
	return state{atMS: atMS, j: verdict(g, observed)}
}

// confirmed is a confirmation by the records that print stands for.
func confirmed(atMS int, print string) state {
	j := verdict(effect.GroundConfirmed, 1)
	j.Fingerprint, j.Rests = print, []judge.Ref{{}}
	return state{atMS: atMS, j: j}
}

// absent is a confirmation that rests on no record.
func absent(atMS int, matchedBefore bool) state {
	j := verdict(effect.GroundConfirmed, 0)
	j.Fingerprint, j.MatchedBefore = "nothing", matchedBefore
	return state{atMS: atMS, j: j}
}

func finally(s state) state {
	s.j.Final = true
	return s
}

// stale is a confirmation that freshness demoted.
func stale(atMS int) state {
	return state{atMS: atMS, j: verdict(effect.Stale, 1), raw: effect.Confirmed}
}

// subject is one effect and what its reads find over time.
type subject struct {
	effect Effect
	states []state
}

func (s subject) at(since time.Duration) state {
	found := s.states[0]
	for _, st := range s.states {
		if ms(st.atMS) <= since {
			found = st
		}
	}
	if found.raw == "" {
		found.raw = found.j.Decision
	}
	return found
}

// result is what a run came to.
type result struct {
	ended    Ended
	starts   []time.Duration
	verdicts []effect.Verdict
	tracks   []*Track
	observed [][]Read
}

// play runs subjects whose reads take readMS each.
func play(subjects []subject, readMS int, actorEnded bool, stopMS int) result {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	clock := &fakeClock{now: epoch, cancel: cancel}
	if stopMS > 0 {
		clock.stopAt = epoch.Add(ms(stopMS))
	}
	var r result
	for _, s := range subjects {
		r.tracks = append(r.tracks, NewTrack(s.effect))
	}
	r.observed = make([][]Read, len(subjects))
	r.ended = Run(ctx, Plan{Clock: clock, Tracks: r.tracks, Capture: func(context.Context) Round {
		start := clock.now
		r.starts = append(r.starts, start.Sub(epoch))
		clock.now = clock.now.Add(ms(readMS))
		round := Round{Start: start, End: clock.now}
		for i, s := range subjects {
			st := s.at(start.Sub(epoch))
			read := Read{Start: start, End: clock.now, Judgement: st.j, Raw: st.raw}
			round.Reads = append(round.Reads, read)
			r.observed[i] = append(r.observed[i], read)
		}
		return round
	}})
	for _, t := range r.tracks {
		r.verdicts = append(r.verdicts, t.Conclude(Ending{
			ActorEnded: actorEnded, ActionEnd: epoch, Deadline: r.ended.Deadline, Stopped: r.ended.Stopped, By: "the caller",
		}))
	}
	return r
}
