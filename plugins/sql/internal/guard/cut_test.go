package guard

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCutsAreWhereTheOutermostQueryLeavesRowsOut(t *testing.T) {
	limit := func(n int64) []Cut { return []Cut{{What: "LIMIT", Rows: n}} }
	for _, tc := range []struct {
		name    string
		dialect Dialect
		text    string
		want    []Cut
	}{
		{"none", SQLite, "select a from t order by a", nil},
		{"a number", SQLite, "select a from t limit 10", limit(10)},
		{"a number and a semicolon", MySQL, "select a from t limit 10;", limit(10)},
		{"none at all", PostgreSQL, "select a from t limit 0", limit(0)},
		{"a parameter", PostgreSQL, "select a from t limit :n", []Cut{{What: "LIMIT", Param: "n"}}},
		{"an expression", PostgreSQL, "select a from t limit 5 + 5", limit(0)},
		{"a cast", PostgreSQL, "select a from t limit 5::int", limit(0)},
		{"a number with a fraction", PostgreSQL, "select a from t limit 5.0", limit(0)},
		{"no limit, in words", PostgreSQL, "select a from t limit all", nil},
		{"no limit, as sqlite has it", SQLite, "select a from t limit -1", nil},
		{"an offset of nothing", MySQL, "select a from t limit 10 offset 0", limit(10)},
		{"an offset", MySQL, "select a from t limit 10 offset 5", []Cut{{What: "LIMIT", Rows: 10}, {What: "OFFSET"}}},
		{"an offset in front", MySQL, "select a from t limit 5, 10", []Cut{{What: "OFFSET"}, {What: "LIMIT", Rows: 10}}},
		{"an offset of nothing in front", SQLite, "select a from t limit 0, 10", limit(10)},
		{"an offset alone", PostgreSQL, "select a from t offset 5", []Cut{{What: "OFFSET"}}},
		{"an offset of nothing, counted up", PostgreSQL, "select a from t offset 0 + 1", []Cut{{What: "OFFSET"}}},
		{"an offset of a parameter", PostgreSQL, "select a from t offset :n", []Cut{{What: "OFFSET"}}},
		{"fetch first", PostgreSQL, "select a from t fetch first 2 rows only", []Cut{{What: "FETCH FIRST", Rows: 2}}},
		{"fetch next of one", MySQL, "select a from t order by a fetch next row only", []Cut{{What: "FETCH FIRST", Rows: 1}}},
		{"rows examined", MySQL, "select a from t limit 10 rows examined 5", limit(0)},
		{"a sample in a subquery", PostgreSQL, "select a from (select a from t tablesample system (10)) as u", []Cut{{What: "TABLESAMPLE"}}},
		{"behind a union", SQLite, "select 1 union all select 2 limit 1", limit(1)},
		{"in a bracket of a union", MySQL, "(select 1 limit 1) union all (select 2 limit 2)", []Cut{{What: "LIMIT", Rows: 1}, {What: "LIMIT", Rows: 2}}},
		{"in brackets around it all", PostgreSQL, "((select 1 limit 1))", limit(1)},
		{"in brackets behind a CTE", PostgreSQL, "with a as (select 1 limit 5) (select 1 from a limit 2)", limit(2)},
		{"in a subquery", PostgreSQL, "select (select 1 limit 1) from t where a in (select 1 limit 2)", nil},
		{"in a lateral query", PostgreSQL, "select 1 from t, lateral (select 1 limit 1) as x", nil},
		{"a column of that name", MySQL, "select t.limit, a as offset, offset, fetch from t where `limit` = 1", nil},
		{"a literal of that name", SQLite, "select 'limit 1', \"limit\" from t -- limit 1", nil},
		{"a column alias of that name", PostgreSQL, "select a as limit from t", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			st, err := Prepare(tc.dialect, tc.text, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, st.Cuts); diff != "" {
				t.Error(diff)
			}
		})
	}
}
