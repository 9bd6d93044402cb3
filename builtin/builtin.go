package builtin

import (
	"github.com/effectkit/effectkit/plugins/graphql"
	"github.com/effectkit/effectkit/plugins/rest"
	"github.com/effectkit/effectkit/sdk"
)

// All are the built-in adapters, by kind.
func All() []sdk.Adapter {
	return []sdk.Adapter{
		graphql.New(),
		rest.New(),
	}
}
