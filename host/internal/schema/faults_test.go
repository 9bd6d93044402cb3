package schema

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the messages that are given into testdata")

// golden runs each file with an ending of an archive, and compares what it
// gives with the file of the same name that ends in .want.
func golden(t *testing.T, archive, ending string, give func(t *testing.T, data string) string) {
	t.Helper()
	path := filepath.Join("testdata", archive)
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range a.Files {
		want[f.Name] = string(f.Data)
	}
	out := &txtar.Archive{Comment: a.Comment}
	for _, f := range a.Files {
		name, ok := strings.CutSuffix(f.Name, ending)
		if !ok {
			continue
		}
		t.Run(name, func(t *testing.T) {
			got := give(t, string(f.Data)) + "\n"
			out.Files = append(out.Files, f, txtar.File{Name: name + ".want", Data: []byte(got)})
			if diff := cmp.Diff(want[name+".want"], got); diff != "" && !*update {
				t.Error(diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSchemasThatAreRefused(t *testing.T) {
	golden(t, "faults.txtar", ".json", func(t *testing.T, data string) string {
		_, err := Compile(data)
		var faults *Error
		if !errors.As(err, &faults) || len(faults.Faults) == 0 {
			t.Fatalf("got %v, want faults", err)
		}
		return err.Error()
	})
}

func TestSchemasThatAreTaken(t *testing.T) {
	for name, text := range map[string]string{
		"without anything":            `{}`,
		"with its draft":              `{"$schema": "https://json-schema.org/draft/2020-12/schema#"}`,
		"with a reference twice":      `{"properties": {"a": {"$ref": "#/$defs/s"}, "b": {"$ref": "#/$defs/s"}}, "$defs": {"s": {"x-effectkit-secret": true}}}`,
		"with an escaped reference":   `{"properties": {"a": {"$ref": "#/$defs/a~1b%20c"}}, "$defs": {"a/b c": {"x-effectkit-secret": true}}}`,
		"with an unused definition":   `{"$defs": {"s": {"type": "string"}}}`,
		"with marks in every place":   `{"properties": {"a": {"items": {"additionalProperties": {"anyOf": [{"allOf": [{"oneOf": [{"x-effectkit-path": true}]}]}]}}}}}`,
		"that says the same twice":    `{"allOf": [{"properties": {"a": {"x-effectkit-path": true}}}, {"properties": {"a": {"minLength": 1}}}]}`,
		"with conditions, unmarked":   `{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "properties": {"a": {}, "b": {}}}`,
		"with a format":               `{"properties": {"a": {"format": "uri"}}}`,
		"with a keyword of their own": `{"properties": {"a": {"x-acme": 1, "title": "A"}}}`,
	} {
		if _, err := Compile(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
