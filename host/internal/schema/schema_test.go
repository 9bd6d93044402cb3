package schema

import (
	"errors"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/host/internal/deploy"

	"github.com/google/go-cmp/cmp"
)

// shop is a schema with everything that the kit's sections have.
const shop = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "properties": {
    "query": {"type": "string", "minLength": 1},
    "query_params": {"type": "object", "additionalProperties": {"x-effectkit-expr": true}},
    "database": {"type": "string", "x-effectkit-path": true},
    "driver": {"enum": ["sqlite", "mysql", "postgres"]},
    "connect": {
      "type": "object",
      "properties": {"host": {"type": "string"}, "port": {"type": "integer", "minimum": 1, "maximum": 65535}},
      "additionalProperties": {"type": ["string", "number", "boolean"]}
    },
    "password_env": {"$ref": "#/$defs/secret"},
    "auth": {"oneOf": [
      {"type": "object", "properties": {"bearer_env": {"$ref": "#/$defs/secret"}}, "required": ["bearer_env"], "additionalProperties": false},
      {"type": "object", "properties": {"header": {"type": "string"}, "value_env": {"$ref": "#/$defs/secret"}}, "required": ["header", "value_env"], "additionalProperties": false}
    ]},
    "max_rows": {"type": "integer"},
    "key": {"type": "string", "pattern": "^[a-z]+$", "x-effectkit-expr": true},
    "headers": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "value_env": {"$ref": "#/$defs/secret"}}}}
  },
  "required": ["query"],
  "$defs": {"secret": {"type": "string", "x-effectkit-secret": true}}
}`

func compiled(t *testing.T, text string) *Schema {
	t.Helper()
	s, err := Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// check holds a section, written in YAML, to a schema.
func check(t *testing.T, s *Schema, yaml string) (*Section, error) {
	t.Helper()
	n, problems := source.Read("d.yaml", []byte(yaml))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return s.Check(Request{Kind: "shop", Node: n, Pos: n.Pos, Dir: "/srv/app", Elsewhere: deploy.KindsWith})
}

func TestSectionBecomesJSON(t *testing.T) {
	s := compiled(t, shop)
	got, err := check(t, s, `
query: SELECT 1
query_params:
  pid: {param: patient}
  code: 0012
  a/b~c: yes
  none: {null: true}
  lit: {literal: 1.50}
  cast: {param: n, as: int}
database: shop.db
driver: mysql
connect: {host: h, port: 3306, big: 12345678901234567890123, frac: 1.50}
password_env: DB_PASSWORD
auth: {header: Authorization, value_env: TOKEN}
headers:
- {name: a, value_env: H0}
- {name: b, value_env: H1}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"auth":{"header":"Authorization","value_env":"TOKEN"},` +
		`"connect":{"big":12345678901234567890123,"frac":1.50,"host":"h","port":3306},` +
		`"database":"/srv/app/shop.db","driver":"mysql",` +
		`"headers":[{"name":"a","value_env":"H0"},{"name":"b","value_env":"H1"}],` +
		`"password_env":"DB_PASSWORD","query":"SELECT 1",` +
		`"query_params":{"a/b~c":"yes","cast":{"as":"int","param":"n"},"code":"0012","lit":{"literal":"1.50"},"none":{"null":true},"pid":{"param":"patient"}}}`
	if diff := cmp.Diff(want, string(got.JSON)); diff != "" {
		t.Error(diff)
	}
	exprs := map[string]effect.Expr{}
	for pointer, e := range got.Exprs {
		if e.Pos.Line == 0 || e.Pos.File != "d.yaml" {
			t.Errorf("%s stands at %v", pointer, e.Pos)
		}
		e.Pos = effect.Position{}
		exprs[pointer] = e
	}
	if diff := cmp.Diff(map[string]effect.Expr{
		"/query_params/pid":     effect.Param("patient"),
		"/query_params/code":    effect.Literal("0012"),
		"/query_params/a~1b~0c": effect.Literal("yes"),
		"/query_params/none":    effect.Null(),
		"/query_params/lit":     effect.Literal("1.50"),
		"/query_params/cast":    effect.Param("n"),
	}, exprs); diff != "" {
		t.Error(diff)
	}
	secrets := map[string]string{}
	for pointer, v := range got.Secrets {
		secrets[pointer] = v.Name
	}
	if diff := cmp.Diff(map[string]string{
		"/password_env": "DB_PASSWORD", "/auth/value_env": "TOKEN", "/headers/0/value_env": "H0", "/headers/1/value_env": "H1",
	}, secrets); diff != "" {
		t.Error(diff)
	}
}

func TestEveryMistakeOfASectionIsNamedAtItsKey(t *testing.T) {
	s := compiled(t, shop)
	_, err := check(t, s, `qury: SELECT 1
query_params: {a: [1], b: , c: {param: ""}, d: {literal: 1, param: x}, e: {parm: x}, f: {}}
driver: mysq
connect: {port: 0}
password_env: hunter2!
auth: {header: X}
max_rows: 010
key: AB
headers: [{nam: x}]
base_url: x
isolat: true
`)
	var problems source.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("got %v", err)
	}
	t.Log("\n" + problems.Error())
}
