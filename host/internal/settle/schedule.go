package settle

import "time"

// The schedule's figures (SEMANTICS 6).
const (
	interval    = 25 * time.Millisecond // between the starts of reads at first
	steadyFor   = 500 * time.Millisecond
	maxInterval = 2 * time.Second
)

// schedule says when the next read starts. The zero schedule is not ready; use
// newSchedule.
type schedule struct {
	start    time.Time // of the first read
	deadline time.Time // the last read starts at or after it
	wait     time.Duration
}

func newSchedule(start time.Time, timeout time.Duration) *schedule {
	return &schedule{start: start, deadline: start.Add(timeout), wait: interval}
}

// next is when to read after a read that took from start to end. due is when a
// read could confirm everything; the zero time when none can. A read begins no
// sooner than the last one took, but for the last, whose wait is shortened so
// that there is no blind tail.
func (s *schedule) next(start, end, due time.Time) time.Time {
	if start.Sub(s.start) >= steadyFor {
		s.wait = min(s.wait*3/2, maxInterval)
	}
	at := start.Add(s.wait)
	if due.After(start) && due.Before(at) { // a due that has passed was tried already
		at = due
	}
	at = later(at, end.Add(end.Sub(start)))
	if at.After(s.deadline) {
		at = later(s.deadline, end)
	}
	return at
}

// last tells whether a read that started at start is the last of the schedule.
func (s *schedule) last(start time.Time) bool { return !start.Before(s.deadline) }

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
