package settle

import (
	"context"
	"time"
)

// Clock is where Run takes its time from.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error
}

// Round is one read of every reader, judged for every track.
type Round struct {
	// Start is when the first reader began, End when the last was done.
	Start, End time.Time
	// Reads has one read a track, in the order of the tracks.
	Reads []Read
}

// Plan is what to settle, and how.
type Plan struct {
	Clock  Clock
	Tracks []*Track
	// Capture makes one round. It honours ctx and does not fail: a reader that
	// could not be read is a read that says so.
	Capture func(ctx context.Context) Round
	// Read and Waiting, where not nil, are told after each round and before
	// each wait: the rounds so far, and the time until the last read is due.
	Read    func(rounds int, left time.Duration)
	Waiting func(rounds int, left time.Duration)
}

// Ended is how a run of rounds came to its end.
type Ended struct {
	Rounds   int
	Deadline time.Time
	// Stopped is true when ctx ended before the verdicts were final.
	Stopped bool
}

// Run reads until one round's verdicts are final for all tracks. No track is
// settled before all are.
func Run(ctx context.Context, p Plan) Ended {
	s := newSchedule(p.Clock.Now(), p.timeout())
	ended := Ended{Deadline: s.deadline}
	for extra := false; ; {
		round := p.Capture(ctx)
		if ctx.Err() != nil {
			ended.Stopped = true
			return ended
		}
		ended.Rounds++
		for i, t := range p.Tracks {
			t.Observe(round.Reads[i])
		}
		tell(p.Read, ended.Rounds, s.left(p.Clock.Now()))
		if extra || p.settled() {
			return ended
		}
		var at time.Time
		switch due := p.due(); {
		case !s.last(round.Start):
			if !p.confirmed() {
				due = time.Time{}
			}
			at = s.next(round.Start, round.End, due)
		case due.IsZero():
			return ended
		default: // the one read for stability after the time is over
			extra = true
			at = later(due, round.End.Add(round.End.Sub(round.Start)))
		}
		now := p.Clock.Now()
		tell(p.Waiting, ended.Rounds, s.left(now))
		if p.Clock.Sleep(ctx, at.Sub(now)) != nil {
			ended.Stopped = true
			return ended
		}
	}
}

// timeout is the longest of the tracks: until it is over nothing absent is
// settled, and no track is settled before all are.
func (p *Plan) timeout() time.Duration {
	var longest time.Duration
	for _, t := range p.Tracks {
		longest = max(longest, t.effect.Timeout)
	}
	return longest
}

func (p *Plan) settled() bool {
	for _, t := range p.Tracks {
		if !t.settled() {
			return false
		}
	}
	return true
}

// confirmed tells whether nothing but stability keeps the tracks from being
// settled.
func (p *Plan) confirmed() bool {
	for _, t := range p.Tracks {
		if !t.settled() && !t.unstable() {
			return false
		}
	}
	return true
}

// due is when a read could make every unstable confirmation count; the zero
// time when there is none.
func (p *Plan) due() time.Time {
	var due time.Time
	for _, t := range p.Tracks {
		if t.unstable() {
			due = later(due, t.due())
		}
	}
	return due
}

func (s *schedule) left(now time.Time) time.Duration { return max(s.deadline.Sub(now), 0) }

func tell(f func(int, time.Duration), rounds int, left time.Duration) {
	if f != nil {
		f(rounds, left)
	}
}
