package sql

import (
	"context"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/guard"
	"github.com/effectkit/effectkit/plugins/sql/internal/mysql"
	"github.com/effectkit/effectkit/plugins/sql/internal/postgres"
	"github.com/effectkit/effectkit/plugins/sql/internal/sqlite"
	"github.com/effectkit/effectkit/sdk"
)

// Kind is the adapter's kind.
const Kind = "sql"

// New makes the adapter.
func New() sdk.Adapter { return adapter{} }

type adapter struct{}

// Describe implements [sdk.Adapter].
func (adapter) Describe() sdk.Description {
	return sdk.Description{
		Kind:    Kind,
		Version: "1",
		Title:   "Read-only SQL: sqlite, PostgreSQL, MariaDB, MySQL",
		Tier:    1,
		Schema:  schema,
		Capabilities: sdk.Capabilities{
			Source: true,
		},
	}
}

// Configure implements [sdk.Adapter]. It checks the query, the parameters'
// names and the address, and connects to nothing.
func (adapter) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	s, err := readSection(cfg)
	if err != nil {
		return nil, err
	}
	d, err := s.dialect()
	if err != nil {
		return nil, err
	}
	st, err := s.statement(d)
	if err != nil {
		return nil, err
	}
	if _, err := s.arguments(st, false); err != nil {
		return nil, err
	}
	at, err := address(d, s.ConnectArgs, cfg.Secret("/sql_password_env"))
	if err != nil {
		return nil, err
	}
	e, err := newEngine(d, s, at)
	if err != nil {
		return nil, err
	}
	return &instance{engine: e, statement: st}, nil
}

// newEngine makes the engine of a dialect.
func newEngine(d guard.Dialect, s *section, at engine.Address) (engine.Engine, error) {
	switch d {
	case guard.SQLite:
		return sqlite.New(s.Database, s.MaxConnections), nil
	case guard.PostgreSQL:
		return postgres.New(at, s.MaxConnections)
	default:
		return mysql.New(at, s.MaxConnections)
	}
}
