package sqlite

import (
	"context"
	"errors"

	"github.com/effectkit/effectkit/plugins/sql/internal/sqlite3"
	"github.com/effectkit/effectkit/sdk"
)

// explain gives an error of the library its reason. What a message could quote
// of the records is left out.
func explain(ctx context.Context, err error) error {
	var e *sqlite3.Error
	switch {
	case err == nil || sdk.AsReadError(err) != nil:
		return err
	case ctx.Err() != nil:
		return stopped(ctx)
	case !errors.As(err, &e):
		return err
	}
	code := e.Code
	switch {
	case errors.Is(err, sqlite3.ErrBusy):
		return sdk.Unreachable("the sqlite database is locked by a writer").WithCause(err)
	case code == sqlite3.CodeReadOnlyRollback:
		return sdk.Unreachable("the sqlite database holds half a transaction of a writer that crashed: open it once with its own application").WithCause(err)
	case errors.Is(err, sqlite3.ErrReadOnly):
		return sdk.Unreachable("the write-ahead log of the sqlite database cannot be read without writing (code %d)", code).WithCause(err)
	case errors.Is(err, sqlite3.ErrNotADB):
		return sdk.Unreachable("the file is not an sqlite database").WithCause(err)
	case errors.Is(err, sqlite3.ErrCorrupt):
		return sdk.Unreachable("the sqlite database is damaged (code %d)", code).WithCause(err)
	case errors.Is(err, sqlite3.ErrCantOpen):
		return sdk.Unreachable("the sqlite database cannot be opened (code %d)", code).WithCause(err)
	case errors.Is(err, sqlite3.ErrIO):
		return sdk.Unreachable("the sqlite database cannot be read (code %d)", code).WithCause(err)
	case errors.Is(err, sqlite3.ErrTooBig):
		return sdk.TooLarge("a value is longer than sqlite reads").WithCause(err)
	}
	return sdk.Misconfigured("the query cannot run (sqlite code %d)", code).WithCause(err)
}

// compile explains why a statement does not compile. Its message quotes names
// of the query alone.
func compile(ctx context.Context, err error) error {
	var e *sqlite3.Error
	switch {
	case errors.Is(err, sqlite3.ErrAuth):
		return sdk.Misconfigured("sqlite refuses the query as more than a read").WithCause(err)
	case errors.As(err, &e) && errors.Is(err, sqlite3.ErrSQL) && ctx.Err() == nil:
		return sdk.Misconfigured("sqlite cannot compile sql_query: %s", e.Message).WithCause(err)
	}
	return explain(ctx, err)
}

func stopped(ctx context.Context) error {
	return sdk.Unreachable("the sqlite database was not read in time").WithCause(ctx.Err())
}
