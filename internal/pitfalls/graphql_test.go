package pitfalls

import (
	"testing"

	"github.com/effectkit/effectkit/plugins/graphql"
)

func TestGraphQL(t *testing.T) {
	const (
		plain   = `{"graphql_query":"{ orders { id ref amountCents } }","graphql_records_path":"orders"}`
		pagedQ  = `{"graphql_query":"query Q($c: String) { orders(first: 1000, after: $c) { totalCount nodes { id ref } pageInfo { hasNextPage endCursor } } }","graphql_records_path":"orders"}`
		written = `{kind: record_written, match: {ref: A}, count_new_only: true}`
		none    = `{"data":{"orders":[]}}`
	)
	conn := func(rows, rest string) string {
		return `{"data":{"orders":{"nodes":[` + rows + `]` + rest + `}}}`
	}
	const end = `,"pageInfo":{"hasNextPage":false,"endCursor":"z"}`
	for name, c := range map[string]pitfall{
		"a clean write is confirmed":       {section: plain, before: one("/g", none), after: one("/g", `{"data":{"orders":[{"id":"7","ref":"A"}]}}`), effect: written, want: "confirmed confirmed"},
		"nothing written is missing":       {section: plain, before: one("/g", none), after: one("/g", none), effect: written, want: "refuted missing"},
		"46: errors beside null":           {section: plain, before: one("/g", none), after: one("/g", file(t, "046-body.json")), effect: written, want: "indeterminate unreachable"},
		"48: pageInfo is wrong":            {section: pagedQ, before: one("/g", conn("", `,"totalCount":0`+end)), after: one("/g", conn(`{"id":1,"ref":"B"}`, `,"totalCount":60`+end)), effect: written, want: "indeterminate coverage_gap"},
		"48: a cursor for ever":            {section: pagedQ, before: one("/g", conn("", end)), after: one("/g", conn(`{"id":1,"ref":"B"}`, `,"pageInfo":{"hasNextPage":true,"endCursor":"a"}`)), effect: written, want: "indeterminate coverage_gap"},
		"50: the server caps the page":     {section: `{"graphql_query":"{ orders(first: 1000) { nodes { id ref } pageInfo { hasNextPage endCursor } } }","graphql_records_path":"orders"}`, before: one("/g", conn("", end)), after: one("/g", conn(`{"id":1,"ref":"B"}`, `,"pageInfo":{"hasNextPage":true,"endCursor":"a"}`)), effect: written, want: "indeterminate coverage_gap"},
		"53: no data is no empty list":     {section: plain, before: one("/g", none), after: one("/g", file(t, "053-body.json")), effect: written, want: "indeterminate unreachable"},
		"54: an int that overflowed":       {section: plain, before: one("/g", none), after: one("/g", `{"data":{"orders":[{"id":7,"ref":"A","amountCents":null}]}}`), effect: `{kind: field_equals, match: {ref: A}, field: amountCents, value: 3000000000}`, want: "refuted wrong_value"},
		"54: an id as a number or a text":  {section: plain, before: one("/g", none), after: one("/g", `{"data":{"orders":[{"id":7,"ref":"A"}]}}`), effect: `{kind: record_written, match: {id: "7"}}`, want: "confirmed confirmed"},
		"refused credentials in a 200":     {section: plain, before: one("/g", none), after: one("/g", `{"data":null,"errors":[{"message":"x","extensions":{"code":"FORBIDDEN"}}]}`), effect: written, want: "indeterminate credential_refused"},
		"partial data declared acceptable": {section: `{"graphql_query":"{ orders { id ref } }","graphql_records_path":"orders","graphql_partial":"gap"}`, before: one("/g", none), after: one("/g", `{"data":{"orders":[{"id":1,"ref":"A"}]},"errors":[{"message":"x"}]}`), effect: written, want: "indeterminate coverage_gap"},
	} {
		t.Run(name, func(t *testing.T) { c.run(t, graphql.New(), "/g") })
	}
}
