package host

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/effectkit/effectkit/sdk"
)

//go:embed schema/deployment.schema.json
var deploymentSchema []byte

// DeploymentSchema is the JSON Schema (draft 2020-12) of a deployment file, for
// editors and other tools. The sections of the given adapters are described by
// their own schemas; those of other kinds may hold any key, which [Check]
// judges. [LoadDeployment] is the authority: a schema cannot say everything.
// The error names an adapter whose schema is not JSON.
func DeploymentSchema(builtins []sdk.Adapter) (string, error) {
	var root map[string]any
	if err := json.Unmarshal(deploymentSchema, &root); err != nil {
		return "", fmt.Errorf("the deployment schema is broken: %w", err)
	}
	defs := root["$defs"].(map[string]any)
	section := defs["section"].(map[string]any)
	known := []any{}
	for _, a := range builtins {
		d := a.Describe()
		own, err := sectionSchema(d)
		if err != nil {
			return "", err
		}
		defs["kind-"+d.Kind] = own
		known = append(known, map[string]any{
			"if":   map[string]any{"properties": map[string]any{"kind": map[string]any{"const": d.Kind}}},
			"then": map[string]any{"$ref": own["$id"]},
		})
	}
	// A key that neither the host nor the kind's schema names is a mistake,
	// where the kind is known.
	section["allOf"] = append(known, map[string]any{
		"if":   map[string]any{"properties": map[string]any{"kind": map[string]any{"enum": kinds(builtins)}}},
		"else": map[string]any{"additionalProperties": true},
	})
	section["unevaluatedProperties"] = false
	out, err := json.MarshalIndent(root, "", "  ")
	return string(out), err
}

func kinds(builtins []sdk.Adapter) []string {
	out := []string{}
	for _, a := range builtins {
		out = append(out, a.Describe().Kind)
	}
	return out
}

// sectionSchema is an adapter's schema as a part of another: a resource of its
// own, so that its references stay its own, and open for the host's keys.
func sectionSchema(d sdk.Description) (map[string]any, error) {
	var own map[string]any
	if err := json.Unmarshal([]byte(d.Schema), &own); err != nil {
		return nil, fmt.Errorf("%q has a schema that is not JSON: %w", d.Kind, err)
	}
	delete(own, "additionalProperties")
	delete(own, "unevaluatedProperties")
	own["$id"] = "urn:effectkit:section:" + d.Kind
	return own, nil
}
