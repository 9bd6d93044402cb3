package host

import (
	"context"
	"time"
)

// Clock is where the host takes its time from, so that no test waits for real.
type Clock interface {
	// Now is the present. Differences between two answers are durations that a
	// change of the wall clock does not touch.
	Now() time.Time
	// Sleep waits for d, or until ctx ends; it then returns ctx's error. A d of
	// zero or less returns at once.
	Sleep(ctx context.Context, d time.Duration) error
}

// SystemClock is the machine's own clock.
type SystemClock struct{}

// Now is time.Now.
func (SystemClock) Now() time.Time { return time.Now() }

// Sleep waits on a timer.
func (SystemClock) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
