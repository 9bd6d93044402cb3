package host

import (
	"fmt"

	"github.com/effectkit/effectkit/host/internal/schema"
	"github.com/effectkit/effectkit/sdk"
)

// DeploymentSchema is the JSON Schema (draft 2020-12) of a deployment file, for
// editors and other tools. The sections of the given adapters are described by
// their own schemas; those of other kinds may hold any key, which [Check]
// judges. [LoadDeployment] is the authority: a schema cannot say everything.
// The error is a [*SchemaError].
func DeploymentSchema(adapters []sdk.Adapter) (string, error) {
	kinds := make(map[string]*schema.Schema, len(adapters))
	for _, a := range adapters {
		d := a.Describe()
		s, err := schema.Compile(d.Schema)
		if err != nil {
			return "", &SchemaError{Kind: d.Kind, Cause: err}
		}
		kinds[d.Kind] = s
	}
	return schema.Deployment(kinds)
}

// SchemaError says that the host refuses what an adapter says of its section.
// The adapter's author must mend the schema; nothing else helps.
type SchemaError struct {
	Kind  string
	Cause error
}

// Error names the kind and everything that is wrong in its schema.
func (e *SchemaError) Error() string {
	return fmt.Sprintf("%q has a schema that the host refuses: %v", e.Kind, e.Cause)
}

// Unwrap is the cause.
func (e *SchemaError) Unwrap() error { return e.Cause }
