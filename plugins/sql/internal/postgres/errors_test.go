package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/effectkit/effectkit/sdk"
)

func TestAnErrorHasItsReasonAndNoWordOfTheServer(t *testing.T) {
	for _, tc := range []struct {
		state  string
		reason sdk.Reason
		detail string
	}{
		{"28000", sdk.ReasonCredentialRefused, "the PostgreSQL server refuses the user or the password (SQLSTATE 28000)"},
		{"28P01", sdk.ReasonCredentialRefused, "the PostgreSQL server refuses the user or the password (SQLSTATE 28P01)"},
		{"3D000", sdk.ReasonMisconfigured, "the PostgreSQL server has no such database (SQLSTATE 3D000)"},
		{"42501", sdk.ReasonCredentialRefused, "the role may not read what sql_query names (SQLSTATE 42501)"},
		{"57014", sdk.ReasonUnreachable, "the PostgreSQL server did not answer in time (SQLSTATE 57014)"},
		{"25006", sdk.ReasonMisconfigured, "sql_query tries to write (SQLSTATE 25006)"},
		{"42P01", sdk.ReasonMisconfigured, "sql_query names a table that is not there (SQLSTATE 42P01)"},
		{"42703", sdk.ReasonMisconfigured, "sql_query names a column that is not there (SQLSTATE 42703)"},
		{"42883", sdk.ReasonMisconfigured, "sql_query calls a function or operator that these types do not have (SQLSTATE 42883)"},
		{"42P18", sdk.ReasonMisconfigured, "the type of a parameter cannot be told: write {param: …, as: …} or a cast (SQLSTATE 42P18)"},
		{"42601", sdk.ReasonMisconfigured, "the PostgreSQL server cannot compile sql_query (SQLSTATE 42601, position 7)"},
		{"22P02", sdk.ReasonMisconfigured, "sql_query cannot run with these values (SQLSTATE 22P02)"},
		{"40001", sdk.ReasonUnreachable, "the PostgreSQL server gave up (SQLSTATE 40001)"},
		{"53300", sdk.ReasonUnreachable, "the PostgreSQL server gave up (SQLSTATE 53300)"},
		{"57P01", sdk.ReasonUnreachable, "the PostgreSQL server gave up (SQLSTATE 57P01)"},
		{"57P03", sdk.ReasonUnreachable, "the PostgreSQL server gave up (SQLSTATE 57P03)"},
		{"", sdk.ReasonUnreachable, "the PostgreSQL server gave up (SQLSTATE )"},
	} {
		answer := &pgconn.PgError{Code: tc.state, Message: "secret", Detail: "secret", Position: 7}
		got := sdk.AsReadError(explain(t.Context(), fmt.Errorf("wrapped: %w", answer)))
		if got == nil || got.Reason != tc.reason || got.Detail != tc.detail {
			t.Errorf("%s: got %+v, want reason %d, %s", tc.state, got, tc.reason, tc.detail)
			continue
		}
		if !errors.Is(got, answer) || strings.Contains(got.Detail, "secret") {
			t.Errorf("%s: the cause is lost, or shown: %v", tc.state, got)
		}
	}
}

func TestAConnectionThatBreaksIsUnreachable(t *testing.T) {
	got := sdk.AsReadError(explain(t.Context(), fmt.Errorf("secret: %w", io.ErrUnexpectedEOF)))
	if got == nil || got.Reason != sdk.ReasonUnreachable || got.Detail != "the PostgreSQL server broke the connection" {
		t.Errorf("got %v", got)
	}
}

func TestAStoppedReadSaysSoWhateverBroke(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range []error{io.ErrUnexpectedEOF, &pgconn.PgError{Code: "57014"}} {
		got := sdk.AsReadError(explain(ctx, err))
		if got == nil || got.Detail != "the PostgreSQL server did not answer before the read was stopped" {
			t.Errorf("%v: got %v", err, got)
		}
	}
	if explain(ctx, nil) != nil {
		t.Error("no error became one")
	}
	own := sdk.Misconfigured("ours")
	if got := explain(ctx, own); !errors.Is(got, own) {
		t.Errorf("an error that has its reason became %v", got)
	}
}

func TestOnlyARefusalByPolicyStartsAgain(t *testing.T) {
	for state, want := range map[string]bool{"42501": true, "42P01": false, "25006": false} {
		if hiddenRows(&pgconn.PgError{Code: state}) != want {
			t.Errorf("%s starts again: %v", state, !want)
		}
	}
	if hiddenRows(io.EOF) || hiddenRows(nil) {
		t.Error("a connection that broke starts again")
	}
}
