package host

import (
	"context"

	"github.com/effectkit/effectkit/effect"
)

// ReadBackRequest is one step to read back.
type ReadBackRequest struct {
	BeginRequest
	Progress *Progress
}

// ReadBack judges the current state, whatever put it there: no baseline, no
// action. Effects that need a baseline are refused with a [*Refusal]; the
// guards are off and listed as not evaluated. An absence is never proven: nobody
// says that what could write has ended.
func (h *Host) ReadBack(ctx context.Context, req ReadBackRequest) (Outcome, error) {
	s, err := h.plan(req.BeginRequest, effect.CurrentState)
	if err != nil {
		return Outcome{}, err
	}
	defer s.Close()
	if problem := s.admit(ctx); problem != nil {
		return Outcome{}, &Refusal{Problems: []Problem{*problem}}
	}
	for _, p := range s.pins {
		p.unverified()
	}
	return s.Verify(ctx, VerifyRequest{Progress: req.Progress})
}
