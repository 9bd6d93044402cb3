package action

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"

	"golang.org/x/sys/unix"
)

// Statuses by which a shell or timeout(1) says that a command was cut short.
const (
	statusTimedOut = 124
	statusSignal   = 128 // plus the signal's number
)

// Ended tells whether nothing of the command can still write: it was not cut
// short, and nothing that it started is left. Only then may an absence claim
// that nothing was written.
func (r Result) Ended() bool {
	switch {
	case r.NotStarted != nil:
		return true
	case r.PID == 0, r.Abandoned, r.Blind, len(r.Living) > 0:
		return false
	}
	return !r.cutShort()
}

// cutShort is true also for the exit statuses by which a wrapper says so: what
// the command had under way on another machine may still land there.
func (r Result) cutShort() bool {
	return r.Signalled || r.Killed != 0 || r.Code == statusTimedOut || r.Code > statusSignal
}

// String says how the command ended, in a phrase.
func (r Result) String() string {
	switch {
	case r.NotStarted != nil:
		return "was not started: " + startProblem(r.NotStarted)
	case r.Abandoned:
		return fmt.Sprintf("was left as process %d", r.PID)
	case r.Killed != 0:
		return "was killed by " + unix.SignalName(r.Killed)
	}
	return fmt.Sprintf("ended with status %d", r.Code)
}

// Doubt says why an absence could not be claimed; "" when it could.
func (r Result) Doubt() string {
	switch {
	case r.Ended():
		return ""
	case r.Abandoned:
		return "it may still run"
	case len(r.Living) == 1:
		return fmt.Sprintf("process %d, which it started, still runs", r.Living[0])
	case len(r.Living) > 1:
		return fmt.Sprintf("%d processes that it started still run, process %d among them", len(r.Living), r.Living[0])
	case r.cutShort():
		return "it was cut short, and what it had under way may still land"
	}
	return "this system cannot tell whether what it started still runs"
}

func startProblem(err error) string {
	if e, ok := errors.AsType[*exec.Error](err); ok {
		err = e.Err
	}
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return err.Error()
}
