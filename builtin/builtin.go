package builtin

import (
	"github.com/effectkit/effectkit/plugins/document"
	"github.com/effectkit/effectkit/plugins/documenthash"
	"github.com/effectkit/effectkit/plugins/email"
	"github.com/effectkit/effectkit/plugins/fhir"
	"github.com/effectkit/effectkit/plugins/file"
	"github.com/effectkit/effectkit/plugins/graphql"
	"github.com/effectkit/effectkit/plugins/rest"
	"github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
)

// All are the built-in adapters, by kind.
func All() []sdk.Adapter {
	return []sdk.Adapter{
		document.New(),
		documenthash.New(),
		email.New(),
		fhir.New(),
		file.New(),
		graphql.New(),
		rest.New(),
		sql.New(),
	}
}
