package mysql

import (
	"context"
	"errors"

	"github.com/go-sql-driver/mysql"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
)

const server = "the MariaDB or MySQL server"

// explain gives an error its reason. A server's message can quote values, so
// that only its number and SQLSTATE are shown.
func explain(ctx context.Context, err error) error {
	var my *mysql.MySQLError
	switch {
	case err == nil || sdk.AsReadError(err) != nil:
		return err
	case ctx.Err() != nil:
		return engine.Lost(server, ctx.Err())
	case errors.As(err, &my):
		return answered(my, err)
	case errors.Is(err, mysql.ErrNoTLS):
		return sdk.Unreachable("%s does not offer TLS; sslmode says that it must", server).WithCause(err)
	case errors.Is(err, mysql.ErrCleartextPassword), errors.Is(err, mysql.ErrNativePassword),
		errors.Is(err, mysql.ErrOldPassword), errors.Is(err, mysql.ErrUnknownPlugin):
		return sdk.CredentialRefused("%s asks for the password in a way that would give it away, or that is not known", server).WithCause(err)
	case errors.Is(err, mysql.ErrPktTooLarge):
		return sdk.TooLarge("a row is longer than the driver reads").WithCause(err)
	}
	return engine.Lost(server, err)
}

func answered(my *mysql.MySQLError, err error) error {
	n := my.Number
	switch n {
	case 1045, 1698, 1251, 1820, 1862, 3118, 4151, 1130:
		return sdk.CredentialRefused("%s refuses the user or the password (error %d)", server, n).WithCause(err)
	case 1044, 1142, 1143, 1227, 1370:
		return sdk.CredentialRefused("the role may not read what sql_query names (error %d)", n).WithCause(err)
	case 1049:
		return sdk.Misconfigured("%s has no such database (error %d)", server, n).WithCause(err)
	case 1146:
		return sdk.Misconfigured("sql_query names a table that is not there (error %d)", n).WithCause(err)
	case 1054:
		return sdk.Misconfigured("sql_query names a column that is not there (error %d)", n).WithCause(err)
	case 1064, 1149:
		return sdk.Misconfigured("%s cannot compile sql_query (error %d)", server, n).WithCause(err)
	case 1305:
		return sdk.Misconfigured("sql_query calls a function that is not there (error %d)", n).WithCause(err)
	case 1792, 1290, 1836:
		return sdk.Misconfigured("sql_query tries to write (error %d)", n).WithCause(err)
	case 1969, 3024, 1317:
		return sdk.Unreachable("%s did not answer in time (error %d)", server, n).WithCause(err)
	case 1040, 1203, 1053, 1927, 3168, 1205, 1213:
		return sdk.Unreachable("%s is too busy or going away (error %d)", server, n).WithCause(err)
	}
	if class := string(my.SQLState[:2]); class == "42" || class == "22" || class == "21" {
		return sdk.Misconfigured("sql_query cannot run (error %d)", n).WithCause(err)
	}
	return sdk.Unreachable("%s gave up (error %d)", server, n).WithCause(err)
}
