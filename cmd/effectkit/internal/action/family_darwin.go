package action

import "time"

// change is what happened to the command.
type change int

const (
	ended change = iota
	stopped
)

// awaitChange leaves the waiting to the reaping, which blocks until the command
// has ended: this system has no wait that leaves a process in place.
func awaitChange(int) change { return ended }

const lifeline = "EFFECTKIT_LIFELINE_FD"

// family is blind here: macOS has no child subreaper, so that a detached
// descendant cannot be seen, and every absence stays unproven.
type family struct{}

func newFamily() *family { return &family{} }

func (*family) living(time.Duration) ([]int, bool) { return nil, true }
