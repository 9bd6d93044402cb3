package builtin

import "github.com/effectkit/effectkit/sdk"

// All are the built-in adapters, by kind.
func All() []sdk.Adapter {
	return nil
}
