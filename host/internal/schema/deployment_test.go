package schema

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/host/internal/deploy"

	"github.com/rogpeppe/go-internal/txtar"
)

// deploymentSchema is the schema of deployment files, compiled.
func deploymentSchema(t *testing.T, kinds map[string]*Schema) *Schema {
	t.Helper()
	text, err := Deployment(kinds)
	if err != nil {
		t.Fatal(err)
	}
	parsed, problems := source.Read("schema.json", []byte(text))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	c, err := compile(plain(parsed))
	if err != nil {
		t.Fatal(err)
	}
	return &Schema{compiled: c}
}

// valid holds a whole file to a schema, as an editor would.
func valid(t *testing.T, s *Schema, name string, data []byte) (bool, error) {
	t.Helper()
	n, problems := source.Read(name, data)
	if err := problems.Err(); err != nil {
		return false, err
	}
	w := &walker{places: map[string]member{}, bad: map[string]bool{}}
	v := w.value(member{Value: n}, nil, "")
	if w.Len() > 0 {
		return false, w.Problems().Err()
	}
	err := s.compiled.Validate(v)
	return err == nil, err
}

func TestDeploymentSchemaAgreesWithTheParser(t *testing.T) {
	schemas := map[string]*Schema{
		"alone":            deploymentSchema(t, nil),
		"with other kinds": deploymentSchema(t, map[string]*Schema{"acme-shop": compiled(t, shop)}),
	}
	for which, s := range schemas {
		t.Run(which, func(t *testing.T) {
			for name, data := range accepted(t) {
				if _, err := deploy.Parse(name, data); err != nil {
					t.Errorf("the parser refuses %s: %v", name, err)
				}
				if ok, err := valid(t, s, name, data); !ok {
					t.Errorf("the schema refuses %s: %v", name, err)
				}
			}
			refused := 0
			for name, c := range refusedFiles(t) {
				if _, err := deploy.Parse(name, c.data); err == nil {
					t.Errorf("the parser accepts %s", name)
				}
				ok, _ := valid(t, s, name, c.data)
				switch {
				case ok && c.cannotTell == "":
					t.Errorf("the schema accepts %s", name)
				case !ok:
					refused++
				}
			}
			if refused < 50 {
				t.Errorf("only %d files refused by the schema", refused)
			}
		})
	}
}

func accepted(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	archive, err := txtar.ParseFile(filepath.Join("..", "deploy", "testdata", "accepted.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		out[f.Name] = f.Data
	}
	kit, err := filepath.Glob(filepath.Join("..", "deploy", "testdata", "kit", "*.yaml"))
	if err != nil || len(kit) == 0 {
		t.Fatal("no sections of the kit", err)
	}
	for _, path := range kit {
		if out[path], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

type refusedFile struct {
	data       []byte
	cannotTell string // why the schema cannot refuse it
}

func refusedFiles(t *testing.T) map[string]refusedFile {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join("..", "deploy", "testdata", "refused", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	out := map[string]refusedFile{}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		reasons := map[string]string{}
		for _, f := range archive.Files {
			if name, ok := strings.CutSuffix(f.Name, ".schema"); ok {
				reasons[name] = string(f.Data)
			}
		}
		for _, f := range archive.Files {
			if ext := filepath.Ext(f.Name); ext == ".yaml" || ext == ".json" {
				out[f.Name] = refusedFile{f.Data, reasons[strings.TrimSuffix(f.Name, ext)]}
			}
		}
	}
	return out
}

func TestDeploymentSchemaHoldsSectionsToTheirKind(t *testing.T) {
	either := compiled(t, `{
		"oneOf": [
			{"properties": {"a": {"$ref": "#/$defs/text"}}, "required": ["a"], "additionalProperties": false},
			{"$ref": "#/$defs/b"}
		],
		"$defs": {"text": {"type": "string"}, "b": {"properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": false}}
	}`)
	s := deploymentSchema(t, map[string]*Schema{"acme-shop": compiled(t, shop), "acme-either": either})
	for text, want := range map[string]bool{
		"effects: {kind: acme-shop, query: q, isolate: false, evidence_keep_fields: [id], settle: {settle_s: 1}}": true,
		"effects: {kind: acme-shop, query: q, query_params: {a: {param: p}, b: x}, key: {param: p}}":              true,
		"effects: {kind: acme-shop, query: q, auth: {bearer_env: TOKEN}}":                                         true,
		"effects: {kind: acme-shop, qery: q}":                                                                     false,
		"effects: {kind: acme-shop, query: 5}":                                                                    false,
		"effects: {kind: acme-shop, query: q, auth: {}}":                                                          false,
		"effects: {kind: acme-shop, query: q, key: AB}":                                                           false,
		"effects: {kind: acme-other, qery: q}":                                                                    true,
		"effects: {kind: acme-either, a: x, isolate: true}":                                                       true,
		"effects: {kind: acme-either, b: x, isolate: true}":                                                       true,
		"effects: {kind: acme-either, a: x, b: x}":                                                                false,
		"effects: {kind: acme-either, a: 5}":                                                                      false,
		"systems: {a: {candidates: [{kind: acme-shop}]}}":                                                         false,
	} {
		if ok, err := valid(t, s, "d.yaml", []byte(text)); ok != want {
			t.Errorf("%s: %v, %v", text, ok, err)
		}
	}
}
