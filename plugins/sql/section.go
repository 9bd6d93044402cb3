package sql

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/guard"
	"github.com/effectkit/effectkit/sdk"
)

// section is the adapter's part of a deployment.
type section struct {
	Query          string              `json:"sql_query"`
	Database       string              `json:"sqlite_database"`
	Driver         string              `json:"sql_driver"`
	Params         map[string]sdk.Expr `json:"sql_query_params"`
	ConnectArgs    map[string]any      `json:"sql_connect_args"`
	PasswordEnv    string              `json:"sql_password_env"`
	MaxRows        int64               `json:"sql_max_rows"`
	AllowFunctions []string            `json:"sql_allow_functions"`
	MaxConnections int                 `json:"max_connections"`
}

const (
	defaultMaxRows        = 1_000_000
	defaultMaxConnections = 4
)

// readSection decodes a section and fills in what is left out.
func readSection(cfg sdk.Config) (*section, error) {
	s := &section{MaxRows: defaultMaxRows, MaxConnections: defaultMaxConnections}
	if err := cfg.Decode(s); err != nil {
		return nil, err
	}
	switch {
	case strings.TrimSpace(s.Query) == "":
		return nil, sdk.Misconfigured("sql_query is empty")
	case s.MaxRows < 1:
		return nil, sdk.Misconfigured("sql_max_rows is below 1")
	case s.MaxConnections < 1:
		return nil, sdk.Misconfigured("max_connections is below 1")
	}
	return s, nil
}

// dialect finds out which database the section means.
func (s *section) dialect() (guard.Dialect, error) {
	switch {
	case s.Database == "" && s.Driver == "":
		return 0, sdk.Misconfigured("sqlite_database or sql_driver is needed")
	case s.Driver == "":
		return guard.SQLite, s.sqliteAlone()
	}
	d, ok := drivers[s.Driver]
	switch {
	case !ok:
		return 0, sdk.Misconfigured("sql_driver %q is not known; there are %s", s.Driver, quoted(driverNames()))
	case d == guard.SQLite && s.Database == "":
		return 0, sdk.Misconfigured("sql_driver %q needs sqlite_database", s.Driver)
	case d != guard.SQLite && s.Database != "":
		return 0, sdk.Misconfigured("sqlite_database and sql_driver %q exclude each other", s.Driver)
	case d == guard.SQLite:
		return d, s.sqliteAlone()
	}
	return d, nil
}

// sqliteAlone refuses what makes no sense for a file.
func (s *section) sqliteAlone() error {
	switch {
	case s.PasswordEnv != "":
		return sdk.Misconfigured("sql_password_env: a sqlite file has no password")
	case s.Database == ":memory:" || strings.HasPrefix(s.Database, "file:"):
		return sdk.Misconfigured("sqlite_database is the path of a file, not a URI and not :memory:")
	}
	return nil
}

// statement checks the query, and that every placeholder has a parameter and
// every parameter a placeholder.
func (s *section) statement(d guard.Dialect) (*guard.Statement, error) {
	st, err := guard.Prepare(d, s.Query, s.AllowFunctions, s.casts(d))
	if err != nil {
		return nil, sdk.Misconfigured("sql_query is refused: %v", err)
	}
	for _, name := range st.Names {
		if _, ok := s.Params[name]; !ok {
			return nil, sdk.Misconfigured("sql_query has a placeholder %q that sql_query_params does not name", name)
		}
	}
	for _, name := range sorted(s.Params) {
		if !slices.Contains(st.Names, name) {
			return nil, sdk.Misconfigured("sql_query_params: sql_query has no placeholder %q", name)
		}
	}
	return st, nil
}

// casts are the placeholders of parameters whose type the driver's own
// protocol cannot say: MySQL's knows no decimals, and would compare a text with
// one as doubles.
func (s *section) casts(d guard.Dialect) map[string]string {
	casts := map[string]string{}
	for name, e := range s.Params {
		if d == guard.MySQL && engine.Type(e.As) == engine.AsDecimal {
			casts[name] = "CAST(? AS DECIMAL(65,30))"
		}
	}
	return casts
}

// arguments binds the parameters in the statement's order. Where resolved is
// false, those that have no value yet are left out and the rest is checked.
func (s *section) arguments(st *guard.Statement, resolved bool) ([]engine.Arg, error) {
	args := make([]engine.Arg, 0, len(st.Names))
	for _, name := range st.Names {
		e := s.Params[name]
		if e.Param != "" {
			if resolved {
				return nil, sdk.Misconfigured("sql_query_params: %q has no value", name)
			}
			e.Text = typeExample[engine.Type(e.As)]
		}
		a, err := engine.NewArg(name, e)
		switch {
		case err != nil:
			return nil, sdk.Misconfigured("sql_query_params: %v", err)
		case a.Null && st.Compared[name]:
			return nil, sdk.Misconfigured("sql_query_params: %q is null, and a comparison with null finds nothing: compare it with IS NOT DISTINCT FROM, <=> or IS", name)
		}
		args = append(args, a)
	}
	return args, nil
}

// typeExample is a value of each type that is not text.
var typeExample = map[engine.Type]string{
	engine.AsInt: "0", engine.AsDecimal: "0", engine.AsFloat: "0", engine.AsBool: "false",
}

func sorted[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
