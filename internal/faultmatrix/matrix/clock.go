package matrix

import (
	"context"
	"sync"
	"time"
)

var epoch = time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)

// Clock is time as adapters see it.
type Clock interface {
	Now() time.Time
	Sleep(ctx context.Context, d time.Duration) error
}

// clock moves only when someone waits. Whoever hangs on it is told each time.
type clock struct {
	mu   sync.Mutex
	now  time.Time
	tell func(time.Time)
}

func newClock() *clock { return &clock{now: epoch} }

// Now is the time on the clock.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Sleep moves the clock on at once.
func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.pass(d)
	return ctx.Err()
}

// pass moves the clock on, and has what is due by then done.
func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(max(d, 0))
	now := c.now
	c.mu.Unlock()
	if c.tell != nil {
		c.tell(now)
	}
}
