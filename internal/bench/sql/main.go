package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite"

	"github.com/effectkit/effectkit/internal/bench/ratio"
	plugin "github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

const (
	rows  = 1_000_000
	query = "select id, customer, amount, status, note, placed_at from orders"
)

func main() {
	dir, err := os.MkdirTemp("", "effectkit-bench-")
	ratio.Must(err)
	path := filepath.Join(dir, "shop.db")
	plant(path)
	table := ratio.NewTable()
	table.Measure("capture 1M sqlite rows, to database/sql", 1.5, func() { scan(path) }, func() { capture(path) })
	ratio.Must(os.RemoveAll(dir))
	table.Exit()
}

// plant writes the file that both read.
func plant(path string) {
	db, err := sql.Open("sqlite", path)
	ratio.Must(err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range []string{
		"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
		"CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, amount INTEGER, status TEXT, note TEXT, placed_at TEXT)",
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO orders SELECT i, 'customer ' || (i %% 1000), i * 17, 'open', 'a note of some thirty letters ' || i, '2026-01-01T00:00:00Z' FROM n`, rows),
	} {
		_, err := db.Exec(s)
		ratio.Must(err)
	}
}

// scan reads the rows with database/sql alone.
func scan(path string) {
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	ratio.Must(err)
	defer db.Close()
	got, err := db.Query(query)
	ratio.Must(err)
	defer got.Close()
	n := 0
	for got.Next() {
		var id, amount int64
		var customer, status, note, placed string
		ratio.Must(got.Scan(&id, &customer, &amount, &status, &note, &placed))
		n++
	}
	ratio.Must(got.Err())
	check(n)
}

// capture reads them with the adapter.
func capture(path string) {
	section, err := json.Marshal(map[string]string{"sqlite_database": path, "sql_query": query})
	ratio.Must(err)
	ctx := context.Background()
	cfg := sdk.NewConfig(section, nil)
	inst, err := plugin.New().Configure(ctx, cfg)
	ratio.Must(err)
	count := &counter{}
	w := sdk.NewRecordWriter(ctx, count)
	ratio.Must(inst.Capture(ctx, &sdk.CaptureRequest{Config: cfg}, w))
	_, err = w.Finish()
	ratio.Must(err)
	check(count.rows)
}

// counter counts rows and lets them go.
type counter struct{ rows int }

func (c *counter) Header(sdk.Header) error { return nil }

func (c *counter) Batch(b *value.Batch) error {
	c.rows += b.Rows()
	return nil
}

func check(n int) {
	if n != rows {
		ratio.Must(fmt.Errorf("read %d rows of %d", n, rows))
	}
}
