package plugin

import (
	"fmt"
	"time"
)

const (
	// breakerCrashes within breakerWindow open the circuit.
	breakerCrashes = 3
	breakerWindow  = time.Minute
)

// breaker keeps a plugin that crashes again and again from being started for
// every call. It needs its owner's lock.
type breaker struct {
	now     func() time.Time
	crashes []time.Time
	last    string
}

// crashed counts one crash, or one start that failed.
func (b *breaker) crashed(why string) {
	b.last = why
	b.crashes = append(b.crashes, b.now())
	if len(b.crashes) > breakerCrashes {
		b.crashes = b.crashes[1:]
	}
}

// open says why the plugin is not started now; "" when it may be. The oldest
// crash out of the window, one more start is tried.
func (b *breaker) open() string {
	if len(b.crashes) < breakerCrashes {
		return ""
	}
	left := breakerWindow - b.now().Sub(b.crashes[0])
	if left <= 0 {
		return ""
	}
	return fmt.Sprintf("it ended %d times within %s and is not started again for %s; the last time %s",
		breakerCrashes, breakerWindow, left.Round(time.Second), b.last)
}
