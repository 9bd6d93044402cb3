package sql_test

import (
	"testing"

	"github.com/effectkit/effectkit/internal/livetest"
	"github.com/effectkit/effectkit/sdk"
)

func TestPostgresChecksTheServersCertificate(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t)
	connect := func(host string, extra keys) error {
		t.Helper()
		args := keys{"host": host, "port": s.Port, "user": s.User, "database": db}
		for k, v := range extra {
			args[k] = v
		}
		return pgCapture(t, s, db, "select 1 as a", keys{"sql_connect_args": args}).Err
	}
	failure(t, connect("127.0.0.1", keys{"sslmode": "require"}), sdk.ReasonUnreachable, "does not offer TLS")
	root := s.EnableTLS(t)
	eventually(t, "the server does not turn TLS on", func() bool {
		return connect("127.0.0.1", keys{"sslmode": "require"}) == nil
	})
	if err := connect("127.0.0.1", keys{"sslrootcert": root}); err != nil {
		t.Errorf("the right authority and name: %v", err)
	}
	if err := connect("localhost", keys{"sslrootcert": root, "sslmode": "verify-ca"}); err != nil {
		t.Errorf("the right authority, the name not asked for: %v", err)
	}
	failure(t, connect("127.0.0.1", keys{"sslmode": "verify-full"}), sdk.ReasonUnreachable, "certificate of an unknown authority")
	failure(t, connect("127.0.0.1", keys{"sslmode": "verify-ca"}), sdk.ReasonUnreachable, "certificate of an unknown authority")
	failure(t, connect("localhost", keys{"sslrootcert": root}), sdk.ReasonUnreachable, "certificate of another name")
}

func TestMariaDBWithoutTLSIsRefusedWhereItMustBe(t *testing.T) {
	s := livetest.MariaDB(t)
	err := myCapture(t, s, "", "select 1 as a", keys{"sql_connect_args": keys{
		"host": s.Host, "port": s.Port, "user": s.User, "sslmode": "require"}}).Err
	failure(t, err, sdk.ReasonUnreachable, "does not offer TLS")
}

func TestMariaDBOverItsUnixSocket(t *testing.T) {
	s := livetest.MariaDB(t)
	res := myCapture(t, s, "", "select 1 as a", keys{"sql_connect_args": keys{"unix_socket": s.Socket, "user": s.User}})
	if res.Err != nil || len(res.Records()) != 1 {
		t.Errorf("%v", res.Err)
	}
}

func TestPostgresOverItsUnixSocket(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t)
	res := pgCapture(t, s, db, "select 1 as a", keys{"sql_connect_args": keys{"host": s.Socket, "port": s.Port, "user": s.User, "database": db}})
	if res.Err != nil || len(res.Records()) != 1 {
		t.Errorf("%v", res.Err)
	}
}
