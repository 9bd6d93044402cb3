package sql_test

import (
	"strings"
	"testing"

	plugin "github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
)

// A LIMIT of the query's own hides a second record as well as any page does.
func TestAQueryThatLeavesRowsOutIsNotComplete(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (1), (2)")
	for _, tc := range []struct {
		name, query string
		gap         bool
	}{
		{"no limit", "select id from t", false},
		{"a limit below the rows", "select id from t limit 1", true},
		{"a limit that the rows just reach", "select id from t limit 2", true},
		{"a limit above the rows", "select id from t limit 3", false},
		{"an offset", "select id from t limit 5 offset 1", true},
		{"a parameter below the rows", "select id from t where id < 9 limit :one", true},
		{"a parameter above the rows", "select id from t limit :many", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			params := keys{}
			for name, n := range map[string]int{"one": 1, "many": 9} {
				if strings.HasSuffix(tc.query, ":"+name) {
					params[name] = keys{"literal": n, "as": "int"}
				}
			}
			res := sdktest.Capture(ctx(t), sdktest.Request{Adapter: plugin.New(),
				Section: section(t, keys{"sqlite_database": path, "sql_query": tc.query, "sql_query_params": params})})
			if res.Err != nil {
				t.Fatal(res.Err)
			}
			gaps := res.Trailer.Gaps
			if (len(gaps) == 1) != tc.gap || tc.gap && (gaps[0].Kind != value.GapTruncated || !gaps[0].Impeaching()) {
				t.Errorf("gaps %v", gaps)
			}
		})
	}
}
