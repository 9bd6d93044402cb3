package schema

import (
	"errors"
	"path/filepath"
	"strings"
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
    "table": {"type": "string"}, "view": {"type": "string"}, "limit": {"type": "integer"},
    "key": {"type": "string", "pattern": "^[a-z]+$", "x-effectkit-expr": true},
    "headers": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "value_env": {"$ref": "#/$defs/secret"}}}}
  },
  "required": ["query"],
  "if": {"anyOf": [{"required": ["table"]}, {"required": ["view"]}, {"required": ["limit"]}]},
  "then": {"oneOf": [{"required": ["table"]}, {"required": ["view"]}]},
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
	golden(t, "sections.txtar", ".yaml", func(t *testing.T, data string) string {
		_, err := check(t, s, data)
		var problems source.Problems
		if !errors.As(err, &problems) || len(problems) == 0 {
			t.Fatalf("got %v, want problems", err)
		}
		if strings.Contains(strings.ToLower(err.Error()), "canary") {
			t.Errorf("a value shows in %v", err)
		}
		lines := strings.Split(data, "\n")
		for _, p := range problems {
			if p.Pos.Line < 1 || p.Pos.Line > len(lines) {
				t.Errorf("%v stands outside the file", p)
				continue
			}
			// The place is that of the key that the path ends in.
			key := p.Pos.Path[strings.LastIndexByte(p.Pos.Path, '.')+1:]
			if at := lines[p.Pos.Line-1][p.Pos.Column-1:]; !strings.HasSuffix(key, "]") && !strings.HasPrefix(at, key) {
				t.Errorf("%v stands at %q", p, at)
			}
		}
		return err.Error()
	})
}

func TestScalarsFollowTheCoreSchemaOfYAML(t *testing.T) {
	s := compiled(t, `{"properties": {"v": {}}}`)
	for written, want := range map[string]string{
		"1": "1", "-1": "-1", "+1": "1", "0": "0", "-0": "-0", "0x1F": "31", "0o17": "15", "0b11": `"0b11"`,
		"1.50": "1.50", ".5": "0.5", "-.5": "-0.5", "5.": "5", "5.e3": "5e3", "1E+3": "1E+3", "+.5e-1": "0.5e-1",
		"123456789012345678901234567890": "123456789012345678901234567890",
		"true":                           "true", "True": "true", "TRUE": "true", "false": "false", "tRue": `"tRue"`,
		"yes": `"yes"`, "no": `"no"`, "on": `"on"`, "off": `"off"`, "y": `"y"`,
		"null": "null", "~": "null", "Null": "null", "nUll": `"nUll"`, "": "null",
		"1_000": `"1_000"`, "190:20:30": `"190:20:30"`, "2026-01-02": `"2026-01-02"`, "1e": `"1e"`, ".": `"."`, "+": `"+"`,
		`"1"`: `"1"`, "'true'": `"true"`, `"null"`: `"null"`, "|-\n  1": `"1"`, "<b>&": `"<b>&"`, `"ä\u2028"`: `"ä\u2028"`,
		"[1, [x], {a: 2.0}]": `[1,["x"],{"a":2.0}]`,
	} {
		got, err := check(t, s, "v: "+written+"\n")
		if err != nil {
			t.Errorf("%s: %v", written, err)
			continue
		}
		if string(got.JSON) != `{"v":`+want+`}` {
			t.Errorf("%s became %s, want %s", written, got.JSON, want)
		}
	}
}

func TestJSONFilesGiveTheSameSectionAsYAML(t *testing.T) {
	s := compiled(t, shop)
	read := func(file, text string) string {
		n, problems := source.Read(file, []byte(text))
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		got, err := s.Check(Request{Kind: "shop", Node: n, Pos: n.Pos, Dir: "/srv/app"})
		if err != nil {
			t.Fatal(err)
		}
		return string(got.JSON)
	}
	yaml := read("d.yaml", "query: \"q\"\nmax_rows: 12345678901234567890\nquery_params: {a: 1.50, b: true, c: {param: p}}\n")
	json := read("d.json", `{"query": "q", "max_rows": 12345678901234567890, "query_params": {"a": 1.50, "b": true, "c": {"param": "p"}}}`)
	if yaml != json {
		t.Errorf("YAML gave %s\nJSON gave %s", yaml, json)
	}
}

func TestAKeyIsNeverSaidToBelongToItsOwnKind(t *testing.T) {
	n, _ := source.Read("d.yaml", []byte("glob: x"))
	s := compiled(t, `{"properties": {"root": {}}}`)
	_, err := s.Check(Request{Kind: "document-hash", Node: n, Pos: n.Pos, Elsewhere: deploy.KindsWith})
	if err == nil || err.Error() != `d.yaml:1:1: glob: "glob" is not a key of kind document-hash` {
		t.Errorf("got %v", err)
	}
}

func TestFormatsAreHeldTo(t *testing.T) {
	s := compiled(t, `{"properties": {"at": {"format": "date"}}}`)
	if _, err := check(t, s, `at: "2026-13-41 canary"`); err == nil || err.Error() != "d.yaml:1:1: at: is not in the format date" {
		t.Errorf("got %v", err)
	}
}

func TestRelativePathsStartAtTheDeploymentsFolder(t *testing.T) {
	s := compiled(t, `{"properties": {
		"one": {"type": "string", "x-effectkit-path": true, "not": {"pattern": "^:"}},
		"many": {"type": "array", "items": {"x-effectkit-path": true}},
		"other": {"type": "string"}}}`)
	got, err := check(t, s, `{one: a/../b.db, many: [x, /y, ../z], other: o}`)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"many":["/srv/app/x","/y","/srv/z"],"one":"/srv/app/b.db","other":"o"}`; string(got.JSON) != want {
		t.Errorf("got %s, want %s", got.JSON, want)
	}
	// The adapter's own rules are for what was written.
	if _, err := check(t, s, `{one: ":memory:"}`); err == nil || err.Error() != "d.yaml:1:2: one: is not allowed here" {
		t.Errorf("got %v", err)
	}
}

func TestAnAdapterMayLetAnyKeyIn(t *testing.T) {
	for name, c := range map[string]struct {
		schema string
		ok     bool
	}{
		"open when it says so":             {`{"properties": {"a": {}}, "additionalProperties": true}`, true},
		"open when it lists no key":        {`{"type": "object"}`, true},
		"open for a pattern":               {`{"properties": {"a": {}}, "patternProperties": {"^other": {}}}`, true},
		"open by unevaluatedProperties":    {`{"properties": {"a": {}}, "unevaluatedProperties": {"type": "number"}}`, true},
		"closed when it lists keys":        {`{"properties": {"a": {}}}`, false},
		"closed by additionalProperties":   {`{"additionalProperties": false}`, false},
		"closed over all its alternatives": {`{"oneOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}, "required": ["b"]}]}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := check(t, compiled(t, c.schema), "other: 1")
			if (err == nil) != c.ok {
				t.Errorf("got %v", err)
			}
			if err != nil && err.Error() != `d.yaml:1:1: other: "other" is not a key of kind shop` {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestSectionsOfTheKitFitSchemasLikeTheirs(t *testing.T) {
	s := compiled(t, `{
		"type": "object", "additionalProperties": false, "required": ["sql_query"],
		"oneOf": [{"required": ["sqlite_database"]}, {"required": ["sql_driver"]}],
		"properties": {
			"sql_query": {"type": "string"}, "sqlite_database": {"type": "string", "x-effectkit-path": true}, "sql_driver": {"enum": ["pymysql"]},
			"sql_query_params": {"type": "object", "additionalProperties": {"x-effectkit-expr": true}},
			"sql_connect_args": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
			"sql_password_env": {"type": "string", "x-effectkit-secret": true}
		}}`)
	for file, want := range map[string]string{"frappe-sql.yaml": "applicant", "openemr-sql.yaml": "patient_pid"} {
		d, err := deploy.Load(filepath.Join("..", "deploy", "testdata", "kit", file))
		if err != nil {
			t.Fatal(err)
		}
		section := d.Systems[0].Candidates[0]
		got, err := s.Check(Request{Kind: section.Kind, Node: section.Node, Pos: section.Pos, Dir: d.Dir})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Exprs) != 1 || len(got.Secrets) != 1 || got.Secrets["/sql_password_env"].Pos.Line == 0 {
			t.Errorf("%s: %+v", file, got)
		}
		for _, e := range got.Exprs {
			if e.Text != want {
				t.Errorf("%s binds %q, want %q", file, e.Text, want)
			}
		}
	}
}
