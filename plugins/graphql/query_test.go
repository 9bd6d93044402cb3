package graphql

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/sdk"
)

func TestOnlyOneQueryThatReadsIsAccepted(t *testing.T) {
	for name, c := range map[string]struct{ query, want string }{
		"a short query":                 {`{ orders { id } }`, ""},
		"a named query":                 {`query Q($s: String!) { orders(s: $s) { id } }`, ""},
		"a fragment":                    {`query { orders { ...f } } fragment f on Order { id }`, ""},
		"the word in a string":          {`{ orders(note: "mutation { x }") { id } }`, ""},
		"the word as a variable":        {`query Q($f: F = {a: 1}, $mutation: String) { orders(f: $f, m: $mutation) { id } }`, ""},
		"the word as a field":           {`{ orders { mutation subscription } }`, ""},
		"a comment":                     {"# mutation\nquery { orders { id } }", ""},
		"a mutation":                    {`mutation { orders { id } }`, "graphql_query: a mutation stands in it; it may only read"},
		"a subscription":                {`subscription { orders { id } }`, "graphql_query: a subscription stands in it; it may only read"},
		"a query and a mutation":        {`query A { orders { id } } mutation B { drop }`, "graphql_query: a mutation stands in it; it may only read"},
		"two queries":                   {`query A { orders { id } } query B { orders { id } }`, "graphql_query: 2 operations; write one"},
		"a fragment first, a write":     {`fragment f on Mutation { b(x: """ \""" """) } mutation { ...f }`, "graphql_query: a mutation stands in it; it may only read"},
		"a fragment on a mutation":      {`query { orders { id } ...f } fragment f on Mutation { b }`, "graphql_query: a fragment is on Mutation; it may only read"},
		"an inline fragment on one":     {`query { orders { id } ... on Mutation { b } }`, "graphql_query: a fragment is on Mutation; it may only read"},
		"a mutation behind a BOM":       {"\ufeffmutation { orders { id } }", "graphql_query: a mutation stands in it; it may only read"},
		"a mutation behind a comment":   {"#\nmutation { orders { id } }", "graphql_query: a mutation stands in it; it may only read"},
		"a mutation behind commas":      {",,,mutation { orders { id } }", "graphql_query: a mutation stands in it; it may only read"},
		"only a fragment":               {`fragment f on Order { id }`, "graphql_query: no operation"},
		"a schema":                      {`type Query { a: Int }`, "graphql_query: does not parse: a syntax error at line 1, column 1"},
		"an extension":                  {`{ orders { id } } extend type Mutation { a: Int }`, "graphql_query: does not parse: a syntax error at line 1, column 19"},
		"garbage":                       {`!!!`, "graphql_query: does not parse: a syntax error at line 1, column 1"},
		"half a query":                  {`{ orders { id }`, "graphql_query: does not parse: a syntax error at line 1, column 16"},
		"nothing":                       {" \n", "graphql_query: empty"},
		"a missing fragment":            {`{ orders { ...f } }`, `graphql_query: the fragment "f" is not in it`},
		"a fragment twice":              {`{ orders { ...f } } fragment f on A { id } fragment f on A { id }`, `graphql_query: the fragment "f" twice`},
		"an answer in parts":            {`{ orders { id ... @defer { note } } }`, "graphql_query: @defer asks for an answer in parts"},
		"an answer in a stream":         {`{ orders @stream(initialCount: 1) { id } }`, "graphql_query: @stream asks for an answer in parts"},
		"a part by a spread":            {`{ orders { ...f @defer } } fragment f on A { id }`, "graphql_query: @defer asks for an answer in parts"},
		"a live query":                  {`query @live { orders { id } }`, "graphql_query: @live asks for an answer in parts"},
		"nested too deeply":             {"{ orders " + strings.Repeat("{ a ", 80) + "{ id }" + strings.Repeat(" }", 80) + " }", "graphql_query: nested more than 64 deep"},
		"longer than allowed":           {"{ orders { id } } #" + strings.Repeat("x", maxQueryBytes), "graphql_query: longer than 65536 bytes"},
		"fragments that spread in ring": {`{ orders { ...a } } fragment a on A { ...b } fragment b on A { ...a }`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseQuery(c.query)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("%q\nwant %q", got, c.want)
			}
		})
	}
}

func configure(section string) error {
	_, err := New().Configure(context.Background(), sdk.NewConfig([]byte(section), nil))
	return err
}

func TestSectionsThatCannotWorkAreRefused(t *testing.T) {
	const query = `query Q($s: String!, $n: Int = 5, $c: String) { orders(s: $s, first: $n, after: $c) { nodes { id } pageInfo { hasNextPage } } data: x { y { id } } }`
	for name, c := range map[string]struct{ keys, want string }{
		"all there":                  {`"graphql_records_path":"orders","graphql_variables":{"s":"x"}`, ""},
		"from data on":               {`"graphql_records_path":"data.orders.nodes","graphql_variables":{"s":"x"}`, `graphql_records_path: the query asks for no "orders" there`},
		"a field named data":         {`"graphql_records_path":"data.y","graphql_variables":{"s":"x","c":{"null":true}}`, ""},
		"no path":                    {`"graphql_variables":{"s":"x"}`, "graphql_records_path: missing; write the path of the list, such as orders or orders.nodes"},
		"a path not asked for":       {`"graphql_records_path":"order","graphql_variables":{"s":"x"}`, `graphql_records_path: the query asks for no "order" there`},
		"a variable without a value": {`"graphql_records_path":"orders"`, "graphql_variables: the query's variable $s has no value"},
		"a variable of no query":     {`"graphql_records_path":"orders","graphql_variables":{"s":"x","z":"1"}`, "graphql_variables: the query declares no variable $z"},
		"freshness without a window": {`"graphql_records_path":"orders","graphql_variables":{"s":"x"},"graphql_freshness_field":"at"`, "graphql_freshness_field and graphql_freshness_window_s go together"},
		"a field's path":             {`"graphql_records_path":"orders","graphql_variables":{"s":"x"},"fields":{"a":"b..c"}`, `fields.a: path "b..c": an empty name; write a JSON Pointer such as /a/b for names with dots`},
		"an unknown key":             {`"graphql_record_path":"orders"`, `the section does not decode: json: unknown field "graphql_record_path"`},
	} {
		t.Run(name, func(t *testing.T) {
			quoted, _ := json.Marshal(query)
			err := configure(fmt.Sprintf(`{"base_url":"http://127.0.0.1:1","graphql_query":%s,%s}`, quoted, c.keys))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("%q\nwant %q", got, c.want)
			}
		})
	}
	if err := configure(`{"base_url":"http://127.0.0.1:1","graphql_query":"{ data { id } }","graphql_records_path":"data"}`); err != nil {
		t.Errorf("a field named data: %v", err)
	}
	if err := configure(`{"base_url":"http://127.0.0.1:1","graphql_query":"{ orders { id } }","graphql_records_path":"data"}`); err == nil || err.Error() != "graphql_records_path: data is never a list; write the path below it" {
		t.Errorf("data alone: %v", err)
	}
	if err := configure(`{"base_url":"http://127.0.0.1:1","graphql_query":"{ orders(last: 5) { id } }","graphql_records_path":"orders"}`); err == nil || err.Error() != "graphql_query: page forwards, with first and after" {
		t.Errorf("backwards: %v", err)
	}
}

func TestVariablesHaveTheFormOfTheirType(t *testing.T) {
	const canary = "c4n4ry"
	for name, c := range map[string]struct {
		typ  string
		expr sdk.Expr
		want string
	}{
		"a text":               {"String", sdk.Expr{Text: `a"b`}, `"a\"b"`},
		"an id as text":        {"ID!", sdk.Expr{Text: "7"}, `"7"`},
		"an int":               {"Int", sdk.Expr{Text: "2147483647"}, `2147483647`},
		"an int beyond 32 bit": {"Int", sdk.Expr{Text: "3000000000"}, "! its value is not a whole number of 32 bits, as its type Int asks"},
		"an int that is none":  {"Int!", sdk.Expr{Text: canary}, "! its value is not a whole number of 32 bits, as its type Int asks"},
		"a float":              {"Float", sdk.Expr{Text: "1.50"}, `1.50`},
		"a float that is none": {"Float", sdk.Expr{Text: "NaN"}, "! its value is not a number, as its type Float asks"},
		"a boolean":            {"Boolean", sdk.Expr{Text: "true"}, `true`},
		"a boolean by a word":  {"Boolean", sdk.Expr{Text: "yes"}, "! its value is not true or false, as its type Boolean asks"},
		"another scalar":       {"BigInt", sdk.Expr{Text: "9007199254740993"}, `"9007199254740993"`},
		"an enum":              {"Status", sdk.Expr{Text: "OPEN"}, `"OPEN"`},
		"one for a list":       {"[Int!]!", sdk.Expr{Text: "5"}, `5`},
		"null":                 {"String", sdk.Expr{Null: true}, `null`},
		"null where none may":  {"String!", sdk.Expr{Null: true}, "! its type does not allow null"},
	} {
		t.Run(name, func(t *testing.T) {
			q, err := parseQuery(`query($v: ` + c.typ + `) { orders(v: $v) { id } }`)
			if err != nil {
				t.Fatal(err)
			}
			out, err := q.bind(map[string]sdk.Expr{"v": c.expr})
			if problem, bad := strings.CutPrefix(c.want, "! "); bad {
				if err == nil || err.Error() != "graphql_variables.v: "+problem {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil || string(out["v"]) != c.want {
				t.Errorf("%s, %v; want %s", out["v"], err, c.want)
			}
		})
	}
}

func FuzzAQueryThatPassesHasNoOtherOperation(f *testing.F) {
	for _, q := range []string{`{ a { b } }`, `query A { a } mutation B { b }`, `fragment f on Mutation { b } query { ...f }`, `subscription { a }`} {
		f.Add(q)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := parseQuery(text)
		if err != nil {
			return
		}
		if len(q.doc.Operations) != 1 || q.operation.Operation != "query" {
			t.Errorf("%q passed", text)
		}
		_, _ = q.findTarget("a.b")
	})
}

func TestAListThatDoesNotStartAtItsStartIsRefused(t *testing.T) {
	const info = `{ nodes { id } pageInfo { hasNextPage endCursor } }`
	const forwards = "graphql_query: page forwards, with first and after"
	for name, c := range map[string]struct{ query, path, variables, want string }{
		"after with a default":       {`query($c: String = "abc") { orders(after: $c) ` + info + ` }`, "orders", `{}`, "graphql_query: the variable $c of after has a default, so that the list would start behind it"},
		"after with an empty one":    {`query($c: String = "") { orders(after: $c) ` + info + ` }`, "orders", `{}`, ""},
		"after with a null one":      {`query($c: String = null) { orders(after: $c) ` + info + ` }`, "orders", `{}`, ""},
		"after written out":          {`{ orders(after: "abc") ` + info + ` }`, "orders", `{}`, "graphql_query: after is written out, so that the list would start behind it; give it a variable"},
		"after given a value":        {`query($c: String) { orders(after: $c) ` + info + ` }`, "orders", `{"c":"abc"}`, "graphql_variables: $c is the place that paging sets; leave it out"},
		"after given null":           {`query($c: String) { orders(after: $c) ` + info + ` }`, "orders", `{"c":{"null":true}}`, ""},
		"last within an input":       {`{ orders(page: {last: 5}) ` + info + ` }`, "orders", `{}`, forwards},
		"last by a variable":         {`query($n: Int = 5) { orders(last: $n) ` + info + ` }`, "orders", `{}`, forwards},
		"last at what holds it":      {`{ shops(last: 5) { orders ` + info + ` } }`, "shops.orders", `{}`, forwards},
		"a name that is last":        {`{ person(last: "Ann") { orders ` + info + ` } }`, "person.orders", `{}`, ""},
		"the end under a wrong name": {`{ orders { nodes { id } pageInfo { hasNextPage: hasPreviousPage } } }`, "orders", `{}`, "graphql_query: hasNextPage is the alias of another field"},
	} {
		t.Run(name, func(t *testing.T) {
			quoted, _ := json.Marshal(c.query)
			err := configure(fmt.Sprintf(`{"base_url":"http://127.0.0.1:1","graphql_query":%s,"graphql_records_path":%q,"graphql_variables":%s}`, quoted, c.path, c.variables))
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("%q\nwant %q", got, c.want)
			}
		})
	}
}
