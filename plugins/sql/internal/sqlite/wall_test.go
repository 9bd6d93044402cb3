package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

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

// Whatever passes the guard by a mistake still meets a read-only file, a
// connection that only queries, and an authorizer.
func TestWritesFailWithoutTheGuard(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "shop.db")
	plant(t, path, "CREATE TABLE t (id INTEGER)")
	e := New(path, 1)
	if err := run(t, e, "select id from t"); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"insert into t values (1) returning id",
		"create table u (id integer)",
		"create temp table u (id integer)",
		"drop table t",
		"attach '" + dir + "/other.db' as other",
		"vacuum into '" + dir + "/copy.db'",
		"pragma query_only = 0",
		"pragma journal_mode = wal",
		"select * from pragma_journal_mode",
		"select * from pragma_table_info('t')",
		"select load_extension('x')",
		"begin immediate",
		"savepoint a",
	} {
		if err := run(t, e, sql); err == nil {
			t.Errorf("%s went through", sql)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}
