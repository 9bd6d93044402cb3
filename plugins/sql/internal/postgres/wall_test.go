package postgres

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/internal/livetest"
	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/guard"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// unguarded makes an engine as the administrator, with no guard before it.
func unguarded(t *testing.T, s *livetest.PostgresServer, database string) *Engine {
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
	w := sdk.NewRecordWriter(ctx, nowhere{})
	return e.Capture(ctx, &engine.Request{SQL: sql}, w)
}

// Whatever passes the guard by a mistake still meets a read-only transaction.
func TestWritesFailWithoutTheGuard(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (id int)", "CREATE SEQUENCE s")
	e := unguarded(t, s, db)
	for _, sql := range []string{
		"insert into t values (1) returning id",
		"with d as (insert into t values (1) returning id) select * from d",
		"create table u as select 1 as id",
		"select nextval('s') as n",
		"select setval('s', 5) as n",
		"select * from t for update",
		"drop table t",
	} {
		if err := run(t, e, sql); err == nil {
			t.Errorf("%s went through", sql)
		}
	}
	s.Exec(t, db, "DO $$ BEGIN ASSERT (SELECT count(*) FROM t) = 0; ASSERT (SELECT NOT is_called FROM s); END $$")
}

// A read-only transaction lets these act all the same: only the guard stops
// them. Each is run to show that it does act, and given to the guard.
func TestTheGuardIsTheWall(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t)
	e := unguarded(t, s, db)
	for _, sql := range []string{
		"select pg_read_file('/etc/hostname') as a",
		"select ('/etc/hostname'::text).pg_read_file",
		"select t.pg_read_file from lower('/etc/hostname') as t",
		"select ('/etc/hostname'::text).lo_import",
		"select t.lo_import from current_setting('config_file') as t",
		"select pg_ls_dir('/') as a limit 0",
		"select pg_advisory_lock(7) is null as a",
		"select pg_notify('a', 'b') is null as a",
		"select pg_terminate_backend(0) as a",
		"select pg_reload_conf() as a",
		"select pg_rotate_logfile() as a",
		"select pg_stat_reset() is null as a",
		"select set_config('statement_timeout', '0', false) as a",
		"select query_to_xml('select 1', true, false, '') is null as a",
		"select pg_sleep(0) is null as a",
		"select pg_logical_emit_message(false, 'a', 'b') is null as a",
	} {
		if _, err := guard.Prepare(guard.PostgreSQL, sql, nil, nil); err == nil {
			t.Errorf("the guard accepts %s", sql)
		}
		if err := run(t, e, sql); err != nil {
			t.Errorf("%s does not act in a read-only transaction: %v", sql, err)
		}
	}
	acts := s.Connect(t, db)
	begin := "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; "
	sql := "COPY (SELECT 1) TO PROGRAM 'cat > /dev/null'"
	if _, err := acts.Exec(t.Context(), begin+sql+"; COMMIT").ReadAll(); err != nil {
		t.Errorf("COPY TO PROGRAM does not act in a read-only transaction here: %v", err)
	}
	if _, err := guard.Prepare(guard.PostgreSQL, sql, nil, nil); err == nil {
		t.Error("the guard accepts COPY TO PROGRAM")
	}
	large := "SELECT lo_import('/etc/hostname')"
	_, err := acts.Exec(t.Context(), begin+large+"; ROLLBACK").ReadAll()
	version, _ := strconv.Atoi(strings.SplitN(acts.ParameterStatus("server_version"), ".", 2)[0])
	if version < 16 && err != nil { // from 16 on the server refuses it itself
		t.Errorf("lo_import does not act in a read-only transaction of %d: %v", version, err)
	}
	if _, err := guard.Prepare(guard.PostgreSQL, large, nil, nil); err == nil {
		t.Error("the guard accepts lo_import")
	}
}
