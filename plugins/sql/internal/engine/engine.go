package engine

import (
	"context"

	"github.com/effectkit/effectkit/sdk"
)

// Engine reads one database. Its methods may be called at any time and
// concurrently, until Close.
type Engine interface {
	// Capture reads once, in a fresh transaction, and writes every row to w.
	// Failures are [sdk.ReadError]s. A nil error says that the read came to its
	// end: a connection that broke is an error, never fewer rows.
	Capture(ctx context.Context, r *Request, w *sdk.RecordWriter) error

	// Test connects, compiles the statement and runs nothing of it.
	Test(ctx context.Context, r *Request) ([]sdk.Notice, error)

	// Close gives up the connections. Captures that run end with an error.
	Close() error
}

// Request is one statement to read.
type Request struct {
	// SQL passed the guard and has the driver's own placeholders.
	SQL string
	// Args are in the order of the placeholders.
	Args []Arg
	// MaxRows and MaxBytes are caps; 0 is none. One row more is a gap.
	MaxRows  int64
	MaxBytes int64
}

// NoticeNotEncrypted says that a password and records cross a network that
// anyone on the way can read, or a server that nobody has checked.
const NoticeNotEncrypted = "connection_not_protected"

// Distinct refuses a column twice: a record has one value for a field.
func Distinct(names []string) error {
	seen := map[string]bool{}
	for _, n := range names {
		if seen[n] {
			return sdk.Misconfigured("field %q twice in one read", n)
		}
		seen[n] = true
	}
	return nil
}
