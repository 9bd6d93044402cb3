package host

import (
	"context"
	"errors"

	"github.com/effectkit/effectkit/effect"
)

// BeginRequest is one step that is about to be acted out.
type BeginRequest struct {
	// Step declares the effects. It must have been validated.
	Step *effect.Step
	// Params are the governed values of the run.
	Params effect.Params
}

// Session is one step from before its action to its verdict. It is not safe
// for concurrent use. Close it.
type Session struct{}

// Begin binds the parameters, chooses a reader for each effect, tries its
// connection, and takes the snapshots from before the action. The error is a
// [*Refusal] with every problem; nothing was written then.
func (h *Host) Begin(ctx context.Context, req BeginRequest) (*Session, error) {
	return nil, errors.ErrUnsupported
}

// ActionStarted notes that the action starts now. Call it right before.
func (s *Session) ActionStarted() {}

// ActionEnded notes that the action ended now, with all that it started. It
// dates the end; that the actor has ended is said to [Session.Verify].
func (s *Session) ActionEnded() {}

// Close gives back the memory of the snapshots. Tokens that Suspend stored
// stay.
func (s *Session) Close() error { return nil }
