package httpread

import (
	"context"
	"time"
)

// Clock is time as a reader sees it, so that tests never wait.
type Clock interface {
	Now() time.Time
	// Sleep waits for d, or until ctx ends: then it gives its error.
	Sleep(ctx context.Context, d time.Duration) error
}

// SystemClock is the real one.
type SystemClock struct{}

// Now is time.Now.
func (SystemClock) Now() time.Time { return time.Now() }

// Sleep waits for d or the end of ctx.
func (SystemClock) Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
