// Command sql measures the built-in sql adapter against database/sql: reading
// the same million rows of six columns from one sqlite file. It exits 1 when
// the ratio, the median of seven pairs in turn, is over its target.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	_ "modernc.org/sqlite"

	plugin "github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

const (
	rows   = 1_000_000
	pairs  = 7
	target = 1.5
	query  = "select id, customer, amount, status, note, placed_at from orders"
)

func main() {
	dir, err := os.MkdirTemp("", "effectkit-bench-")
	must(err)
	path := filepath.Join(dir, "shop.db")
	plant(path)
	var ratios, base, ours []float64
	for range pairs {
		b, m := clock(func() { scan(path) }), clock(func() { capture(path) })
		base, ours, ratios = append(base, b), append(ours, m), append(ratios, m/b)
	}
	must(os.RemoveAll(dir))
	fmt.Printf("%-50s %10s %10s %8s %8s\n", "", "baseline", "measured", "ratio", "target")
	fmt.Printf("%-50s %9.3fs %9.3fs %8.2f %8.2f\n", "capture 1M sqlite rows, to database/sql",
		median(base), median(ours), median(ratios), target)
	if median(ratios) > target {
		os.Exit(1)
	}
}

// plant writes the file that both read.
func plant(path string) {
	db, err := sql.Open("sqlite", path)
	must(err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range []string{
		"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
		"CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, amount INTEGER, status TEXT, note TEXT, placed_at TEXT)",
		fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO orders SELECT i, 'customer ' || (i %% 1000), i * 17, 'open', 'a note of some thirty letters ' || i, '2026-01-01T00:00:00Z' FROM n`, rows),
	} {
		_, err := db.Exec(s)
		must(err)
	}
}

// scan reads the rows with database/sql alone.
func scan(path string) {
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro")
	must(err)
	defer db.Close()
	got, err := db.Query(query)
	must(err)
	defer got.Close()
	n := 0
	for got.Next() {
		var id, amount int64
		var customer, status, note, placed string
		must(got.Scan(&id, &customer, &amount, &status, &note, &placed))
		n++
	}
	must(got.Err())
	check(n)
}

// capture reads them with the adapter.
func capture(path string) {
	section, err := json.Marshal(map[string]string{"sqlite_database": path, "sql_query": query})
	must(err)
	ctx := context.Background()
	cfg := sdk.NewConfig(section, nil)
	inst, err := plugin.New().Configure(ctx, cfg)
	must(err)
	count := &counter{}
	w := sdk.NewRecordWriter(ctx, count)
	must(inst.Capture(ctx, &sdk.CaptureRequest{Config: cfg}, w))
	_, err = w.Finish()
	must(err)
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
		must(fmt.Errorf("read %d rows of %d", n, rows))
	}
}

func clock(run func()) float64 {
	runtime.GC()
	start := time.Now()
	run()
	return time.Since(start).Seconds()
}

func median(figures []float64) float64 {
	return slices.Sorted(slices.Values(figures))[len(figures)/2]
}

// must ends the program on an error: a fast wrong answer is no figure.
func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
