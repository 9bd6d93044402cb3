package host

import (
	"context"
	"errors"
)

// SuspendRequest says where the token goes.
type SuspendRequest struct {
	// Path is the file to make; "" makes one in the deployment's state
	// directory. It must not exist.
	Path string
}

// Suspend stores the session in a sealed file (mode 0600), so that
// [Host.Resume] can verify it later, in another process. The session stays
// usable: store it before the action, and [Session.Forget] the file once the
// step is verified.
func (s *Session) Suspend(ctx context.Context, req SuspendRequest) (path string, err error) {
	return "", errors.ErrUnsupported
}

// Forget removes every file that Suspend stored for this session.
func (s *Session) Forget() error { return nil }

// ResumeRequest names a token.
type ResumeRequest struct{ Path string }

// Resume reopens a session from its token, which is unlinked. A token that was
// altered, that is of a newer version, or whose baseline comes from another
// reader still gives a session: its verdicts are indeterminate,
// baseline_unreadable. The error is a [*Refusal] where there is no token at
// that path at all.
func (h *Host) Resume(ctx context.Context, req ResumeRequest) (*Session, error) {
	return nil, errors.ErrUnsupported
}
