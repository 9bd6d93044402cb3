package sql_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	plugin "github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
)

func TestSQLiteTypesArriveAsTheyAreStored(t *testing.T) {
	path := shop(t, `CREATE TABLE t (
		i INTEGER, big BIGINT, r REAL, n NUMERIC, txt TEXT, vc VARCHAR(20), b BLOB, none TEXT,
		d DATE, dt DATETIME, ts TIMESTAMP, flag BOOLEAN, untyped, j JSON, z TIMESTAMP)`,
		`INSERT INTO t VALUES (1, 9223372036854775807, 5, '10.10', '0012', 'yes', x'00ff', NULL,
		 '2026-03-03', '2026-03-03 10:00:00', '2026-03-03T10:00:00.123Z', 1, 'x', '{"a":1}', '0000-00-00')`)
	got := map[string]string{}
	for name, v := range one(t, capture(t, path, "select *, i + 1 as sum, txt || 'x' as cat, +dt as expr from t")) {
		got[name] = show(v)
	}
	want := map[string]string{
		"i": "int 1", "big": "int 9223372036854775807", "r": "float64 5", "n": "float64 10.1",
		"txt": "text 0012", "vc": "text yes", "b": "bytes AP8=", "none": "null ",
		"d": "time 2026-03-03", "dt": "time 2026-03-03 10:00:00", "ts": "time 2026-03-03T10:00:00.123Z",
		"flag": "int 1", "untyped": "text x", "j": `text {"a":1}`, "z": "time 0000-00-00",
		"sum": "int 2", "cat": "text 0012x", "expr": "text 2026-03-03 10:00:00",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSQLiteTimesNameAnInstantOnlyWithAZone(t *testing.T) {
	path := shop(t, "CREATE TABLE t (a DATETIME, b DATETIME)", "INSERT INTO t VALUES ('2026-03-03 10:00:00', '2026-03-03T10:00:00Z')")
	r := one(t, capture(t, path, "select a, b from t"))
	if _, ok := r["a"].Instant(); ok {
		t.Error("a time without a zone names an instant")
	}
	if at, ok := r["b"].Instant(); !ok || !at.Equal(time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)) {
		t.Error("a time with a zone names none")
	}
}

func TestSQLiteFieldsAreKnownWithoutARow(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER, name TEXT, total REAL, raw BLOB, at DATETIME, x)")
	res := capture(t, path, "select id, name, total, raw, at, x, count(*) over () as n from t")
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	want := []value.Field{
		{Name: "id", Kind: value.Int}, {Name: "name", Kind: value.Text}, {Name: "total", Kind: value.Float64},
		{Name: "raw", Kind: value.Bytes}, {Name: "at", Kind: value.Time}, {Name: "x"}, {Name: "n"},
	}
	if diff := cmp.Diff(want, res.Header.Fields); diff != "" || !res.Header.FieldsKnown {
		t.Errorf("known: %v\n%s", res.Header.FieldsKnown, diff)
	}
}

func TestSQLiteRefusesAColumnTwice(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER)", "CREATE TABLE u (id INTEGER)")
	failure(t, capture(t, path, "select * from t, u").Err, sdk.ReasonMisconfigured, `field "id" twice`)
}

func TestSQLiteParametersBindAsTheySay(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER, ref TEXT, x)",
		"INSERT INTO t VALUES (1, '10', 10), (2, 'abc', '10'), (3, '9', NULL), (4, '0', x'00')")
	for _, tc := range []struct {
		name   string
		where  string
		params map[string]any
		want   []string
	}{
		{"text against a number column", "id = :a", map[string]any{"a": "1"}, []string{"1"}},
		{"a bare number against a text column is text", "ref = :a", map[string]any{"a": 0}, []string{"4"}},
		{"text against an untyped column", "x = :a", map[string]any{"a": "10"}, []string{"2"}},
		{"int against an untyped column", "x = :a", map[string]any{"a": map[string]any{"param": "p", "as": "int"}}, []string{"1"}},
		{"a null, safely", "x is not distinct from :a", map[string]any{"a": map[string]any{"null": true}}, []string{"3"}},
		{"bytes", "x = :a", map[string]any{"a": map[string]any{"literal": "AA==", "as": "bytes"}}, []string{"4"}},
		{"a whole decimal", "x = :a", map[string]any{"a": map[string]any{"literal": "10", "as": "decimal"}}, []string{"1"}},
		{"a decimal", "x = :a * 10", map[string]any{"a": map[string]any{"literal": "1.0", "as": "decimal"}}, []string{"1"}},
		{"float", "x = :a", map[string]any{"a": map[string]any{"literal": "1e1", "as": "float"}}, []string{"1"}},
		{"bool", "id = :a", map[string]any{"a": map[string]any{"literal": "true", "as": "bool"}}, []string{"1"}},
		{"pyformat", "ref = %(a)s and ref not like 'a%%'", map[string]any{"a": "9"}, []string{"3"}},
		{"text that would end a literal", "ref = :a", map[string]any{"a": "' or 1=1 --"}, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := sdktest.Capture(ctx(t), sdktest.Request{
				Adapter: plugin.New(),
				Section: section(t, map[string]any{"sqlite_database": path,
					"sql_query": "select id from t where " + tc.where, "sql_query_params": tc.params}),
				Params: map[string]string{"p": "10"},
			})
			if res.Err != nil {
				t.Fatal(res.Err)
			}
			var got []string
			for _, r := range res.Records() {
				got = append(got, r["id"].Text())
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("found %v, want %v", got, tc.want)
			}
		})
	}
}

func TestSQLiteStopsAtTheCap(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (1), (2), (3)")
	for _, tc := range []struct {
		section, request int64
		gaps             int
	}{{3, 0, 0}, {2, 0, 1}, {100, 2, 1}, {100, 3, 0}} {
		res := sdktest.Capture(ctx(t), sdktest.Request{
			Adapter: plugin.New(), MaxRows: tc.request,
			Section: section(t, map[string]any{"sqlite_database": path, "sql_query": "select id from t", "sql_max_rows": tc.section}),
		})
		if res.Err != nil {
			t.Fatal(res.Err)
		}
		if len(res.Trailer.Gaps) != tc.gaps {
			t.Errorf("cap %d and %d over three rows: gaps %v", tc.section, tc.request, res.Trailer.Gaps)
		}
		if tc.gaps == 1 && (res.Trailer.Gaps[0].Kind != value.GapTruncated || len(res.Records()) != 2) {
			t.Errorf("gap %v after %d records", res.Trailer.Gaps[0], len(res.Records()))
		}
	}
}

// A misspelt quoted name must not become a literal that matches every row.
func TestSQLiteQuotedTypoIsNoLiteral(t *testing.T) {
	path := shop(t, "CREATE TABLE t (name TEXT)", "INSERT INTO t VALUES ('a')")
	failure(t, capture(t, path, `select * from t where "nmae" = "nmae"`).Err,
		sdk.ReasonMisconfigured, `no such column: "nmae"`)
}

func TestSQLiteFailuresHaveTheirReason(t *testing.T) {
	good := shop(t, "CREATE TABLE t (id INTEGER)")
	dir := t.TempDir()
	text := filepath.Join(dir, "text.db")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, path, query string
		reason            sdk.Reason
		detail            string
	}{
		{"a missing file", filepath.Join(dir, "none.db"), "select 1", sdk.ReasonUnreachable, "the sqlite database file does not exist"},
		{"a directory", dir, "select 1", sdk.ReasonMisconfigured, "not a regular file"},
		{"a file that is no database", text, "select 1", sdk.ReasonUnreachable, "the file is not an sqlite database"},
		{"a missing table", good, "select * from nowhere", sdk.ReasonMisconfigured, "no such table: nowhere"},
		{"a missing column", good, "select x from t", sdk.ReasonMisconfigured, "no such column: x"},
		{"a typo", good, "select from t", sdk.ReasonMisconfigured, "syntax error"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			failure(t, capture(t, tc.path, tc.query).Err, tc.reason, tc.detail)
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "none.db")); err == nil {
		t.Error("the missing file was created")
	}
}

func TestSQLiteEndsWithItsContext(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER)")
	c, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	res := sdktest.Capture(c, sdktest.Request{Adapter: plugin.New(), Section: section(t, map[string]any{
		"sqlite_database": path,
		"sql_query":       "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n where i < 0",
	})})
	failure(t, res.Err, sdk.ReasonUnreachable, "not read in time")
}

func TestSQLiteSaysWhenTheFileCanBeWritten(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER)")
	inst, cfg, err := sdktest.Configure(ctx(t), sdktest.Request{Adapter: plugin.New(),
		Section: section(t, map[string]any{"sqlite_database": path, "sql_query": "select id from t"})})
	if err != nil {
		t.Fatal(err)
	}
	defer sdktest.Close(inst)
	notices, err := inst.(sdk.Tester).TestConnection(ctx(t), &sdk.CaptureRequest{Config: cfg})
	if err != nil || len(notices) != 1 || notices[0].Code != sdk.NoticeRoleCanWrite {
		t.Errorf("notices %v, %v", notices, err)
	}
}

func TestSQLiteReadsFullTextAndJSONTables(t *testing.T) {
	path := shop(t, "CREATE VIRTUAL TABLE f USING fts5(body)", "INSERT INTO f VALUES ('the quick fox')",
		"CREATE TABLE t (j TEXT)", `INSERT INTO t VALUES ('[1,2]')`)
	if got := one(t, capture(t, path, "select body from f where f match 'quick'"))["body"].Text(); got != "the quick fox" {
		t.Errorf("full text gives %q", got)
	}
	if res := capture(t, path, "select e.value as v from t, json_each(t.j) as e"); res.Err != nil || len(res.Records()) != 2 {
		t.Errorf("json_each gives %v, %v", res.Records(), res.Err)
	}
}
