package sql_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	plugin "github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
)

// section is a section in JSON.
func section(t testing.TB, keys map[string]any) string {
	t.Helper()
	text, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// shop makes a sqlite file in a fresh directory and runs statements on it.
func shop(t testing.TB, statements ...string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "shop.db")
	plant(t, path, statements...)
	return path
}

// plant runs statements on a sqlite file and closes it.
func plant(t testing.TB, path string, statements ...string) {
	t.Helper()
	db := writer(t, path, statements...)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// writer runs statements on a sqlite file and keeps its one connection open.
func writer(t testing.TB, path string, statements ...string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	return db
}

// ctx ends with the test, and before a test that hangs would.
func ctx(t testing.TB) context.Context {
	t.Helper()
	c, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	t.Cleanup(cancel)
	return c
}

// capture reads a query over a sqlite file.
func capture(t testing.TB, path, query string) *sdktest.Result {
	t.Helper()
	return sdktest.Capture(ctx(t), sdktest.Request{
		Adapter: plugin.New(),
		Section: section(t, map[string]any{"sqlite_database": path, "sql_query": query}),
	})
}

// one is the only record of a read that came to its end.
func one(t testing.TB, res *sdktest.Result) map[string]value.Value {
	t.Helper()
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	records := res.Records()
	if len(records) != 1 {
		t.Fatalf("%d records, want one", len(records))
	}
	return records[0]
}

// failure wants a ReadError of a reason whose detail holds a text.
func failure(t testing.TB, err error, reason sdk.Reason, detail string) {
	t.Helper()
	re := sdk.AsReadError(err)
	if re == nil {
		t.Fatalf("no read error: %v", err)
	}
	if re.Reason != reason || !strings.Contains(re.Detail, detail) {
		t.Errorf("failed with reason %d: %s\nwant reason %d and %q", re.Reason, re.Detail, reason, detail)
	}
}

// show writes a value with its kind.
func show(v value.Value) string { return v.Kind().String() + " " + v.Text() }

// texts are the texts of one field, record by record.
func texts(res *sdktest.Result, field string) []string {
	var out []string
	for _, r := range res.Records() {
		out = append(out, r[field].Text())
	}
	return out
}

// eventually tries until something holds, within a wide bound.
func eventually(t testing.TB, problem string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(problem)
		}
	}
}

// reader is a configured instance that can read many times.
type reader struct {
	inst sdk.Instance
	cfg  sdk.Config
}

func open(t testing.TB, req sdktest.Request) *reader {
	t.Helper()
	inst, cfg, err := sdktest.Configure(ctx(t), req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { sdktest.Close(inst) })
	return &reader{inst, cfg}
}

// capture reads once.
func (r *reader) capture(ctx context.Context) *sdktest.Result { return r.captureThen(ctx, func() {}) }

// captureThen reads once and calls each after every batch.
func (r *reader) captureThen(ctx context.Context, each func()) *sdktest.Result {
	res := &sdktest.Result{}
	w := sdk.NewRecordWriter(ctx, collector{res, each})
	if res.Err = r.inst.Capture(ctx, &sdk.CaptureRequest{Config: r.cfg}, w); res.Err == nil {
		res.Trailer, res.Err = w.Finish()
	}
	return res
}

type collector struct {
	res  *sdktest.Result
	each func()
}

func (c collector) Header(h sdk.Header) error {
	c.res.Header = h
	return nil
}

func (c collector) Batch(b *value.Batch) error {
	c.res.Batches = append(c.res.Batches, b)
	c.each()
	return nil
}
