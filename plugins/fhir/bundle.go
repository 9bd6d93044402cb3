package fhir

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// text is the text of a member; "" where there is none.
func text(n value.Node, names ...string) string {
	for _, name := range names {
		next, ok := n.Member(name)
		if !ok {
			return ""
		}
		n = next
	}
	if v := n.Value(); v.Kind() == value.Text {
		return v.Text()
	}
	return ""
}

// searchset is one page of a search that was read as one.
type searchset struct {
	matches []value.Node // entries
	next    string       // resolved
	self    *url.URL     // nil where the server gives none that is usable
	linked  bool         // it has links of any sort
	total   int64
	totals  bool
}

// readBundle takes a searchset apart. What it could not use is a gap; what is
// no searchset is unreadable.
func (c *capture) readBundle(root value.Node, at *url.URL) (*searchset, error) {
	host := c.in.client.Host()
	switch text(root, "resourceType") {
	case "Bundle":
	case "OperationOutcome":
		return nil, outcomeFailure(host, root)
	default:
		return nil, sdk.Unreachable("%s did not answer with a Bundle", host)
	}
	if kind := text(root, "type"); kind != "searchset" {
		return nil, sdk.Unreachable("%s answered with a Bundle that is no searchset", host)
	}
	s := &searchset{}
	if total, ok := root.Member("total"); ok {
		s.total, s.totals = total.Value().Int64()
		if !s.totals || s.total < 0 {
			return nil, sdk.Unreachable("%s answered with a total that is no whole number", host)
		}
	}
	entries, ok := root.Member("entry")
	if ok && !entries.IsArray() {
		return nil, sdk.Unreachable("%s answered with entries that are no list", host)
	}
	if links, ok := root.Member("link"); ok && !links.IsArray() {
		return nil, sdk.Unreachable("%s answered with links that are no list", host)
	}
	for e := range entries.Elements {
		if c.isMatch(e) {
			s.matches = append(s.matches, e)
		}
	}
	s.links(root, at, c.gaps)
	return s, nil
}

// isMatch tells whether an entry is a record, by search.mode and its type
// (FHIR R4, Bundle.entry.search.mode).
func (c *capture) isMatch(e value.Node) bool {
	resource, ok := e.Member("resource")
	kind := text(resource, "resourceType")
	mode := text(e, "search", "mode")
	switch {
	case !ok && isDeletion(e):
		c.gaps.Advise(value.GapUnobserved, "the search lists a resource that is deleted")
	case !ok || kind == "":
		c.gaps.Add(value.GapUnobserved, "an entry of the search has no resource")
	case kind == "OperationOutcome":
		c.noteOutcome(resource)
	case mode == "include":
	case kind == c.in.resourceType && (mode == "match" || mode == ""):
		return true
	default:
		c.gaps.Add(value.GapUnobserved, fmt.Sprintf("an entry of the search is neither a match of the type %s nor said to be included", c.in.resourceType))
	}
	return false
}

func isDeletion(e value.Node) bool {
	return text(e, "request", "method") == "DELETE" || strings.HasPrefix(text(e, "response", "status"), "410")
}

func (s *searchset) links(root value.Node, at *url.URL, gaps *httpread.Gaps) {
	links, _ := root.Member("link")
	s.linked = links.Len() > 0
	for l := range links.Elements {
		relation := httpread.Relation(text(l, "relation"))
		if relation != "next" && relation != "self" {
			continue
		}
		u, err := at.Parse(text(l, "url"))
		switch {
		case err != nil || text(l, "url") == "":
			if relation == "next" {
				gaps.Add(value.GapTruncated, "the next link of the search is not a URL")
			}
		case relation == "self":
			s.self = u
		case s.next != "" && s.next != u.String():
			gaps.Add(value.GapTruncated, "the search has two next links")
		default:
			s.next = u.String()
		}
	}
}

// page is the searchset as a page of a list.
func (s *searchset) page(bytes int64) *httpread.Page {
	return &httpread.Page{Rows: s.matches, Next: s.next, Total: s.total, HasTotal: s.totals, Ended: s.next == "", Bytes: bytes}
}
