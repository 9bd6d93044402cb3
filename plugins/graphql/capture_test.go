package graphql

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// server answers by the variable c, the cursor; "" for none.
type server struct {
	pages  map[string]string
	status int
	asked  []string
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	s.asked = append(s.asked, string(text))
	var req struct{ Variables map[string]any }
	_ = json.Unmarshal(text, &req)
	cursor, _ := req.Variables["c"].(string)
	w.Header().Set("Content-Type", "application/graphql-response+json; charset=utf-8")
	if s.status != 0 {
		w.WriteHeader(s.status)
	}
	_, _ = w.Write([]byte(s.pages[cursor]))
}

func read(t *testing.T, s *server, section map[string]any, params map[string]string) *sdktest.Result {
	t.Helper()
	ts := httptest.NewServer(s)
	defer ts.Close()
	section["base_url"] = ts.URL + "/graphql"
	text, err := json.Marshal(section)
	if err != nil {
		t.Fatal(err)
	}
	return sdktest.Capture(context.Background(), sdktest.Request{Adapter: New(), Section: string(text), Params: params})
}

func show(res *sdktest.Result) string {
	if res.Err != nil {
		re := sdk.AsReadError(res.Err)
		if re == nil {
			return "failed: " + res.Err.Error()
		}
		return []string{"unspecified", "unreachable", "credential_refused", "misconfigured", "too_large"}[re.Reason]
	}
	var out []string
	for _, r := range res.Records() {
		var fields []string
		for name, v := range r {
			fields = append(fields, name+"="+v.Text())
		}
		slices.Sort(fields)
		out = append(out, strings.Join(fields, ","))
	}
	for _, g := range res.Trailer.Gaps {
		out = append(out, "gap:"+string(g.Kind))
	}
	return strings.Join(out, " ")
}

func pitfall(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/pitfalls/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func nodes(from, n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`{"id":%d}`, from+i))
	}
	return strings.Join(out, ",")
}

const connection = `query Orders($c: String) { orders(first: 2, after: $c) { nodes { id } totalCount pageInfo { hasNextPage endCursor } } }`

func page(rows, info string) string {
	return `{"data":{"orders":{"nodes":[` + rows + `]` + info + `}}}`
}

func TestAnAnswerIsReadWholeOrNotAtAll(t *testing.T) {
	more := func(cursor string) string {
		return `,"pageInfo":{"hasNextPage":true,"endCursor":` + cursor + `}`
	}
	const end = `,"pageInfo":{"hasNextPage":false,"endCursor":"z"}`
	for name, c := range map[string]struct {
		query, path string
		partial     string
		pages       map[string]string
		want        string
	}{
		"a list":                        {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1},{"id":2}]}}`}, "id=1 id=2"},
		"an empty list":                 {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[]}}`}, ""},
		"a list from data on":           {"{ orders { id } }", "data.orders", "", map[string]string{"": `{"data":{"orders":[{"id":1}]}}`}, "id=1"},
		"an alias":                      {"{ o: orders { id } }", "o", "", map[string]string{"": `{"data":{"o":[{"id":1}]}}`}, "id=1"},
		"large numbers stay exact":      {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":9007199254740993}]}}`}, "id=9007199254740993"},
		"a full list":                   {"{ orders(limit: 2) { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1},{"id":2}]}}`}, "id=1 id=2 gap:truncated"},
		"a list with a next token":      {"{ orders { items { id } nextToken } }", "orders.items", "", map[string]string{"": `{"data":{"orders":{"items":[{"id":1}],"nextToken":"x"}}}`}, "id=1 gap:truncated"},
		"a list without a next token":   {"{ orders { items { id } nextToken } }", "orders.items", "", map[string]string{"": `{"data":{"orders":{"items":[{"id":1}],"nextToken":null}}}`}, "id=1"},
		"a list that has more":          {"{ orders { items { id } hasMore } }", "orders.items", "", map[string]string{"": `{"data":{"orders":{"items":[{"id":1}],"hasMore":true}}}`}, "id=1 gap:truncated"},
		"a list with a larger total":    {"{ orders { items { id } totalCount } }", "orders.items", "", map[string]string{"": `{"data":{"orders":{"items":[{"id":1}],"totalCount":3}}}`}, "id=1 gap:truncated"},
		"a list and its pageInfo":       {"{ orders { items { id } pageInfo { hasNextPage } } }", "orders.items", "", map[string]string{"": `{"data":{"orders":{"items":[{"id":1}],"pageInfo":{"hasNextPage":true}}}}`}, "id=1 gap:truncated"},
		"a full list, no more":          {"{ orders { items { id } hasMore } }", "orders.items", "", map[string]string{"": `{"data":{"orders":{"items":[` + nodes(1, 2) + `],"hasMore":false}}}`}, "id=1 id=2"},
		"a list of a usual length":      {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[` + nodes(1, 10) + `]}}`}, "id=1 id=2 id=3 id=4 id=5 id=6 id=7 id=8 id=9 id=10 gap:truncated"},
		"errors and null":               {"{ orders { id } }", "orders", "", map[string]string{"": pitfall(t, "errors_beside_null.json")}, "unreachable"},
		"errors and null, partial":      {"{ orders { id } }", "orders", "gap", map[string]string{"": pitfall(t, "errors_beside_null.json")}, "unreachable"},
		"no data":                       {"{ orders { id } }", "orders", "gap", map[string]string{"": pitfall(t, "persisted_query_not_found.json")}, "unreachable"},
		"errors beside data":            {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1}]},"errors":[{"message":"x"}]}`}, "unreachable"},
		"errors beside data, partial":   {"{ orders { id } }", "orders", "gap", map[string]string{"": `{"data":{"orders":[{"id":1}]},"errors":[{"message":"x"}]}`}, "id=1 gap:unobserved"},
		"no errors in a list of them":   {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[]},"errors":[]}`}, ""},
		"a refusal":                     {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":null,"errors":[{"extensions":{"code":"UNAUTHENTICATED"}}]}`}, "credential_refused"},
		"data that is null":             {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":null}`}, "unreachable"},
		"a list that is null":           {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":null}}`}, "unreachable"},
		"a row that is null":            {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1},null]}}`}, "unreachable"},
		"an object, no list":            {"{ order { id } }", "order", "", map[string]string{"": `{"data":{"order":{"id":1}}}`}, "unreachable"},
		"an answer in parts":            {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[]},"hasNext":true}`}, "unreachable"},
		"an answer put together later":  {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[]},"incremental":[{"items":[]}],"hasNext":false}`}, "unreachable"},
		"an answer with parts to come":  {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[]},"pending":[{"id":"0"}]}`}, "unreachable"},
		"a full list, by an input":      {"{ orders(input: {page: {limit: 2}}) { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1},{"id":2}]}}`}, "id=1 id=2 gap:truncated"},
		"a full list, by its holder":    {"{ orders(limit: 2) { items { id } } }", "orders.items", "", map[string]string{"": `{"data":{"orders":{"items":[{"id":1},{"id":2}]}}}`}, "id=1 id=2 gap:truncated"},
		"a filter on a number":          {"{ orders(where: {count: 2}) { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1},{"id":2}]}}`}, "id=1 id=2"},
		"a list within a row goes on":   {"{ orders { id lines { nodes { n } pageInfo { hasNextPage } } } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1,"lines":{"nodes":[],"pageInfo":{"hasNextPage":true}}}]}}`}, `id=1,lines={"nodes":[],"pageInfo":{"hasNextPage":true}} gap:truncated`},
		"a list within a row is whole":  {"{ orders { id lines { nodes { n } pageInfo { hasNextPage } } } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1,"lines":{"nodes":[],"pageInfo":{"hasNextPage":false}}}]}}`}, `id=1,lines={"nodes":[],"pageInfo":{"hasNextPage":false}}`},
		"a list deep in a row goes on":  {"{ orders { id lines { parts { nodes { n } pageInfo { hasNextPage } } } } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1,"lines":[{"parts":{"pageInfo":{"hasNextPage":true}}}]}]}}`}, `id=1,lines=[{"parts":{"pageInfo":{"hasNextPage":true}}}] gap:truncated`},
		"a bare list":                   {"{ orders { id } }", "orders", "", map[string]string{"": `[{"data":{"orders":[]}}]`}, "unreachable"},
		"one page of a connection":      {connection, "orders", "", map[string]string{"": page(nodes(1, 2), end)}, "id=1 id=2"},
		"a connection by its nodes":     {connection, "orders.nodes", "", map[string]string{"": page(nodes(1, 2), end)}, "id=1 id=2"},
		"pages of a connection":         {connection, "orders", "", map[string]string{"": page(nodes(1, 2), more(`"a"`)), "a": page(nodes(3, 1), end)}, "id=1 id=2 id=3"},
		"an empty page in the middle":   {connection, "orders", "", map[string]string{"": page("", more(`"a"`)), "a": page(nodes(3, 1), end)}, "id=3"},
		"edges":                         {`query($c: String) { orders(after: $c) { edges { node { id } } pageInfo { hasNextPage endCursor } } }`, "orders.edges.node", "", map[string]string{"": `{"data":{"orders":{"edges":[{"node":{"id":1}}]` + end + `}}}`}, "id=1"},
		"an edge without a node":        {`{ orders { edges { node { id } } pageInfo { hasNextPage endCursor } } }`, "orders.edges", "", map[string]string{"": `{"data":{"orders":{"edges":[{"node":null}]` + end + `}}}`}, "unreachable"},
		"no pageInfo":                   {`{ orders(first: 50) { nodes { id } } }`, "orders", "", map[string]string{"": page(nodes(1, 1), "")}, "id=1 gap:truncated"},
		"no pageInfo, the total told":   {`{ orders(first: 50) { nodes { id } totalCount } }`, "orders", "", map[string]string{"": page(nodes(1, 1), `,"totalCount":1`)}, "id=1"},
		"the total is more":             {connection, "orders", "", map[string]string{"": page(nodes(1, 2), `,"totalCount":60`+end)}, "id=1 id=2 gap:truncated"},
		"the total is more, as a text":  {connection, "orders", "", map[string]string{"": page(nodes(1, 2), `,"totalCount":"60"`+end)}, "id=1 id=2 gap:truncated"},
		"the total in its pageInfo":     {connection, "orders", "", map[string]string{"": page(nodes(1, 2), `,"pageInfo":{"hasNextPage":false,"endCursor":"z","total":60}`)}, "id=1 id=2 gap:truncated"},
		"a total that says nothing":     {connection, "orders", "", map[string]string{"": page(nodes(1, 2), `,"totalCount":null`+end)}, "id=1 id=2"},
		"the larger of two totals":      {connection, "orders", "", map[string]string{"": page(nodes(1, 2), `,"totalCount":2,"pageInfo":{"hasNextPage":false,"total":60}`)}, "id=1 id=2 gap:truncated"},
		"more, as a text":               {"{ orders { items { id } hasMore } }", "orders.items", "", map[string]string{"": `{"data":{"orders":{"items":[` + nodes(1, 2) + `],"hasMore":"true"}}}`}, "id=1 id=2 gap:truncated"},
		"a cursor for ever":             {connection, "orders", "", map[string]string{"": page(nodes(1, 2), more(`"a"`)), "a": page(nodes(3, 2), more(`"a"`))}, "id=1 id=2 id=3 id=4 gap:truncated"},
		"more, but no cursor":           {connection, "orders", "", map[string]string{"": page(nodes(1, 2), more(`null`))}, "id=1 id=2 gap:truncated"},
		"more, but after no variable":   {`{ orders(first: 2) { nodes { id } pageInfo { hasNextPage endCursor } } }`, "orders", "", map[string]string{"": page(nodes(1, 2), more(`"a"`))}, "id=1 id=2 gap:truncated"},
		"errors on the second page":     {connection, "orders", "", map[string]string{"": page(nodes(1, 2), more(`"a"`)), "a": `{"data":null,"errors":[{"message":"x"}]}`}, "id=1 id=2 gap:truncated"},
		"fragments all the way":         {`query($c: String) { ...q } fragment q on Query { orders(after: $c) { ...o } } fragment o on Orders { nodes { id } pageInfo { hasNextPage endCursor } }`, "orders.nodes", "", map[string]string{"": page(nodes(1, 1), more(`"a"`)), "a": page(nodes(2, 1), end)}, "id=1 id=2"},
		"a name twice in the answer":    {"{ orders { id } }", "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1}]},"data":{"orders":[]}}`}, "unreachable"},
		"rows before the first page":    {connection, "orders", "", map[string]string{"": page(nodes(1, 2), `,"pageInfo":{"hasNextPage":false,"hasPreviousPage":true}`)}, "id=1 id=2 gap:truncated"},
		"rows before the second page":   {connection, "orders", "", map[string]string{"": page(nodes(1, 2), more(`"a"`)), "a": page(nodes(3, 1), `,"pageInfo":{"hasNextPage":false,"hasPreviousPage":true}`)}, "id=1 id=2 id=3"},
		"a total by an alias":           {"{ orders { nodes { id } totalCount: count } }", "orders", "", map[string]string{"": page(nodes(1, 2), `,"totalCount":2`)}, "id=1 id=2"},
		"a filter on the last name":     {`{ orders(where: {last: 5}) { id } }`, "orders", "", map[string]string{"": `{"data":{"orders":[{"id":1}]}}`}, "id=1"},
		"from the start, written out":   {`{ orders(after: null) { nodes { id } totalCount } }`, "orders", "", map[string]string{"": page(nodes(1, 2), `,"totalCount":2`)}, "id=1 id=2"},
		"a list where a part was asked": {`{ orders { nodes { id } } }`, "orders.nodes", "", map[string]string{"": `{"data":{"orders":[{"id":1}]}}`}, "unreachable"},
	} {
		t.Run(name, func(t *testing.T) {
			section := map[string]any{"graphql_query": c.query, "graphql_records_path": c.path}
			if c.partial != "" {
				section["graphql_partial"] = c.partial
			}
			if got := show(read(t, &server{pages: c.pages}, section, nil)); got != c.want {
				t.Errorf("saw %q, want %q", got, c.want)
			}
		})
	}
}

func TestAStatusThatRefusesIsNoEmptyList(t *testing.T) {
	for status, want := range map[int]string{401: "credential_refused", 403: "credential_refused", 400: "unreachable", 500: "unreachable"} {
		s := &server{pages: map[string]string{"": `{"data":{"orders":[]}}`}, status: status}
		if got := show(read(t, s, map[string]any{"graphql_query": "{ orders { id } }", "graphql_records_path": "orders"}, nil)); got != want {
			t.Errorf("%d: %q, want %q", status, got, want)
		}
	}
}

func TestParametersTravelAsVariables(t *testing.T) {
	s := &server{pages: map[string]string{"": page("", `,"totalCount":0`)}}
	section := map[string]any{
		"graphql_query":        `query Q($who: String!, $n: Int) { orders(who: $who, n: $n) { nodes { id } totalCount } }`,
		"graphql_records_path": "orders",
		"graphql_variables":    map[string]any{"who": map[string]any{"param": "who"}, "n": 5},
	}
	if res := read(t, s, section, map[string]string{"who": `x") { id } } mutation { drop(a: "`}); res.Err != nil {
		t.Fatal(res.Err)
	}
	var req struct {
		Query, OperationName string
		Variables            map[string]any
	}
	if err := json.Unmarshal([]byte(s.asked[0]), &req); err != nil {
		t.Fatal(err)
	}
	if req.Query != section["graphql_query"] || req.OperationName != "Q" || req.Variables["who"] != `x") { id } } mutation { drop(a: "` || req.Variables["n"] != 5.0 {
		t.Errorf("%+v", req)
	}
}

func TestFieldsAndSourceAreTakenFromWhereTheyAre(t *testing.T) {
	s := &server{pages: map[string]string{"": `{"data":{"orders":[{"id":1,"customer":{"name":"Ann"},"tags":["a","b"]}],"server":{"id":"prod"}}}`}}
	section := map[string]any{
		"graphql_query": "{ orders { id customer { name } tags } server { id } }", "graphql_records_path": "orders", "graphql_source_path": "server.id",
		"fields": map[string]any{"id": "id", "who": "customer.name", "tag": "$.tags[*]"},
	}
	res := read(t, s, section, nil)
	if got, want := show(res), "gap:unobserved"; got != want || res.Trailer.Source != "prod" {
		t.Errorf("saw %q of %q, want %q", got, res.Trailer.Source, want)
	}
}

func TestTestConnectionAsksTheQuery(t *testing.T) {
	for answer, ok := range map[string]bool{`{"data":{"orders":[]}}`: true, `{"errors":[{"message":"x"}]}`: false} {
		ts := httptest.NewServer(&server{pages: map[string]string{"": answer}})
		inst, cfg, err := sdktest.Configure(context.Background(), sdktest.Request{Adapter: New(),
			Section: `{"base_url":"` + ts.URL + `","graphql_query":"{ orders { id } }","graphql_records_path":"orders"}`})
		if err != nil {
			t.Fatal(err)
		}
		if _, err = inst.(sdk.Tester).TestConnection(context.Background(), &sdk.CaptureRequest{Config: cfg}); (err == nil) != ok {
			t.Errorf("%s: %v", answer, err)
		}
		sdktest.Close(inst)
		ts.Close()
	}
}
