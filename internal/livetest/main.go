package livetest

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
)

// errMissing says that a server's programs are not installed.
var errMissing = errors.New("not installed; scripts/install-live.sh installs it")

// running is one server of the test binary.
type running struct {
	once sync.Once
	err  error
	stop func()
}

var (
	postgres, mariadb running
	postgresServer    *PostgresServer
	mariadbServer     *MariaDBServer
)

// Main runs the tests, stops the servers that they started and gives the exit
// code.
func Main(m *testing.M) int {
	code := m.Run()
	for _, r := range []*running{&postgres, &mariadb} {
		if r.stop != nil {
			r.stop()
		}
	}
	return code
}

// ready starts a server once and skips or fails the test without one.
func (r *running) ready(t testing.TB, name string, start func() (stop func(), err error)) {
	t.Helper()
	r.once.Do(func() { r.stop, r.err = start() })
	switch {
	case r.err == nil:
	case errors.Is(r.err, errMissing) && os.Getenv("EFFECTKIT_LIVE") != "require":
		t.Skipf("live test skipped: %s is %v", name, r.err)
	default:
		t.Fatalf("%s: %v", name, r.err)
	}
}

// Postgres gives the test binary's PostgreSQL server.
func Postgres(t testing.TB) *PostgresServer {
	t.Helper()
	postgres.ready(t, "PostgreSQL", func() (stop func(), err error) {
		postgresServer, err = startPostgres()
		if err != nil {
			return nil, err
		}
		return postgresServer.Stop, nil
	})
	return postgresServer
}

// MariaDB gives the test binary's MariaDB server.
func MariaDB(t testing.TB) *MariaDBServer {
	t.Helper()
	mariadb.ready(t, "MariaDB", func() (stop func(), err error) {
		mariadbServer, err = startMariaDB()
		if err != nil {
			return nil, err
		}
		return mariadbServer.Stop, nil
	})
	return mariadbServer
}

// failed joins what went wrong with the end of a server's log.
func failed(what string, err error, log string) error {
	text, _ := os.ReadFile(log)
	if len(text) > 2000 {
		text = text[len(text)-2000:]
	}
	return fmt.Errorf("%s: %w\n%s", what, err, text)
}
