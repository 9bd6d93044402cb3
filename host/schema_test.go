package host

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/effectkit/effectkit/sdk"
)

// described is an adapter that only says what it is.
type described struct{ kind, schema string }

func (d described) Describe() sdk.Description {
	return sdk.Description{Kind: d.kind, Schema: d.schema}
}

func (described) Configure(context.Context, sdk.Config) (sdk.Instance, error) {
	return nil, errors.ErrUnsupported
}

func compileDeploymentSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := DeploymentSchema([]sdk.Adapter{described{"file", `{
		"type": "object",
		"properties": {"root": {"$ref": "#/$defs/path"}, "glob": {"type": "string"}},
		"required": ["root"],
		"additionalProperties": false,
		"$defs": {"path": {"type": "string", "minLength": 1}}
	}`}})
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("deployment.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("deployment.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func asJSON(t *testing.T, text string) any {
	t.Helper()
	var node any
	if err := yaml.Unmarshal([]byte(text), &node); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(node)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestDeploymentSchema(t *testing.T) {
	s := compileDeploymentSchema(t)
	tests := []struct {
		name, text string
		ok         bool
	}{
		{"a section of a known kind", "effects: {kind: file, root: /x, settle: {settle_s: 0}}", true},
		{"a section of another kind holds what it likes", "effects: {kind: csv-ledger, path: /x}", true},
		{"systems by name", "version: 1\nsystems: {a: {kind: file, root: /x}}", true},
		{"candidates", "effects: {candidates: [{kind: file, root: /x}, {kind: onscreen}]}", true},
		{"all of the operator's parts", `
effects: {kind: file, root: /x, isolate: true, evidence_redact_fields: [a], max_concurrent_reads: 2, freshness: {field: at, window_s: 60}}
plugins: [bin]
settle: {settle_s: 1, irreversible_settle_s: 2, read_timeout_s: 3}
freshness: {field: at, window_s: 60, since_action: true, skew_s: 1, zone: UTC, epoch_unit: ms}
policy: {min_tier: independent-system, enforce: true, require_read_only_role: true, require_effects_for_irreversible: true}
state: {dir: state, key_env: KEY}`, true},
		{"a misspelt key of the adapter", "effects: {kind: file, root: /x, glop: y}", false},
		{"a misspelt key of the host", "effects: {kind: file, root: /x, isolated: true}", false},
		{"a missing key of the adapter", "effects: {kind: file}", false},
		{"a reference inside the adapter's schema", "effects: {kind: file, root: ''}", false},
		{"a mistake inside a candidate", "effects: {candidates: [{kind: file, root: /x, glop: y}]}", false},
		{"a key beside candidates", "effects: {kind: file, candidates: [{kind: onscreen}]}", false},
		{"no kind", "effects: {root: /x}", false},
		{"an unknown key at the top", "effects: {kind: onscreen}\npolicies: {}", false},
		{"no system", "version: 1", false},
		{"another version", "version: 2\neffects: {kind: onscreen}", false},
		{"an unknown tier", "effects: {kind: onscreen}\npolicy: {min_tier: 5}", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := s.Validate(asJSON(t, tt.text)); (err == nil) != tt.ok {
				t.Errorf("got %v, want valid %v", err, tt.ok)
			}
		})
	}
}

func TestDeploymentSchemaTakesTheSectionsOfTheKit(t *testing.T) {
	s := compileDeploymentSchema(t)
	files, err := filepath.Glob("internal/deploy/testdata/kit/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(asJSON(t, string(text))); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestDeploymentSchemaNamesABrokenAdapter(t *testing.T) {
	_, err := DeploymentSchema([]sdk.Adapter{described{"odd", `{"properties": {"kind": true}}`}})
	var broken *SchemaError
	if !errors.As(err, &broken) || broken.Kind != "odd" {
		t.Fatalf("got %v", err)
	}
	const want = `"odd" has a schema that the host refuses: config schema at /: "kind" belongs to the host; an adapter may not name it`
	if err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
