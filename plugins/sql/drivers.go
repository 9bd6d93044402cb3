package sql

import (
	"slices"
	"strings"

	"github.com/effectkit/effectkit/plugins/sql/internal/guard"
)

// drivers are the names that sql_driver may have: our own, and those of the
// Python and Go drivers that sections are written for.
var drivers = map[string]guard.Dialect{
	"sqlite": guard.SQLite, "sqlite3": guard.SQLite,
	"postgresql": guard.PostgreSQL, "postgres": guard.PostgreSQL, "psycopg2": guard.PostgreSQL,
	"psycopg": guard.PostgreSQL, "pgx": guard.PostgreSQL,
	"mariadb": guard.MySQL, "mysql": guard.MySQL, "pymysql": guard.MySQL, "mysqlclient": guard.MySQL,
	"mysqldb": guard.MySQL,
}

// driverNames lists them for schema and errors.
func driverNames() []string {
	var names []string
	for name := range drivers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// quoted lists names for an error.
func quoted(names []string) string { return `"` + strings.Join(names, `", "`) + `"` }
