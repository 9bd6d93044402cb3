package host

import (
	"context"
	"errors"
)

// VerifyRequest asks for the verdict on a step that was acted out.
type VerifyRequest struct {
	// ActorEnded says that whatever acted has ended and can write no more. An
	// absence is only proven then.
	ActorEnded bool
	Progress   *Progress
}

// Verify reads until the answer has settled and judges it. After the action
// every answer is an Outcome: the error is for misuse alone, such as a nil
// session. When ctx ends the outcome is indeterminate, "stopped by the
// caller", and Verify may be called again.
func (s *Session) Verify(ctx context.Context, req VerifyRequest) (Outcome, error) {
	return Outcome{}, errors.ErrUnsupported
}

// ReadBack judges the current state, whatever put it there: no baseline, no
// action. Effects that need a baseline are refused with a [*Refusal]; the
// guards are off and listed as not evaluated.
func (h *Host) ReadBack(ctx context.Context, req ReadBackRequest) (Outcome, error) {
	return Outcome{}, errors.ErrUnsupported
}

// ReadBackRequest is one step to read back.
type ReadBackRequest struct {
	BeginRequest
	Progress *Progress
}
