package graphql

import (
	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/value"
)

// holderSays reads what the object around a plain list says of the rest of it:
// { items nextToken }, { results hasMore }, { list pageInfo { hasNextPage } }.
// Nothing tells how to ask for more of it.
func holderSays(p *httpread.Page, holder value.Node, gaps *httpread.Gaps) {
	more := ""
	for _, of := range []string{"", "pageInfo", "pagination", "meta"} {
		at := holder
		if of != "" {
			at, _ = holder.Member(of)
		}
		takeTotal(p, at, "totalCount", "total_count", "totalItems", "totalResults")
		for _, name := range []string{"nextToken", "nextCursor", "next_cursor", "nextPageToken", "hasMore", "has_more", "hasNextPage", "hasNext"} {
			m, _ := at.Member(name)
			switch v := m.Value(); {
			case v.Kind() == value.Bool && !v.Bool():
				p.Ended = true
			case !v.IsMissing() && !v.IsNull() && v.Text() != "":
				more = name
			}
		}
	}
	if more != "" {
		gaps.Add(value.GapTruncated, more+" says that more follows, and how to ask for it is not known; page by a connection")
	}
}

// goesOn tells whether a connection within a row says that it has more than it
// shows: the row's value is then a part of what the system has.
func goesOn(n value.Node) bool {
	found := false
	n.Members(func(name string, m value.Node) bool {
		if name == "pageInfo" {
			more, _ := m.Member("hasNextPage")
			found = more.Value().Bool()
		}
		found = found || m.IsObject() && goesOn(m)
		if !found && m.IsArray() {
			m.Elements(func(e value.Node) bool {
				found = e.IsObject() && goesOn(e)
				return !found
			})
		}
		return !found
	})
	return found
}

// takeTotal takes the largest of the names that hold a whole number, also one in
// a text: where two differ, the list is whole by neither or by that one.
func takeTotal(p *httpread.Page, of value.Node, names ...string) {
	for _, name := range names {
		total, _ := of.Member(name)
		v := total.Value()
		if n, err := value.ParseNumber(v.Text()); v.Kind() == value.Text && err == nil {
			v = n
		}
		if i, ok := v.Int64(); ok && i >= 0 && (!p.HasTotal || i > p.Total) {
			p.Total, p.HasTotal = i, true
		}
	}
}
