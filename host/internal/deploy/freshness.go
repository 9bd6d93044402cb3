package deploy

import (
	"fmt"
	"time"

	"github.com/effectkit/effectkit/effect"
)

// DefaultSkew is how far a system's clock may be off when skew_s is silent.
const DefaultSkew = 2 * time.Second

// MaxWindow is the widest freshness window, ten years.
const MaxWindow = 10 * 366 * 24 * time.Hour

// Freshness asks that what was read is recent (SEMANTICS 7). It can only
// weaken a verdict.
type Freshness struct {
	// Field of the matched records holds their time.
	Field  string
	Window time.Duration
	// SinceAction asks that it is not older than the action's start less Skew.
	SinceAction bool
	Skew        time.Duration
	// Zone is that of timestamps that state none; nil makes those unusable.
	Zone *time.Location
	// EpochUnit is what a number counts since 1970; 0 makes numbers unusable.
	EpochUnit time.Duration
	Pos       effect.Position
}

// Check refuses a window that could run out while the host still waits: it is
// at least timeout, settle_s and read_timeout_s together. The error is a
// [*WindowError]; a nil Freshness passes.
func (f *Freshness) Check(timeout time.Duration, risk effect.Risk, s Settle) error {
	if f == nil {
		return nil
	}
	need := timeout + s.Stability(risk) + s.ReadBudget()
	if f.Window >= need {
		return nil
	}
	return &WindowError{Pos: f.Pos, Window: f.Window, Need: need}
}

// WindowError says that a freshness window is shorter than the host may wait.
// The run is refused before anything is read; widen window_s.
type WindowError struct {
	Pos          effect.Position
	Window, Need time.Duration
}

// Error names both times.
func (e *WindowError) Error() string {
	return fmt.Sprintf("%s: %s: a window of %s is shorter than timeout_s, settle_s and read_timeout_s together; write at least %s",
		e.Pos, e.Pos.Path, seconds(e.Window), seconds(e.Need))
}

// seconds is a duration in the unit of the file.
func seconds(d time.Duration) string {
	return fmt.Sprintf("%g s", d.Seconds())
}
