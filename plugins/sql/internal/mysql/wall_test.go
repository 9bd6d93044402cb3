package mysql

import (
	"context"
	"testing"
	"time"

	"github.com/effectkit/effectkit/internal/livetest"
	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/guard"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// unguarded makes an engine as the administrator, with no guard before it.
func unguarded(t *testing.T, s *livetest.MariaDBServer, database string) *Engine {
	t.Helper()
	at := engine.Address{Host: s.Host, Port: uint16(s.Port), User: s.User, Password: s.Password, Database: database, Timeout: 10 * time.Second}
	if problem := at.Settle(); problem != "" {
		t.Fatal(problem)
	}
	e, err := New(at, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// nowhere takes what a capture sends and keeps nothing.
type nowhere struct{}

func (nowhere) Header(sdk.Header) error  { return nil }
func (nowhere) Batch(*value.Batch) error { return nil }

func run(t *testing.T, e *Engine, sql string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return e.Capture(ctx, &engine.Request{SQL: sql}, sdk.NewRecordWriter(ctx, nowhere{}))
}

// Whatever passes the guard by a mistake still meets a read-only session: DDL,
// which commits implicitly and so ends a read-only transaction, included.
func TestWritesFailWithoutTheGuard(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t (id INT)", "CREATE SEQUENCE q")
	e := unguarded(t, s, db)
	for _, sql := range []string{
		"insert into t values (1) returning id",
		"insert into t values (1)",
		"create table u (id int)",
		"drop table t",
		"truncate t",
		"alter table t add column x int",
		"create user mallory",
	} {
		if err := run(t, e, sql); err == nil {
			t.Errorf("%s went through", sql)
		}
	}
	rows := s.Connect(t, db).QueryRow("SELECT (SELECT COUNT(*) FROM t) + (SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE())")
	var n int
	if err := rows.Scan(&n); err != nil || n != 2 {
		t.Errorf("the database holds %d rows and tables, %v; want the two tables", n, err)
	}
}

// These act in a read-only session all the same: only the guard stops them.
func TestTheGuardIsTheWall(t *testing.T) {
	s := livetest.MariaDB(t)
	e := unguarded(t, s, s.Database(t))
	for _, sql := range []string{
		"select get_lock('a', 1) as a",
		"select sleep(0) as a",
		"select benchmark(1, md5('a')) as a",
		"select load_file('/etc/hostname') as a",
		"select @a := 1 as a",
		"select 1 as a into outfile '" + t.TempDir() + "/out'",
	} {
		if _, err := guard.Prepare(guard.MySQL, sql, nil, nil); err == nil {
			t.Errorf("the guard accepts %s", sql)
		}
	}
	for _, sql := range []string{"select get_lock('a', 1) as a", "select sleep(0) as a", "select @a := 1 as a"} {
		if err := run(t, e, sql); err != nil {
			t.Errorf("%s does not act in a read-only session: %v", sql, err)
		}
	}
}
