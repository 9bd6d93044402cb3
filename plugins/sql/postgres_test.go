package sql_test

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/internal/livetest"
	plugin "github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
)

// pgSection is a section over a PostgreSQL server as its administrator; extra
// keys are added.
func pgSection(t testing.TB, s *livetest.PostgresServer, database, query string, extra map[string]any) string {
	t.Helper()
	keys := map[string]any{
		"sql_driver": "psycopg2", "sql_query": query, "sql_password_env": "PG_PASSWORD",
		"sql_connect_args": map[string]any{"host": s.Host, "port": s.Port, "user": s.User, "dbname": database},
	}
	maps.Copy(keys, extra)
	return section(t, keys)
}

func pgSecrets(s *livetest.PostgresServer) map[string]string {
	return map[string]string{"/sql_password_env": s.Password}
}

// pgCapture reads a query once.
func pgCapture(t testing.TB, s *livetest.PostgresServer, database, query string, extra map[string]any) *sdktest.Result {
	t.Helper()
	return sdktest.Capture(ctx(t), sdktest.Request{
		Adapter: plugin.New(), Section: pgSection(t, s, database, query, extra), Secrets: pgSecrets(s),
	})
}

// pgOpen configures an instance, closed when the test ends.
func pgOpen(t testing.TB, s *livetest.PostgresServer, database, query string, extra map[string]any) *reader {
	t.Helper()
	return open(t, sdktest.Request{
		Adapter: plugin.New(), Section: pgSection(t, s, database, query, extra), Secrets: pgSecrets(s),
	})
}

func TestPostgresTypesArriveExactly(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, `CREATE DOMAIN money_amount AS numeric(12,2)`, `CREATE TYPE mood AS ENUM ('sad', 'ok')`,
		`CREATE TABLE t (
		i2 smallint, i4 int, i8 bigint, n numeric, n2 numeric(10,2), nan numeric, r real, d double precision, d3 double precision, inf double precision,
		b bool, txt text, vc varchar(9), c char(8), raw bytea, dt date, tm time, tmz timetz, ts timestamp, tz timestamptz,
		old date, never timestamptz, u uuid, j json, jb jsonb, jscalar jsonb, ai int[], at text[], an numeric[], ad date[], a2 int[][],
		arange int[], e mood, dom money_amount, bits bit(5), iv interval, ip inet, o oid, nothing text)`,
		`INSERT INTO t VALUES (1, -2, 9223372036854775807, 12345678901234567890.123, 10.10, 'NaN', 0.1, 0.1, 0.1::float8 + 0.2::float8, 'Infinity',
		true, '0012', 'yes', 'AB', '\x00ff', '2026-03-03', '10:00:00.5', '10:00:00+02', '2026-03-03 10:00:00.123456', '2026-03-03 10:00:00-05',
		'0044-03-15 BC', 'infinity', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', '{"b": 1, "a": [2]}', '{"b": 1, "a": [2]}', '7',
		'{1,NULL,3}', '{a,"b \"c\", d",NULL,"NULL"}', '{1.50,NaN}', '{2026-03-03}', '{{1,2},{3,4}}',
		'[0:1]={1,2}', 'ok', 5.5, B'10101', '1 day 02:03:04', '10.0.0.1', 4000000000, NULL)`)
	// What a database sets for its sessions must not change a text.
	for _, setting := range []string{"extra_float_digits TO 0", "bytea_output TO 'escape'", "intervalstyle TO 'iso_8601'", "timezone TO 'Asia/Tokyo'"} {
		s.Exec(t, db, "ALTER DATABASE "+db+" SET "+setting)
	}
	got := map[string]string{}
	for name, v := range one(t, pgCapture(t, s, db, "select * from t", nil)) {
		got[name] = show(v)
	}
	want := map[string]string{
		"i2": "int 1", "i4": "int -2", "i8": "int 9223372036854775807", "n": "decimal 12345678901234567890.123", "n2": "decimal 10.10",
		"nan": "float64 NaN", "r": "decimal 0.1", "d": "float64 0.1", "d3": "float64 0.30000000000000004", "inf": "float64 Infinity", "b": "bool true", "txt": "text 0012",
		"vc": "text yes", "c": "text AB", "raw": "bytes AP8=", "dt": "time 2026-03-03", "tm": "time 10:00:00.5", "tmz": "time 10:00:00+02",
		"ts": "time 2026-03-03 10:00:00.123456", "tz": "time 2026-03-03 15:00:00+00", "old": "time 0044-03-15 BC", "never": "time infinity",
		"u": "text a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "j": `json {"b": 1, "a": [2]}`, "jb": `json {"a": [2], "b": 1}`, "jscalar": "int 7",
		"ai": "json [1,null,3]", "at": `json ["a","b \"c\", d",null,"NULL"]`, "an": `json [1.50,"NaN"]`, "ad": `json ["2026-03-03"]`,
		"a2": "json [[1,2],[3,4]]", "arange": "text [0:1]={1,2}", "e": "text ok", "dom": "decimal 5.50", "bits": "text 10101",
		"iv": "text 1 day 02:03:04", "ip": "text 10.0.0.1", "o": "int 4000000000", "nothing": "null ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	r := one(t, pgCapture(t, s, db, "select ts, tz from t", nil))
	if at, ok := r["tz"].Instant(); !ok || !at.Equal(time.Date(2026, 3, 3, 15, 0, 0, 0, time.UTC)) {
		t.Errorf("a timestamptz names %v, %v", at, ok)
	}
	if _, ok := r["ts"].Instant(); ok {
		t.Error("a timestamp without a zone names an instant")
	}
}

// A schema before the built-in one must not answer for a built-in function.
func TestPostgresBuiltInFunctionsComeFirst(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (ref text)", "INSERT INTO t VALUES ('A')", "CREATE SCHEMA other",
		"CREATE FUNCTION other.lower(text) RETURNS text LANGUAGE sql AS $$ SELECT 'forged' $$")
	s.Exec(t, db, "ALTER DATABASE "+db+" SET search_path TO other, pg_catalog, public")
	if got := one(t, pgCapture(t, s, db, "select lower(ref) as ref from t", nil))["ref"].Text(); got != "a" {
		t.Errorf("lower gives %q", got)
	}
}

// A field of a value is a call where no field has its name; the wall must see
// it before the server does.
func TestPostgresFieldsThatAreCallsAreRefused(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (name text)", "INSERT INTO t VALUES ('PG_VERSION')",
		"CREATE TYPE place AS (street text)", "CREATE TABLE u (at place)", "INSERT INTO u VALUES (ROW('Main'))")
	failure(t, pgCapture(t, s, db, "select (t.name).pg_read_file from t", nil).Err, sdk.ReasonMisconfigured, "pg_read_file behind a value, which may call a function at byte 16")
	failure(t, pgCapture(t, s, db, "select (at).street from u", nil).Err, sdk.ReasonMisconfigured, "name it in sql_allow_functions")
	allowed := map[string]any{"sql_allow_functions": []string{"street"}}
	if got := one(t, pgCapture(t, s, db, "select (at).street from u", allowed))["street"].Text(); got != "Main" {
		t.Errorf("the street is %q", got)
	}
}

func TestPostgresFieldsAreKnownWithoutARow(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (id bigint, n numeric, tz timestamptz, j jsonb, c char(3))")
	res := pgCapture(t, s, db, "select * from t", nil)
	want := []value.Field{
		{Name: "id", Kind: value.Int}, {Name: "n", Kind: value.Decimal}, {Name: "tz", Kind: value.Time},
		{Name: "j", Kind: value.JSON}, {Name: "c", Kind: value.Text},
	}
	if diff := cmp.Diff(want, res.Header.Fields); diff != "" || res.Err != nil {
		t.Errorf("%v %s", res.Err, diff)
	}
}

func TestPostgresRefusesJSONThatNamesAFieldTwice(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (j json)", `INSERT INTO t VALUES ('{"a": 1, "a": 2}')`)
	failure(t, pgCapture(t, s, db, "select j from t", nil).Err, sdk.ReasonUnreachable, `column "j" holds JSON that cannot be trusted`)
	if got := one(t, pgCapture(t, s, db, "select j::text as j from t", nil))["j"].Text(); got != `{"a": 1, "a": 2}` {
		t.Errorf("as text it is %s", got)
	}
}

func TestPostgresParametersBindAsTheyAreCompared(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (id bigint, ref varchar(20), n numeric, c char(8))",
		"INSERT INTO t VALUES (1, '0012', 1.50, 'AB'), (12345678901234567, 'abc', 2, NULL)")
	for _, tc := range []struct {
		name, where string
		param       any
		want        []string
	}{
		{"text against bigint", "id = %(a)s", "12345678901234567", []string{"12345678901234567"}},
		{"text against varchar", "ref = %(a)s", "0012", []string{"1"}},
		{"a number against varchar is its text", "ref = %(a)s", 12, nil},
		{"numeric", "n = :a", "1.5", []string{"1"}},
		{"char, with its pad", "c = :a", "AB", []string{"1"}},
		{"an expression, with a type", "id + 0 = :a", map[string]any{"literal": 1, "as": "int"}, []string{"1"}},
		{"a cast behind the placeholder", "id = :a::bigint", "1", []string{"1"}},
		{"null, safely", "c is not distinct from :a", map[string]any{"null": true}, []string{"12345678901234567"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := pgCapture(t, s, db, "select id from t where "+tc.where, map[string]any{"sql_query_params": map[string]any{"a": tc.param}})
			if res.Err != nil {
				t.Fatal(res.Err)
			}
			if got := texts(res, "id"); !slices.Equal(got, tc.want) {
				t.Errorf("found %v, want %v", got, tc.want)
			}
		})
	}
}

func TestPostgresFailuresHaveTheirReason(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (id int)", "DROP ROLE IF EXISTS nobody_reads", "CREATE ROLE nobody_reads LOGIN PASSWORD 'x'")
	args := func(key string, v any) map[string]any {
		a := map[string]any{"host": s.Host, "port": s.Port, "user": s.User, "database": db}
		a[key] = v
		return map[string]any{"sql_connect_args": a}
	}
	for _, tc := range []struct {
		name, query string
		extra       map[string]any
		reason      sdk.Reason
		detail      string
	}{
		{"a missing table", "select * from nowhere", nil, sdk.ReasonMisconfigured, "names a table that is not there (SQLSTATE 42P01)"},
		{"a missing column", "select x from t", nil, sdk.ReasonMisconfigured, "names a column that is not there (SQLSTATE 42703)"},
		{"a typo", "select from from t", nil, sdk.ReasonMisconfigured, "cannot compile sql_query (SQLSTATE 42601, position 13)"},
		{"a value that is none of the type", "select id from t where id = 'secret'", nil, sdk.ReasonMisconfigured, "(SQLSTATE 22P02)"},
		{"a column twice", "select id, id from t", nil, sdk.ReasonMisconfigured, `field "id" twice`},
		{"a missing database", "select 1 as a", args("database", "nowhere"), sdk.ReasonMisconfigured, "has no such database (SQLSTATE 3D000)"},
		{"a missing user", "select 1 as a", args("user", "nowhere"), sdk.ReasonCredentialRefused, "refuses the user or the password"},
		{"a closed port", "select 1 as a", args("port", 1), sdk.ReasonUnreachable, "refuses the connection"},
		{"a name that is no host", "select 1 as a", args("host", "nowhere.invalid"), sdk.ReasonUnreachable, "its name is not resolved"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			failure(t, pgCapture(t, s, db, tc.query, tc.extra).Err, tc.reason, tc.detail)
		})
	}
	t.Run("a wrong password", func(t *testing.T) {
		res := sdktest.Capture(ctx(t), sdktest.Request{Adapter: plugin.New(), Section: pgSection(t, s, db, "select 1 as a", nil),
			Secrets: map[string]string{"/sql_password_env": "wrong"}})
		failure(t, res.Err, sdk.ReasonCredentialRefused, "refuses the user or the password (SQLSTATE 28P01)")
	})
	t.Run("a role that may not read", func(t *testing.T) {
		res := sdktest.Capture(ctx(t), sdktest.Request{Adapter: plugin.New(), Section: pgSection(t, s, db, "select id from t", args("user", "nobody_reads")),
			Secrets: map[string]string{"/sql_password_env": "x"}})
		failure(t, res.Err, sdk.ReasonCredentialRefused, "may not read what sql_query names")
	})
}

func TestPostgresPollingSeesCommits(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (id int)")
	r := pgOpen(t, s, db, "select id from t", nil)
	for want := range 3 {
		if res := r.capture(ctx(t)); res.Err != nil || len(res.Records()) != want {
			t.Fatalf("%d records, %v; want %d", len(res.Records()), res.Err, want)
		}
		s.Exec(t, db, "INSERT INTO t VALUES (1)")
	}
}

func TestPostgresDeadlineReachesTheServer(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t)
	query := "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) as c from n where i < 0"
	r := pgOpen(t, s, db, query, nil)
	for _, stop := range []string{"deadline", "cancel"} {
		c, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		if stop == "cancel" {
			c, cancel = context.WithCancel(context.Background())
			time.AfterFunc(300*time.Millisecond, cancel)
		}
		failure(t, r.capture(c).Err, sdk.ReasonUnreachable, "did not answer")
		cancel()
		eventually(t, "the server still runs the query after the "+stop, func() bool {
			res := pgCapture(t, s, db, "select count(*) as n from pg_stat_activity where query like 'with recursive n(i)%' and state = 'active' and datname = current_database()", nil)
			return texts(res, "n")[0] == "0"
		})
	}
}

func TestPostgresKilledInTheMiddleIsAnError(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t AS SELECT i AS id, repeat('x', 1000) AS pad FROM generate_series(1, 100000) AS i")
	r := pgOpen(t, s, db, "select id, pad from t", nil)
	killed := false
	res := r.captureThen(ctx(t), func() {
		if !killed {
			killed = true
			s.Exec(t, db, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'select id, pad%' AND pid <> pg_backend_pid()")
		}
	})
	if !killed {
		t.Fatal("the read was over before it could be killed")
	}
	failure(t, res.Err, sdk.ReasonUnreachable, "the PostgreSQL server")
	if again := r.capture(ctx(t)); again.Err != nil || again.Trailer.Records != 100000 {
		t.Errorf("the next read: %d records, %v", again.Trailer.Records, again.Err)
	}
}

// A connection that was lost while it lay idle is replaced without a failure.
func TestPostgresReplacesALostConnection(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t)
	r := pgOpen(t, s, db, "select 1 as a", nil)
	for range 2 {
		if res := r.capture(ctx(t)); res.Err != nil {
			t.Fatal(res.Err)
		}
		s.Exec(t, db, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'effectkit' AND datname = current_database()")
	}
}

func TestPostgresStopsAtTheCap(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t AS SELECT i AS id FROM generate_series(1, 3) AS i")
	for rows, gaps := range map[int]int{2: 1, 3: 0} {
		res := pgCapture(t, s, db, "select id from t", map[string]any{"sql_max_rows": rows})
		if res.Err != nil || len(res.Trailer.Gaps) != gaps || len(res.Records()) != min(rows, 3) {
			t.Errorf("cap %d: %d records, gaps %v, %v", rows, len(res.Records()), res.Trailer.Gaps, res.Err)
		}
	}
}

func TestPostgresRowsThatAPolicyHidesAreAGap(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (id int)", "INSERT INTO t VALUES (1), (2)", "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
		"CREATE POLICY p ON t USING (id = 1)", "DROP ROLE IF EXISTS sees_some", "CREATE ROLE sees_some LOGIN PASSWORD 'x'", "GRANT SELECT ON t TO sees_some")
	res := sdktest.Capture(ctx(t), sdktest.Request{Adapter: plugin.New(), Secrets: map[string]string{"/sql_password_env": "x"},
		Section: pgSection(t, s, db, "select id from t", map[string]any{"sql_connect_args": map[string]any{
			"host": s.Host, "port": s.Port, "user": "sees_some", "database": db}})})
	if res.Err != nil || len(res.Records()) != 1 {
		t.Fatalf("%d records, %v", len(res.Records()), res.Err)
	}
	if len(res.Trailer.Gaps) != 1 || res.Trailer.Gaps[0].Kind != value.GapRedacted || !res.Trailer.Gaps[0].Impeaching() {
		t.Errorf("gaps %v", res.Trailer.Gaps)
	}
}

func TestPostgresSourceIsTheDatabase(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t)
	source := func() string {
		t.Helper()
		res := pgCapture(t, s, db, "select 1 as a", nil)
		if res.Err != nil || res.Header.Source == "" || res.Header.Source != res.Trailer.Source {
			t.Fatalf("header %q, trailer %q, %v", res.Header.Source, res.Trailer.Source, res.Err)
		}
		if time.Since(res.Trailer.AsOf).Abs() > time.Minute {
			t.Errorf("as of %v", res.Trailer.AsOf)
		}
		return res.Header.Source
	}
	first := source()
	s.Exec(t, db, "CREATE TABLE x (a int)")
	if again := source(); again != first {
		t.Errorf("a write changed the source from %q to %q", first, again)
	}
	s.Exec(t, "postgres", "DROP DATABASE "+db+" WITH (FORCE)", "CREATE DATABASE "+db)
	if again := source(); again == first {
		t.Error("a database that was restored has the same source")
	}
}

func TestPostgresStandbySaysSo(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (id int)", "INSERT INTO t VALUES (1)")
	standby := s.Standby(t)
	s.Exec(t, db, "INSERT INTO t VALUES (2)")
	eventually(t, "the standby does not replay", func() bool {
		return len(pgCapture(t, standby, db, "select id from t", nil).Records()) == 2
	})
	res := pgCapture(t, standby, db, "select id from t", nil)
	if res.Err != nil {
		t.Fatal(res.Err)
	}
	if len(res.Trailer.Gaps) != 1 || res.Trailer.Gaps[0].Kind != value.GapInFlight || res.Trailer.Gaps[0].Impeaching() {
		t.Errorf("gaps %v", res.Trailer.Gaps)
	}
	if res.Trailer.AsOf.IsZero() {
		t.Error("it does not say how current it is")
	}
	if primary := pgCapture(t, s, db, "select id from t", nil); primary.Header.Source == res.Header.Source {
		t.Error("standby and primary are one source")
	}
}

func TestPostgresDoctorKnowsWhoCouldWrite(t *testing.T) {
	s := livetest.Postgres(t)
	db := s.Database(t, "CREATE TABLE t (id int)", "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
		"DROP ROLE IF EXISTS only_reads", "CREATE ROLE only_reads LOGIN PASSWORD 'x'", "GRANT SELECT ON t TO only_reads")
	test := func(user, password string) []sdk.Notice {
		t.Helper()
		r := open(t, sdktest.Request{Adapter: plugin.New(), Secrets: map[string]string{"/sql_password_env": password},
			Section: pgSection(t, s, db, "select id from t where id = :a", map[string]any{
				"sql_query_params": map[string]any{"a": map[string]any{"param": "p"}},
				"sql_connect_args": map[string]any{"host": s.Host, "port": s.Port, "user": user, "database": db}}),
			Params: map[string]string{"p": "1"}})
		notices, err := r.inst.(sdk.Tester).TestConnection(ctx(t), &sdk.CaptureRequest{Config: r.cfg})
		if err != nil {
			t.Fatal(err)
		}
		return notices
	}
	if got := test("only_reads", "x"); len(got) != 0 {
		t.Errorf("a role that only reads: %v", got)
	}
	if got := test(s.User, s.Password); len(got) != 1 || got[0].Code != sdk.NoticeRoleCanWrite {
		t.Errorf("a superuser: %v", got)
	}
	for _, more := range []struct{ grant, revoke string }{
		{"GRANT UPDATE ON t TO only_reads", "REVOKE UPDATE ON t FROM only_reads"},
		{"GRANT pg_write_server_files TO only_reads", "REVOKE pg_write_server_files FROM only_reads"},
		{"ALTER ROLE only_reads CREATEROLE", "ALTER ROLE only_reads NOCREATEROLE"},
		{"ALTER ROLE only_reads NOINHERIT; GRANT pg_write_all_data TO only_reads", "REVOKE pg_write_all_data FROM only_reads"},
	} {
		s.Exec(t, db, more.grant)
		if got := test("only_reads", "x"); len(got) != 1 || got[0].Code != sdk.NoticeRoleCanWrite {
			t.Errorf("%s: %v", more.grant, got)
		}
		s.Exec(t, db, more.revoke)
	}
	if got := test("only_reads", "x"); len(got) != 0 {
		t.Errorf("a role that only reads again: %v", got)
	}
}
