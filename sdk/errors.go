package sdk

import (
	"errors"
	"fmt"
)

// Reason says why a read failed. The host maps it to a ground; none leads to a
// confirmation or a refutation.
type Reason int

// The reasons. The zero Reason is none of them and counts as a failure of the
// adapter.
const (
	ReasonUnspecified Reason = iota
	// ReasonUnreachable: the system did not answer, or not in a form that can
	// be trusted.
	ReasonUnreachable
	// ReasonCredentialRefused: it answered that these credentials may not read.
	ReasonCredentialRefused
	// ReasonMisconfigured: the section cannot work; reading again will not help.
	ReasonMisconfigured
	// ReasonTooLarge: what is there is more than the caps allow.
	ReasonTooLarge
)

// ReadError is a read that failed for a reason the host knows. Detail is shown
// to people: it carries no value, no secret and no address with a password in
// it. The cause is for errors.Is and is not shown.
type ReadError struct {
	Reason Reason
	Detail string
	cause  error
}

// Error is the detail.
func (e *ReadError) Error() string { return e.Detail }

// Unwrap is the cause, which may be nil.
func (e *ReadError) Unwrap() error { return e.cause }

// WithCause keeps err for errors.Is and errors.As. Its text is not shown.
func (e *ReadError) WithCause(err error) *ReadError {
	e.cause = err
	return e
}

// Unreachable says that the system did not answer, or not in a form that can be
// trusted: down, timed out, half an answer, a login page.
func Unreachable(format string, args ...any) *ReadError {
	return &ReadError{Reason: ReasonUnreachable, Detail: fmt.Sprintf(format, args...)}
}

// CredentialRefused says that the system answered and refused the credentials.
func CredentialRefused(format string, args ...any) *ReadError {
	return &ReadError{Reason: ReasonCredentialRefused, Detail: fmt.Sprintf(format, args...)}
}

// Misconfigured says that the section cannot work.
func Misconfigured(format string, args ...any) *ReadError {
	return &ReadError{Reason: ReasonMisconfigured, Detail: fmt.Sprintf(format, args...)}
}

// TooLarge says that what is there is more than the caps allow to read.
func TooLarge(format string, args ...any) *ReadError {
	return &ReadError{Reason: ReasonTooLarge, Detail: fmt.Sprintf(format, args...)}
}

// AsReadError finds the ReadError in err's chain; nil when there is none.
func AsReadError(err error) *ReadError {
	var re *ReadError
	if errors.As(err, &re) {
		return re
	}
	return nil
}
