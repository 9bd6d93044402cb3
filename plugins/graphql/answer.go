package graphql

import (
	"fmt"
	"strings"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// dataOf is the data of an answer that may be read. Errors beside it are a
// gap where partial data is acceptable, else there is no answer.
func (in *instance) dataOf(root value.Node, gaps *httpread.Gaps) (value.Node, error) {
	host := in.client.Host()
	if !root.IsObject() {
		return value.Node{}, sdk.Unreachable("%s did not answer as GraphQL does", host)
	}
	data, hasData := root.Member("data")
	if errors, ok := root.Member("errors"); ok && !errors.IsNull() && (!errors.IsArray() || errors.Len() > 0) {
		switch {
		case isRefusal(errors):
			return value.Node{}, sdk.CredentialRefused("%s answered with an error that refuses the credentials", host)
		case !in.partial:
			return value.Node{}, sdk.Unreachable("%s answered with errors", host)
		}
		gaps.Add(value.GapUnobserved, "the answer has errors beside its data")
	}
	for _, part := range []string{"hasNext", "incremental", "pending"} { // what comes later is not put together here
		if m, ok := root.Member(part); ok && (m.Value().Bool() || m.IsArray() && m.Len() > 0) {
			return value.Node{}, sdk.Unreachable("%s answered in parts", host)
		}
	}
	if !hasData || !data.IsObject() {
		return value.Node{}, sdk.Unreachable("%s answered without data", host)
	}
	return data, nil
}

// isRefusal looks for the codes that servers give such errors.
func isRefusal(errors value.Node) bool {
	found := false
	errors.Elements(func(e value.Node) bool {
		extensions, _ := e.Member("extensions")
		code, _ := extensions.Member("code")
		switch strings.ToUpper(code.Value().Text()) {
		case "UNAUTHENTICATED", "FORBIDDEN", "UNAUTHORIZED", "ACCESS_DENIED", "ACCESS-DENIED", "INVALID-JWT":
			found = true
		}
		return !found
	})
	return found
}

// page takes the rows of an answer, and what it says of the rest.
func (in *instance) pageOf(data value.Node, first bool, gaps *httpread.Gaps) (*httpread.Page, error) {
	at, holder := data, value.Node{}
	for _, name := range in.target.names {
		next, ok := at.Member(name)
		if !ok || next.IsNull() {
			return nil, sdk.Unreachable("the answer has nothing at graphql_records_path: %q is null or not there", name)
		}
		holder, at = at, next
	}
	if at.IsArray() {
		rows, err := in.plainRows(at)
		if err != nil {
			return nil, err
		}
		p := &httpread.Page{Rows: rows, Full: httpread.FullPage(len(rows), in.asked)}
		if len(in.target.names) > 1 {
			holderSays(p, holder, gaps)
		}
		return p, nil
	}
	return in.connection(at, first, gaps)
}

func (in *instance) plainRows(list value.Node) ([]value.Node, error) {
	if in.target.part != "" {
		return nil, sdk.Unreachable("the answer has a list at graphql_records_path where a connection was asked for")
	}
	return objects(list, "")
}

// objects are the elements of a list, or a member of each.
func objects(list value.Node, member string) ([]value.Node, error) {
	var rows []value.Node
	whole := true
	list.Elements(func(e value.Node) bool {
		if member != "" {
			e, _ = e.Member(member)
		}
		if whole = e.IsObject(); whole {
			rows = append(rows, e)
		}
		return whole
	})
	if !whole {
		return nil, sdk.Unreachable("the list at graphql_records_path holds something that is not an object")
	}
	return rows, nil
}

// connection reads edges or nodes, pageInfo and totalCount.
func (in *instance) connection(c value.Node, first bool, gaps *httpread.Gaps) (*httpread.Page, error) {
	list, hasNodes := c.Member("nodes")
	member := ""
	if edges, ok := c.Member("edges"); ok && (in.target.part == "edges" || !hasNodes) {
		list, member = edges, "node"
	} else if in.target.part == "edges" {
		list = value.Node{}
	}
	if !list.IsArray() {
		return nil, sdk.Unreachable("the answer has neither a list nor a connection at graphql_records_path")
	}
	rows, err := objects(list, member)
	if err != nil {
		return nil, err
	}
	p := &httpread.Page{Rows: rows}
	info, _ := c.Member("pageInfo")
	for _, of := range []value.Node{c, info} {
		takeTotal(p, of, "totalCount", "total_count", "total")
	}
	return p, in.follow(p, c, first, gaps)
}

func (in *instance) follow(p *httpread.Page, c value.Node, first bool, gaps *httpread.Gaps) error {
	info, _ := c.Member("pageInfo")
	if before, ok := info.Member("hasPreviousPage"); first && ok && before.Value().Bool() {
		gaps.Add(value.GapTruncated, "hasPreviousPage is true on the first page: rows come before it")
	}
	more, told := info.Member("hasNextPage")
	if !told || more.Value().Kind() != value.Bool {
		p.Full = "the query does not ask for pageInfo { hasNextPage endCursor }, so that nothing says whether more follows"
		return nil
	}
	if !more.Value().Bool() {
		p.Ended = true
		return nil
	}
	cursor, _ := info.Member("endCursor")
	switch text := cursor.Value().Text(); {
	case in.target.cursor == "":
		gaps.Add(value.GapTruncated, fmt.Sprintf("hasNextPage is true and %q takes no variable as after, so that the next page cannot be asked for", in.target.field.Name))
	case text == "":
		gaps.Add(value.GapTruncated, "hasNextPage is true without an endCursor")
	default:
		p.Next = text
	}
	return nil
}
