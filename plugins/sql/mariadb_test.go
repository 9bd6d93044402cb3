package sql_test

import (
	"context"
	"fmt"
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

// mySection is a section over a MariaDB server as its administrator; extra keys
// are added.
func mySection(t testing.TB, s *livetest.MariaDBServer, database, query string, extra map[string]any) string {
	t.Helper()
	keys := map[string]any{
		"sql_driver": "pymysql", "sql_query": query, "sql_password_env": "MY_PASSWORD",
		"sql_connect_args": map[string]any{"host": s.Host, "port": s.Port, "user": s.User, "database": database},
	}
	maps.Copy(keys, extra)
	return section(t, keys)
}

func mySecrets(s *livetest.MariaDBServer) map[string]string {
	return map[string]string{"/sql_password_env": s.Password}
}

func myCapture(t testing.TB, s *livetest.MariaDBServer, database, query string, extra map[string]any) *sdktest.Result {
	t.Helper()
	return sdktest.Capture(ctx(t), sdktest.Request{
		Adapter: plugin.New(), Section: mySection(t, s, database, query, extra), Secrets: mySecrets(s),
	})
}

func myOpen(t testing.TB, s *livetest.MariaDBServer, database, query string, extra map[string]any) *reader {
	t.Helper()
	return open(t, sdktest.Request{
		Adapter: plugin.New(), Section: mySection(t, s, database, query, extra), Secrets: mySecrets(s),
	})
}

func TestMariaDBTypesArriveExactly(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, `CREATE TABLE t (
		tiny TINYINT, flag BOOLEAN, i INT, big BIGINT, ubig BIGINT UNSIGNED, zf INT(6) ZEROFILL, n DECIMAL(20,3), f FLOAT, f2 FLOAT, d DOUBLE,
		c CHAR(8), vc VARCHAR(20), txt TEXT, raw BLOB, bin BINARY(3), vb VARBINARY(9), dt DATE, tm TIME(1), dtm DATETIME(6), ts TIMESTAMP NULL,
		zero DATE, zdtm DATETIME, part DATE, y YEAR, b1 BIT(1), b64 BIT(64), e ENUM('a', 'b'), st SET('x', 'y'), j JSON, u UUID, nothing TEXT)`,
		"SET sql_mode = 'ALLOW_INVALID_DATES'; SET time_zone = '-05:00'; "+
			`INSERT INTO t VALUES (-1, TRUE, 5, 9223372036854775807, 18446744073709551615, 42, 10.10, 0.1, 1234567.8, 0.1,
		'AB', 'yes ', '0012 😀', x'00ff', x'01', x'02', '2026-03-03', '10:00:00.5', '2026-03-03 10:00:00.123456', '2026-03-03 10:00:00',
		'0000-00-00', '0000-00-00 00:00:00', '2026-03-00', 2026, b'1', b'1111111111111111111111111111111111111111111111111111111111111111',
		'b', 'x,y', '{"a": 1}', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', NULL)`)
	got := map[string]string{}
	for name, v := range one(t, myCapture(t, s, db, "select * from t", nil)) {
		got[name] = show(v)
	}
	want := map[string]string{
		"tiny": "int -1", "flag": "int 1", "i": "int 5", "big": "int 9223372036854775807", "ubig": "int 18446744073709551615", "zf": "int 42",
		"n": "decimal 10.100", "f": "decimal 0.1", "f2": "decimal 1.2345678e+06", "d": "float64 0.1", "c": "text AB", "vc": "text yes ", "txt": "text 0012 😀",
		"raw": "bytes AP8=", "bin": "bytes AQAA", "vb": "bytes Ag==", "dt": "time 2026-03-03", "tm": "time 10:00:00.5",
		"dtm": "time 2026-03-03 10:00:00.123456", "ts": "time 2026-03-03 15:00:00", "zero": "text 0000-00-00", "zdtm": "text 0000-00-00 00:00:00",
		"part": "text 2026-03-00", "y": "int 2026", "b1": "int 1", "b64": "int 18446744073709551615", "e": "text b", "st": "text x,y",
		"j": `text {"a": 1}`, "u": "text a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "nothing": "null ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	r := one(t, myCapture(t, s, db, "select ts, dtm from t", nil))
	if at, ok := r["ts"].Instant(); !ok || !at.Equal(time.Date(2026, 3, 3, 15, 0, 0, 0, time.UTC)) {
		t.Errorf("a TIMESTAMP names %v, %v", at, ok)
	}
	if _, ok := r["dtm"].Instant(); ok {
		t.Error("a DATETIME names an instant")
	}
}

func TestMariaDBFieldsAreKnownWithoutARow(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t (id BIGINT UNSIGNED, n DECIMAL(9,2), at TIMESTAMP, c CHAR(3), raw BLOB)")
	res := myCapture(t, s, db, "select * from t", nil)
	want := []value.Field{
		{Name: "id", Kind: value.Int}, {Name: "n", Kind: value.Decimal}, {Name: "at", Kind: value.Time},
		{Name: "c", Kind: value.Text}, {Name: "raw", Kind: value.Bytes},
	}
	if diff := cmp.Diff(want, res.Header.Fields); diff != "" || res.Err != nil {
		t.Errorf("%v %s", res.Err, diff)
	}
}

func TestMariaDBParametersBindAsTheyAreCompared(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t (id BIGINT, ref VARCHAR(20), n DECIMAL(20,10))",
		"INSERT INTO t VALUES (1, '0012', 0.3), (12345678901234567, 'abc', 2), (12345678901234568, '1abc', NULL)")
	for _, tc := range []struct {
		name, where string
		param       any
		want        []string
	}{
		{"a number against a text column is its text", "ref = %(a)s", 0, nil},
		{"text that only looks like the number", "ref = %(a)s", 1, nil},
		{"text against bigint, beyond 2^53", "id = %(a)s", "12345678901234567", []string{"12345678901234567"}},
		{"int against bigint", "id = :a", map[string]any{"literal": "12345678901234568", "as": "int"}, []string{"12345678901234568"}},
		{"decimal", "n = :a", map[string]any{"literal": "0.3", "as": "decimal"}, []string{"1"}},
		{"decimal, twice", "n = :a or n = :a", map[string]any{"literal": "0.30", "as": "decimal"}, []string{"1"}},
		{"null, safely", "n <=> :a", map[string]any{"null": true}, []string{"12345678901234568"}},
		{"text that would end a literal", "ref = %(a)s", `' or 1=1 -- \`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := myCapture(t, s, db, "select id from t where "+tc.where, map[string]any{"sql_query_params": map[string]any{"a": tc.param}})
			if res.Err != nil {
				t.Fatal(res.Err)
			}
			if got := texts(res, "id"); !slices.Equal(got, tc.want) {
				t.Errorf("found %v, want %v", got, tc.want)
			}
		})
	}
}

func TestMariaDBFailuresHaveTheirReason(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t (id INT)", "CREATE OR REPLACE USER nobody_reads IDENTIFIED BY 'x'", "GRANT USAGE ON *.* TO nobody_reads")
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
		{"a missing table", "select * from nowhere", nil, sdk.ReasonMisconfigured, "names a table that is not there (error 1146)"},
		{"a missing column", "select x from t", nil, sdk.ReasonMisconfigured, "names a column that is not there (error 1054)"},
		{"a typo", "select from from t", nil, sdk.ReasonMisconfigured, "cannot compile sql_query (error 1064)"},
		{"a column twice", "select id, id from t", nil, sdk.ReasonMisconfigured, `field "id" twice`},
		{"a missing database", "select 1 as a", args("database", "nowhere"), sdk.ReasonMisconfigured, "has no such database (error 1049)"},
		{"a missing user", "select 1 as a", args("user", "nowhere"), sdk.ReasonCredentialRefused, "refuses the user or the password (error 1045)"},
		{"a closed port", "select 1 as a", args("port", 1), sdk.ReasonUnreachable, "refuses the connection"},
		{"a name that is no host", "select 1 as a", args("host", "nowhere.invalid"), sdk.ReasonUnreachable, "its name is not resolved"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			failure(t, myCapture(t, s, db, tc.query, tc.extra).Err, tc.reason, tc.detail)
		})
	}
	t.Run("a role that may not read", func(t *testing.T) {
		res := sdktest.Capture(ctx(t), sdktest.Request{Adapter: plugin.New(), Secrets: map[string]string{"/sql_password_env": "x"},
			Section: mySection(t, s, "", "select id from "+db+".t", map[string]any{
				"sql_connect_args": map[string]any{"host": s.Host, "port": s.Port, "user": "nobody_reads"}})})
		failure(t, res.Err, sdk.ReasonCredentialRefused, "may not read what sql_query names")
	})
}

func TestMariaDBPollingSeesCommits(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t (id INT)")
	r := myOpen(t, s, db, "select id from t", nil)
	for want := range 3 {
		if res := r.capture(ctx(t)); res.Err != nil || len(res.Records()) != want {
			t.Fatalf("%d records, %v; want %d", len(res.Records()), res.Err, want)
		}
		s.Exec(t, db, "INSERT INTO t VALUES (1)")
	}
}

func TestMariaDBStoppedReadsEndOnTheServer(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t)
	// Slow without a function that sleeps: the product of a sequence with itself.
	query := "select count(*) as c from seq_1_to_1000000 a, seq_1_to_1000000 b where a.seq + b.seq < 0"
	r := myOpen(t, s, db, query, nil)
	for _, stop := range []string{"deadline", "cancel"} {
		c, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		if stop == "cancel" {
			c, cancel = context.WithCancel(context.Background())
			time.AfterFunc(300*time.Millisecond, cancel)
		}
		failure(t, r.capture(c).Err, sdk.ReasonUnreachable, "did not answer")
		cancel()
		eventually(t, "the server still runs the query after the "+stop, func() bool {
			var n int
			row := s.Connect(t, "").QueryRow("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%seq_1_to_1000000 a%' AND info NOT LIKE '%processlist%'")
			return row.Scan(&n) == nil && n == 0
		})
	}
}

func TestMariaDBKilledInTheMiddleIsAnError(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t AS SELECT seq AS id, REPEAT('x', 1000) AS pad FROM seq_1_to_100000")
	r := myOpen(t, s, db, "select id, pad from t", nil)
	killed := false
	res := r.captureThen(ctx(t), func() {
		if killed {
			return
		}
		killed = true
		admin := s.Connect(t, "")
		var id int
		if err := admin.QueryRow("SELECT id FROM information_schema.processlist WHERE db = ? AND command = 'Execute'", db).Scan(&id); err != nil {
			t.Fatal(err)
		}
		if _, err := admin.Exec(fmt.Sprintf("KILL %d", id)); err != nil {
			t.Fatal(err)
		}
	})
	if !killed {
		t.Fatal("the read was over before it could be killed")
	}
	failure(t, res.Err, sdk.ReasonUnreachable, "the MariaDB or MySQL server")
	if again := r.capture(ctx(t)); again.Err != nil || again.Trailer.Records != 100000 {
		t.Errorf("the next read: %d records, %v", again.Trailer.Records, again.Err)
	}
}

// The server's own limits and modes must not change an answer.
func TestMariaDBSessionsArePinned(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t (c CHAR(8))", "INSERT INTO t VALUES ('AB'), ('CD'), ('EF')")
	s.Exec(t, "", "SET GLOBAL sql_select_limit = 1", "SET GLOBAL group_concat_max_len = 4",
		"SET GLOBAL sql_mode = CONCAT(@@GLOBAL.sql_mode, ',PAD_CHAR_TO_FULL_LENGTH')")
	t.Cleanup(func() {
		s.Exec(t, "", "SET GLOBAL sql_select_limit = DEFAULT", "SET GLOBAL group_concat_max_len = DEFAULT", "SET GLOBAL sql_mode = DEFAULT")
	})
	if got := texts(myCapture(t, s, db, "select c from t order by c", nil), "c"); !slices.Equal(got, []string{"AB", "CD", "EF"}) {
		t.Errorf("read %q", got)
	}
	if got := texts(myCapture(t, s, db, "select group_concat(c order by c) as c from t", nil), "c"); !slices.Equal(got, []string{"AB,CD,EF"}) {
		t.Errorf("read %q", got)
	}
}

func TestMariaDBStopsAtTheCap(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t AS SELECT seq AS id FROM seq_1_to_3")
	r := myOpen(t, s, db, "select id from t", map[string]any{"sql_max_rows": 2})
	for range 2 {
		res := r.capture(ctx(t))
		if res.Err != nil || len(res.Trailer.Gaps) != 1 || res.Trailer.Gaps[0].Kind != value.GapTruncated || len(res.Records()) != 2 {
			t.Errorf("%d records, gaps %v, %v", len(res.Records()), res.Trailer.Gaps, res.Err)
		}
	}
	if res := myCapture(t, s, db, "select id from t", map[string]any{"sql_max_rows": 3}); res.Err != nil || len(res.Trailer.Gaps) != 0 {
		t.Errorf("gaps %v, %v", res.Trailer.Gaps, res.Err)
	}
}

func TestMariaDBSourceIsTheDatabase(t *testing.T) {
	s := livetest.MariaDB(t)
	db, other := s.Database(t), s.Database(t)
	source := func(name string) string {
		t.Helper()
		res := myCapture(t, s, name, "select 1 as a", nil)
		if res.Err != nil || res.Header.Source == "" || res.Header.Source != res.Trailer.Source {
			t.Fatalf("header %q, trailer %q, %v", res.Header.Source, res.Trailer.Source, res.Err)
		}
		if time.Since(res.Trailer.AsOf).Abs() > time.Minute {
			t.Errorf("as of %v", res.Trailer.AsOf)
		}
		return res.Header.Source
	}
	first := source(db)
	s.Exec(t, db, "CREATE TABLE x (a INT)")
	if again := source(db); again != first {
		t.Errorf("a write changed the source from %q to %q", first, again)
	}
	if source(other) == first {
		t.Error("two databases are one source")
	}
}

func TestMariaDBDoctorKnowsWhoCouldWrite(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE t (id INT)", "CREATE OR REPLACE USER only_reads IDENTIFIED BY 'x'")
	s.Exec(t, db, "GRANT SELECT ON "+db+".* TO only_reads")
	test := func(user, password string) []sdk.Notice {
		t.Helper()
		r := open(t, sdktest.Request{Adapter: plugin.New(), Secrets: map[string]string{"/sql_password_env": password},
			Section: mySection(t, s, db, "select id from t where id = %(a)s", map[string]any{
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
		t.Errorf("an administrator: %v", got)
	}
	s.Exec(t, db, "GRANT UPDATE (id) ON "+db+".t TO only_reads")
	if got := test("only_reads", "x"); len(got) != 1 {
		t.Errorf("a role that may update: %v", got)
	}
}

func TestMariaDBReplicaSaysSo(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE OR REPLACE USER only_reads IDENTIFIED BY 'x'", "GRANT SELECT ON *.* TO only_reads")
	as := func(user, password string) *sdktest.Result {
		t.Helper()
		res := sdktest.Capture(ctx(t), sdktest.Request{Adapter: plugin.New(), Secrets: map[string]string{"/sql_password_env": password},
			Section: mySection(t, s, db, "select 1 as a", keys{"sql_connect_args": keys{"host": s.Host, "port": s.Port, "user": user, "database": db}})})
		if res.Err != nil {
			t.Fatal(res.Err)
		}
		return res
	}
	advised := func(name string, res *sdktest.Result) {
		t.Helper()
		if len(res.Trailer.Gaps) != 1 || res.Trailer.Gaps[0].Kind != value.GapInFlight || res.Trailer.Gaps[0].Impeaching() || !res.Trailer.AsOf.IsZero() {
			t.Errorf("%s: gaps %v, as of %v", name, res.Trailer.Gaps, res.Trailer.AsOf)
		}
	}
	// A replica that has stopped does not say how far it is behind.
	s.Exec(t, "", "CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = 1")
	advised("a replica", as(s.User, s.Password))
	s.Exec(t, "", "RESET SLAVE ALL")
	if res := as("only_reads", "x"); len(res.Trailer.Gaps) != 0 || res.Trailer.AsOf.IsZero() {
		t.Errorf("a primary: gaps %v, as of %v", res.Trailer.Gaps, res.Trailer.AsOf)
	}
	s.Exec(t, "", "SET GLOBAL read_only = 1")
	t.Cleanup(func() { s.Exec(t, "", "SET GLOBAL read_only = 0") })
	advised("a read-only server, to a role that may not see more", as("only_reads", "x"))
}
