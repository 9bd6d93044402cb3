package guard

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPrepareRewritesPlaceholders(t *testing.T) {
	for _, tc := range []struct {
		name    string
		dialect Dialect
		text    string
		sql     string
		names   []string
	}{
		{"named for sqlite", SQLite, "select 1 from t where a = :a and b=:b or c = :a", "select 1 from t where a = ?1 and b=?2 or c = ?1", []string{"a", "b"}},
		{"named for postgresql", PostgreSQL, "select 1 from t where a = :a and b = :a", "select 1 from t where a = $1 and b = $1", []string{"a"}},
		{"named for mysql, repeated", MySQL, "select 1 from t where a = :a and b = :a", "select 1 from t where a = ? and b = ?", []string{"a", "a"}},
		{"pyformat", MySQL, "select 1 from t where a = %(a)s", "select 1 from t where a = ?", []string{"a"}},
		{"pyformat against an operator", PostgreSQL, "select 1 from t where a=%(a)s and b>=%(b)s", "select 1 from t where a=$1 and b>=$2", []string{"a", "b"}},
		{"doubled percent signs of pyformat are single", PostgreSQL, "select a %% 2 from t where a like 'x%%' and b = %(b)s", "select a % 2 from t where a like 'x%' and b = $1", []string{"b"}},
		{"percent signs without pyformat stay", MySQL, "select a % 2 from t where a like 'x%%' and b = :b", "select a % 2 from t where a like 'x%%' and b = ?", []string{"b"}},
		{"a cast is no placeholder", PostgreSQL, "select a::text from t where b = :b::int", "select a::text from t where b = $1::int", []string{"b"}},
		{"literals are untouched", SQLite, `select ':a', "x:b" from t where c = '%(d)s'`, `select ':a', "x:b" from t where c = '%(d)s'`, nil},
		{"comments are left out", PostgreSQL, "select /* :a */ 1 -- :b\n + :c;", "select 1\n+ $1;", []string{"c"}},
		{"a placeholder against a word makes no other word", PostgreSQL, "select lower%(a)s, (1)%(b)s, 2%(a)s, t.%(b)s", "select lower $1, (1)$2, 2 $1, t. $2", []string{"a", "b"}},
		{"a word against a placeholder makes no other word", SQLite, "select :a.b, :a'x', :a\"y\"", "select ?1 .b, ?1 'x', ?1 \"y\"", []string{"a"}},
		{"a comment keeps words apart", MySQL, "select/**/1", "select 1", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			st, err := Prepare(tc.dialect, tc.text, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if st.SQL != tc.sql {
				t.Errorf("sends %q, want %q", st.SQL, tc.sql)
			}
			if diff := cmp.Diff(tc.names, st.Names); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPrepareKnowsWhereNullIsCompared(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"select 1 from t where a = :x", []string{"x"}},
		{"select 1 from t where a <> :x and b in (:y, :z)", []string{"x", "y", "z"}},
		{"select 1 from t where a is not distinct from :x", nil},
		{"select 1 from t where a is distinct from :x", nil},
		{"select 1 from t where a is :x and b is not :y", nil},
		{"select 1 from t where a is not distinct from :x or a = :x", []string{"x"}},
		{"select extract(year from :x)", []string{"x"}},
		{"select 1 from t where not :x", []string{"x"}},
	} {
		st, err := Prepare(SQLite, tc.text, []string{"extract"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := slices.Sorted(maps.Keys(st.Compared)); !slices.Equal(got, tc.want) {
			t.Errorf("%s: compared %v, want %v", tc.text, got, tc.want)
		}
	}
	st, err := Prepare(MySQL, "select 1 from t where a <=> :x", nil, nil)
	if err != nil || len(st.Compared) != 0 {
		t.Errorf("<=> compared %v, %v", st, err)
	}
}

func TestPrepareTakesFurtherFunctions(t *testing.T) {
	for _, tc := range []struct {
		dialect Dialect
		text    string
		allow   string
	}{
		{PostgreSQL, "select app.balance(id) from t", "app.balance"},
		{PostgreSQL, "select balance(id) from t", "balance"},
		{PostgreSQL, `select "Balance"(id) from t`, "Balance"},
		{PostgreSQL, "select a <<|| b from t", "<<||"},
		{MySQL, "select App.Balance(id) from t", "app.balance"},
		{SQLite, "select BALANCE(id) from t", "balance"},
	} {
		if _, err := Prepare(tc.dialect, tc.text, nil, nil); err == nil {
			t.Errorf("%s passes without being allowed", tc.text)
		}
		if _, err := Prepare(tc.dialect, tc.text, []string{tc.allow}, nil); err != nil {
			t.Errorf("%s: %v", tc.text, err)
		}
	}
	if _, err := Prepare(PostgreSQL, "select other.balance(id)", []string{"balance", "app.balance"}, nil); err == nil {
		t.Error("a function of another schema passes")
	}
}

// The messages that people see.
func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		dialect Dialect
		text    string
		want    string
	}{
		{PostgreSQL, "with d as (delete from t returning id) select 1", "DELETE, which changes data at byte 11: where it is a column, quote the name"},
		{SQLite, "insert into t values (1)", "a statement that begins with INSERT at byte 0: a query is one SELECT, WITH, VALUES or TABLE"},
		{MySQL, "select sleep(1)", "the function sleep, which is not known to only read at byte 7: where it only reads, name it in sql_allow_functions"},
		{PostgreSQL, "select 1; commit", "a second statement at byte 8: a query is one SELECT, WITH, VALUES or TABLE"},
		{PostgreSQL, "select * from t for key share", "the locking clause FOR KEY at byte 16: a read locks nothing"},
		{PostgreSQL, `select U&"n\0065xtval"('s')`, "a function with an escaped name at byte 7: write the name without escapes"},
		{PostgreSQL, `select u&"pg!005fsleep" uescape '!' (5)`, "a name with an escape character of its own at byte 24: write the name without escapes"},
		{PostgreSQL, "select a <<|| b", "the operator <<|| at byte 9: an operator may call any function; sql_allow_functions can name it"},
		{MySQL, `select '\'; delete from t; --'`, "a literal whose end depends on what a backslash means at byte 7: give the text as a parameter instead"},
		{MySQL, "select 1 from t where a = ?", "a placeholder without a name at byte 26: name placeholders :name or %(name)s and list them in sql_query_params"},
		{MySQL, "select 1 from t where a like 'x%' and b = %(b)s", "a single percent sign at byte 29: beside %(name)s placeholders a percent sign is written %%"},
	} {
		_, err := Prepare(tc.dialect, tc.text, nil, nil)
		if err == nil || err.Error() != tc.want {
			t.Errorf("%s\n got %v\nwant %s", tc.text, err, tc.want)
		}
	}
}
