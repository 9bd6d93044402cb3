package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
)

const server = "the PostgreSQL server"

// explain gives an error its reason. A server's message can quote values, so
// that only its SQLSTATE (appendix A of the manual) is shown, and names of the
// query where the server gives them apart.
func explain(ctx context.Context, err error) error {
	var pg *pgconn.PgError
	switch {
	case err == nil || sdk.AsReadError(err) != nil:
		return err
	case errors.As(err, &pg):
		return answered(ctx, pg, err)
	case ctx.Err() != nil:
		return engine.Lost(server, ctx.Err())
	}
	return engine.Lost(server, err)
}

func answered(ctx context.Context, pg *pgconn.PgError, err error) error {
	state := pg.Code
	switch state {
	case "28000", "28P01":
		return sdk.CredentialRefused("%s refuses the user or the password (SQLSTATE %s)", server, state).WithCause(err)
	case "3D000":
		return sdk.Misconfigured("%s has no such database (SQLSTATE %s)", server, state).WithCause(err)
	case "42501":
		return sdk.CredentialRefused("the role may not read what sql_query names (SQLSTATE %s)", state).WithCause(err)
	case "57014":
		if ctx.Err() != nil {
			return engine.Lost(server, ctx.Err())
		}
		return sdk.Unreachable("%s did not answer in time (SQLSTATE %s)", server, state).WithCause(err)
	case "25006":
		return sdk.Misconfigured("sql_query tries to write (SQLSTATE %s)", state).WithCause(err)
	case "42P01":
		return sdk.Misconfigured("sql_query names a table that is not there (SQLSTATE %s)", state).WithCause(err)
	case "42703":
		return sdk.Misconfigured("sql_query names a column that is not there (SQLSTATE %s)", state).WithCause(err)
	case "42883":
		return sdk.Misconfigured("sql_query calls a function or operator that these types do not have (SQLSTATE %s)", state).WithCause(err)
	case "42P18", "42P08":
		return sdk.Misconfigured("the type of a parameter cannot be told: write {param: …, as: …} or a cast (SQLSTATE %s)", state).WithCause(err)
	}
	switch state[:min(2, len(state))] {
	case "42":
		return sdk.Misconfigured("%s cannot compile sql_query (SQLSTATE %s, position %d)", server, state, pg.Position).WithCause(err)
	case "22", "23", "0A", "3F", "26":
		return sdk.Misconfigured("sql_query cannot run with these values (SQLSTATE %s)", state).WithCause(err)
	}
	return sdk.Unreachable("%s gave up (SQLSTATE %s)", server, state).WithCause(err)
}

// hiddenRows tells whether a policy would hide rows from the role.
func hiddenRows(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "42501"
}

// broken tells whether a connection was lost, rather than a statement refused.
func broken(err error) bool {
	var pg *pgconn.PgError
	return err != nil && !errors.As(err, &pg)
}
