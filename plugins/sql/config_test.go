package sql_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	plugin "github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
)

type keys = map[string]any

// remote is a section over a server that the test never reaches.
func remote(extra keys) keys {
	k := keys{"sql_driver": "mariadb", "sql_query": "select 1 as a",
		"sql_connect_args": keys{"host": "127.0.0.1", "user": "reader"}}
	maps.Copy(k, extra)
	return k
}

func configure(t *testing.T, k keys) error {
	t.Helper()
	inst, _, err := sdktest.Configure(ctx(t), sdktest.Request{Adapter: plugin.New(), Section: section(t, k), Params: map[string]string{"p": "1"}})
	if err == nil {
		sdktest.Close(inst)
	}
	return err
}

// The messages that an operator sees.
func TestConfigureRefusesWhatCannotWork(t *testing.T) {
	local := keys{"sqlite_database": "shop.db", "sql_query": "select 1 as a"}
	with := func(base keys, extra keys) keys {
		k := maps.Clone(base)
		maps.Copy(k, extra)
		return k
	}
	args := func(extra keys) keys {
		a := keys{"host": "127.0.0.1", "user": "reader"}
		maps.Copy(a, extra)
		return remote(keys{"sql_connect_args": a})
	}
	for _, tc := range []struct {
		name    string
		section keys
		want    string
	}{
		{"no database", keys{"sql_query": "select 1"}, "sqlite_database or sql_driver is needed"},
		{"an unknown driver", remote(keys{"sql_driver": "json"}),
			`sql_driver "json" is not known; there are "mariadb", "mysql", "mysqlclient", "mysqldb", "pgx", "postgres", "postgresql", "psycopg", "psycopg2", "pymysql", "sqlite", "sqlite3"`},
		{"a driver and another's file", remote(keys{"sqlite_database": "shop.db"}), `sqlite_database and sql_driver "mariadb" exclude each other`},
		{"a sqlite driver without a file", keys{"sql_driver": "sqlite3", "sql_query": "select 1"}, `sql_driver "sqlite3" needs sqlite_database`},
		{"a database in memory", with(local, keys{"sqlite_database": ":memory:"}), "sqlite_database is the path of a file, not a URI and not :memory:"},
		{"a password for a file", with(local, keys{"sql_password_env": "X"}), "sql_password_env: a sqlite file has no password"},
		{"an empty query", with(local, keys{"sql_query": " "}), "sql_query is empty"},
		{"a write", with(local, keys{"sql_query": "delete from t"}), "sql_query is refused: a statement that begins with DELETE at byte 0: a query is one SELECT, WITH, VALUES or TABLE"},
		{"a placeholder without a parameter", with(local, keys{"sql_query": "select 1 where 1 = :a"}), `sql_query has a placeholder "a" that sql_query_params does not name`},
		{"a parameter without a placeholder", with(local, keys{"sql_query_params": keys{"a": "1"}}), `sql_query_params: sql_query has no placeholder "a"`},
		{"a null that is compared", with(local, keys{"sql_query": "select 1 where 1 <> :a", "sql_query_params": keys{"a": keys{"null": true}}}),
			`sql_query_params: "a" is null, and a comparison with null finds nothing: compare it with IS NOT DISTINCT FROM, <=> or IS`},
		{"an unknown type", with(local, keys{"sql_query": "select :a", "sql_query_params": keys{"a": keys{"param": "p", "as": "number"}}}),
			`sql_query_params: "a": unknown type "number"; there are text, int, decimal, float, bool and bytes`},
		{"a value that is none of its type", with(local, keys{"sql_query": "select :a", "sql_query_params": keys{"a": keys{"literal": "secret", "as": "int"}}}),
			`sql_query_params: "a": the value is no int`},
		{"a password in the file", args(keys{"passwd": "secret"}), `sql_connect_args: "passwd": a password does not belong in a file; name its variable in sql_password_env`},
		{"an unknown argument", args(keys{"init_command": "set x"}),
			`sql_connect_args: "init_command" is not known; there are "charset", "connect_timeout", "database", "host", "port", "sslcert", "sslkey", "sslmode", "sslrootcert", "unix_socket", "user"`},
		{"an argument twice", args(keys{"database": "a", "db": "b"}), `sql_connect_args: "database" and "db" are the same`},
		{"all mistakes at once", args(keys{"port": "0", "password": "secret"}),
			`sql_connect_args: "password": a password does not belong in a file; name its variable in sql_password_env; "port": a port is a number from 1 to 65535`},
		{"no host", remote(keys{"sql_connect_args": keys{"user": "reader"}}), `sql_connect_args: "host" or "unix_socket" is needed`},
		{"no user", remote(keys{"sql_connect_args": keys{"host": "db"}}), `sql_connect_args: "user" is needed`},
		{"a certificate without its key", args(keys{"sslcert": "a.pem"}), `sql_connect_args: "sslcert" and "sslkey" belong together`},
		{"TLS over a unix socket", remote(keys{"sql_connect_args": keys{"unix_socket": "/s", "user": "reader", "sslmode": "require"}}), "sql_connect_args: a unix socket takes no TLS"},
		{"a root certificate that is not there", args(keys{"sslrootcert": "/nowhere/root.pem"}), "sslrootcert cannot be read"},
		{"arguments for a file", with(local, keys{"sql_connect_args": keys{"host": "db"}}), "sql_connect_args: sqlite takes none but sqlite_database"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := configure(t, tc.section)
			if err == nil || err.Error() != tc.want {
				t.Errorf("got %v\nwant %s", err, tc.want)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Error("the error shows a value")
			}
			if re := sdk.AsReadError(err); re == nil || re.Reason != sdk.ReasonMisconfigured {
				t.Errorf("not Misconfigured: %v", err)
			}
		})
	}
}

func TestConfigureTakesTheNamesOfOtherDrivers(t *testing.T) {
	for driver, query := range map[string]string{
		"pymysql": "select `a` from t where b = %(b)s", "mysqlclient": "select `a` from t where b = %(b)s",
		"mysql": "select `a` from t where b = :b", "psycopg2": "select a::text from t where b = %(b)s",
		"psycopg": "select a::text from t where b = %(b)s", "postgres": "select a::text from t where b = :b",
	} {
		k := remote(keys{"sql_driver": driver, "sql_query": query, "sql_query_params": keys{"b": keys{"param": "p"}}})
		if err := configure(t, k); err != nil {
			t.Errorf("%s: %v", driver, err)
		}
	}
}

func TestAServerOverTheNetworkMustBeChecked(t *testing.T) {
	for _, tc := range []struct {
		args      keys
		protected bool
	}{
		{keys{"host": "db.example"}, true},
		{keys{"host": "db.example", "sslmode": "verify-ca"}, true},
		{keys{"host": "db.example", "sslmode": "require"}, false},
		{keys{"host": "db.example", "sslmode": "disable"}, false},
		{keys{"host": "127.0.0.1"}, true},
		{keys{"host": "::1"}, true},
		{keys{"host": "localhost"}, true},
		{keys{"unix_socket": "/run/s"}, true},
		{keys{"host": "/run/postgresql"}, true},
		{keys{"host": "10.0.0.1", "sslmode": "disable"}, false},
	} {
		tc.args["user"] = "reader"
		a, err := plugin.Address(tc.args)
		if err != nil {
			t.Errorf("%v: %v", tc.args, err)
		} else if a.Protected() != tc.protected {
			t.Errorf("%v: protected %v, mode %s", tc.args, a.Protected(), a.TLS.Mode)
		}
	}
}

func TestSchemaTellsRightSectionsFromWrong(t *testing.T) {
	d := plugin.New().Describe()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(d.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:sql", doc); err != nil {
		t.Fatal(err)
	}
	compiled := c.MustCompile("mem:sql")
	for text, valid := range map[string]bool{
		`{"sqlite_database": "a.db", "sql_query": "select 1"}`:                                                                                 true,
		`{"sqlite_database": "a.db", "sql_driver": "sqlite", "sql_query": "select 1"}`:                                                         true,
		`{"sql_driver": "pymysql", "sql_query": "q", "sql_connect_args": {"host": "h", "port": 3306, "user": "u", "database": "d"}}`:           true,
		`{"sql_driver": "pymysql", "sql_query": "q", "sql_connect_args": {"host": "h", "port": "3306", "user": "u"}, "sql_password_env": "P"}`: true,
		`{"sqlite_database": "a.db", "sql_query": "q", "sql_query_params": {"a": {"param": "p", "as": "int"}, "b": 1, "c": null}}`:             true,
		`{"sql_query": "select 1"}`:                                                                         false,
		`{"sqlite_database": "a.db"}`:                                                                       false,
		`{"sqlite_database": "a.db", "sql_query": "q", "sql_max_rows": 0}`:                                  false,
		`{"sqlite_database": "a.db", "sql_query": "q", "sql_maxrows": 5}`:                                   false,
		`{"sql_driver": "json", "sql_query": "q"}`:                                                          false,
		`{"sql_driver": "pgx", "sql_query": "q", "sql_connect_args": {"host": "h", "password": "literal"}}`: false,
		`{"sql_driver": "pgx", "sql_query": "q", "sql_connect_args": {"host": "h", "sslmode": "prefer"}}`:   false,
		`{"sql_driver": "pgx", "sql_query": "q", "sql_connect_args": {"host": "h", "options": "-c a=b"}}`:   false,
	} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(v); (err == nil) != valid {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestDescribeIsTheSameEveryTime(t *testing.T) {
	a, b := plugin.New().Describe(), plugin.New().Describe()
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Error("two descriptions differ")
	}
	if a.Kind != "sql" || a.Tier != 1 || !a.Capabilities.Source {
		t.Errorf("%+v", a.Capabilities)
	}
}
