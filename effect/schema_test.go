package effect_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
)

// compile makes a schema ready; a schema that is none fails the test.
func compile(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// instance is a node as a validator of JSON sees it.
func instance(n *source.Node) any {
	switch n.Shape() {
	case source.Mapping:
		out := map[string]any{}
		for _, m := range n.Members() {
			out[m.Key] = instance(m.Value)
		}
		return out
	case source.List:
		out := []any{}
		for _, item := range n.Items() {
			out = append(out, instance(item))
		}
		return out
	case source.Null:
		return nil
	case source.Bool:
		return n.Bool()
	case source.Number:
		if json.Valid([]byte(n.Text())) {
			return json.Number(n.Text())
		}
		// A number that JSON lacks, such as .inf or 0x10, is a text to it.
	}
	return n.Text()
}

// beyondSchema are refusals that a JSON Schema cannot express, and why.
var beyondSchema = map[string]string{
	"counts.txtar/whole-with-a-fraction.yaml":     "1.0 is an integer to a schema",
	"counts.txtar/not-the-number-of-members.yaml": "a schema compares no two values",
	"members.txtar/set-and-ignored.yaml":          "a schema compares no two values",
	"words.txtar/version-not-whole.yaml":          "1.0 is an integer to a schema",
	"timeout.txtar/underflow-of-grammar.yaml":     "a schema knows no limit of an exponent",
}

func TestTheSchemaRefusesWhatTheParserRefuses(t *testing.T) {
	schema := compile(t, effect.BundleSchema)
	compared := 0
	refused(t, func(t *testing.T, in input, want string) string {
		n, problems := source.Read(in.name, in.data)
		if n == nil || len(problems) > 0 {
			return want // not a document at all: no schema sees it
		}
		compared++
		err := schema.Validate(instance(n))
		switch why := beyondSchema[strings.TrimPrefix(t.Name(), "TestTheSchemaRefusesWhatTheParserRefuses/")]; {
		case err == nil && why == "":
			t.Error("the schema accepts it")
		case err != nil && why != "":
			t.Error("the schema can tell after all:", err)
		}
		return want
	})
	if compared < 50 {
		t.Errorf("only %d files were compared", compared)
	}
}

func TestTheSchemaAcceptsWhatTheParserAccepts(t *testing.T) {
	schema := compile(t, effect.BundleSchema)
	accepted(t, func(t *testing.T, in input) {
		n, problems := source.Read(in.name, in.data)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if err := schema.Validate(instance(n)); err != nil {
			t.Error(err)
		}
	})
}
