package faultserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// askedGraphQL finds the table that a query asks for, and the cursor in the
// variable after. It parses no GraphQL: its readers ask one query a table.
func askedGraphQL(_ *http.Request, body string) (table string, from int) {
	var q struct {
		Query     string
		Variables struct{ After string }
	}
	if err := json.Unmarshal([]byte(body), &q); err != nil {
		return "", 0
	}
	for _, name := range []string{Observations, Charges} {
		if strings.Contains(q.Query, name) {
			table = name
		}
	}
	return table, place(q.Variables.After)
}

// writeGraphQL writes a connection.
func writeGraphQL(_ http.Header, l *list) any {
	info := map[string]any{"hasNextPage": l.next >= 0, "endCursor": nil}
	if l.next >= 0 {
		info["endCursor"] = fmt.Sprint(l.next)
	}
	connection := map[string]any{"nodes": l.rows, "pageInfo": info}
	if l.total >= 0 {
		connection["totalCount"] = l.total
	}
	return map[string]any{"data": map[string]any{l.table: connection, "system": map[string]any{"id": l.source}}}
}
