package mysql

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/effectkit/effectkit/sdk"
)

func TestAnErrorHasItsReasonAndNoWordOfTheServer(t *testing.T) {
	answer := func(n uint16, state string) error {
		e := &mysql.MySQLError{Number: n, Message: "secret"}
		copy(e.SQLState[:], state)
		return e
	}
	for _, tc := range []struct {
		err    error
		reason sdk.Reason
		detail string
	}{
		{answer(1045, "28000"), sdk.ReasonCredentialRefused, "the MariaDB or MySQL server refuses the user or the password (error 1045)"},
		{answer(1142, "42000"), sdk.ReasonCredentialRefused, "the role may not read what sql_query names (error 1142)"},
		{answer(1049, "42000"), sdk.ReasonMisconfigured, "the MariaDB or MySQL server has no such database (error 1049)"},
		{answer(1146, "42S02"), sdk.ReasonMisconfigured, "sql_query names a table that is not there (error 1146)"},
		{answer(1054, "42S22"), sdk.ReasonMisconfigured, "sql_query names a column that is not there (error 1054)"},
		{answer(1064, "42000"), sdk.ReasonMisconfigured, "the MariaDB or MySQL server cannot compile sql_query (error 1064)"},
		{answer(1305, "42000"), sdk.ReasonMisconfigured, "sql_query calls a function that is not there (error 1305)"},
		{answer(1792, "25006"), sdk.ReasonMisconfigured, "sql_query tries to write (error 1792)"},
		{answer(1969, "70100"), sdk.ReasonUnreachable, "the MariaDB or MySQL server did not answer in time (error 1969)"},
		{answer(1040, "08004"), sdk.ReasonUnreachable, "the MariaDB or MySQL server is too busy or going away (error 1040)"},
		{answer(1205, "HY000"), sdk.ReasonUnreachable, "the MariaDB or MySQL server is too busy or going away (error 1205)"},
		{answer(1292, "22007"), sdk.ReasonMisconfigured, "sql_query cannot run (error 1292)"},
		{answer(1242, "21000"), sdk.ReasonMisconfigured, "sql_query cannot run (error 1242)"},
		{answer(1105, "HY000"), sdk.ReasonUnreachable, "the MariaDB or MySQL server gave up (error 1105)"},
		{mysql.ErrNoTLS, sdk.ReasonUnreachable, "the MariaDB or MySQL server does not offer TLS; sslmode says that it must"},
		{mysql.ErrCleartextPassword, sdk.ReasonCredentialRefused, "the MariaDB or MySQL server asks for the password in a way that would give it away, or that is not known"},
		{mysql.ErrPktTooLarge, sdk.ReasonTooLarge, "a row is longer than the driver reads"},
		{mysql.ErrInvalidConn, sdk.ReasonUnreachable, "the MariaDB or MySQL server broke the connection"},
		{fmt.Errorf("secret: %w", io.ErrUnexpectedEOF), sdk.ReasonUnreachable, "the MariaDB or MySQL server broke the connection"},
	} {
		got := sdk.AsReadError(explain(t.Context(), fmt.Errorf("wrapped: %w", tc.err)))
		if got == nil || got.Reason != tc.reason || got.Detail != tc.detail {
			t.Errorf("%v: got %+v, want reason %d, %s", tc.err, got, tc.reason, tc.detail)
			continue
		}
		if !errors.Is(got, tc.err) || strings.Contains(got.Detail, "secret") {
			t.Errorf("%v: the cause is lost, or shown: %v", tc.err, got)
		}
	}
}

func TestAStoppedReadSaysSoWhateverBroke(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := sdk.AsReadError(explain(ctx, mysql.ErrInvalidConn))
	if got == nil || got.Detail != "the MariaDB or MySQL server did not answer before the read was stopped" {
		t.Errorf("got %v", got)
	}
	if explain(ctx, nil) != nil {
		t.Error("no error became one")
	}
	own := sdk.Misconfigured("ours")
	if got := explain(ctx, own); !errors.Is(got, own) {
		t.Errorf("an error that has its reason became %v", got)
	}
}
