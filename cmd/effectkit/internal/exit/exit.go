package exit

import (
	"errors"
	"fmt"
)

// Code is an exit status of effectkit.
type Code int

// The codes. A retry of the action is safe after Refused and
// HaltedBeforeEffect, needless after Proceed, and unsafe after any other.
const (
	// Proceed: every effect is confirmed, or the command did what it was asked.
	Proceed Code = 0
	// No: a plain no of judge --check, check or doctor.
	No Code = 1
	// Reconcile: reconciliation is required; a person looks first.
	Reconcile Code = 2
	// Refused: nothing was started. Only before the action.
	Refused Code = 3
	// HaltedBeforeEffect: the action ran and nothing was written.
	HaltedBeforeEffect Code = 10
	// Usage: the command line is wrong (EX_USAGE of sysexits.h).
	Usage Code = 64
	// BadFile: a file that was named is wrong (EX_DATAERR of sysexits.h).
	BadFile Code = 65
	// Panic: a recovered panic (EX_SOFTWARE of sysexits.h).
	Panic Code = 70
)

// RetrySafe tells whether the action may be started again.
func (c Code) RetrySafe() bool { return c == Refused || c == HaltedBeforeEffect }

// Error is an error that knows its exit code. Err is nil when the command has
// already said on stdout all there is to say.
type Error struct {
	Code Code
	Err  error
}

// Error is the cause's text; "" without a cause.
func (e *Error) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap is the cause, which may be nil.
func (e *Error) Unwrap() error { return e.Err }

// With makes err end the program with code; nil stays nil.
func With(code Code, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Code: code, Err: err}
}

// Silent ends the program with code and without a line of its own; nil for
// Proceed.
func Silent(code Code) error {
	if code == Proceed {
		return nil
	}
	return &Error{Code: code}
}

// Usagef makes an error of the command line.
func Usagef(format string, args ...any) error {
	return &Error{Code: Usage, Err: fmt.Errorf(format, args...)}
}

// Of is the code that err ends the program with: its own, else otherwise.
func Of(err error, otherwise Code) Code {
	if err == nil {
		return Proceed
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return otherwise
}
