package sql

import (
	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/guard"
)

// Address reads sql_connect_args as a section of PostgreSQL has them.
func Address(args map[string]any) (engine.Address, error) {
	return address(guard.PostgreSQL, args, "")
}
