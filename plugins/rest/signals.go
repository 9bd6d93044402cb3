package rest

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/value"
)

// signals is what an answer says of its own accord about the rest of the list.
type signals struct {
	next    string // a URL to follow, resolved; "" for none
	header  bool   // next stands in a Link header
	ended   bool   // it says that nothing follows
	more    string // the name of a sign that more follows, beside next
	total   int64
	totals  bool
	pages   int64 // how many pages there are; 0 when it does not say
	current int64 // which one this is; -1 when it does not say
	size    int   // how long a page is, by its own word
	broken  bool  // a Link header that does not parse
}

// containers are members that hold what an answer says about itself.
var containers = map[string]bool{
	"meta": true, "metadata": true, "pagination": true, "paging": true, "page": true, "pageinfo": true,
	"links": true, "data": true, "result": true, "results": true, "response": true, "hits": true,
	"responsemetadata": true, "cursor": true,
}

const containerDepth = 3

// readSignals looks at the headers and, where the answer is an object, at its
// members and those of well-known containers.
func readSignals(root value.Node, h http.Header, at *url.URL, rows int) *signals {
	s := &signals{current: -1}
	links := httpread.ParseLinks(h, at)
	switch {
	case links.Broken:
		s.broken = true
	case links.Next != nil:
		s.next, s.header = links.Next.String(), true
	case links.Paging:
		s.ended = true
	}
	for _, name := range []string{"X-Total-Count", "X-Total", "Total-Count"} {
		s.setTotal(value.OfText(h.Get(name)))
	}
	if _, total, ok := strings.Cut(h.Get("Content-Range"), "/"); ok {
		s.setTotal(value.OfText(total))
	}
	if next, stands := h["X-Next-Page"]; stands && s.next == "" {
		if next[0] == "" {
			s.ended = true
		} else {
			s.more = "X-Next-Page"
		}
	}
	s.object(root, at, rows, 0)
	return s
}

func (s *signals) object(n value.Node, at *url.URL, rows, depth int) {
	n.Members(func(name string, m value.Node) bool {
		key := plain(name)
		if m.IsObject() && containers[key] && depth < containerDepth {
			s.object(m, at, rows, depth+1)
			return true
		}
		if m.IsArray() && (key == "links" || key == "link") {
			s.list(m, at)
			return true
		}
		s.member(name, key, m, at, rows)
		return true
	})
}

func (s *signals) member(name, key string, m value.Node, at *url.URL, rows int) {
	v := m.Value()
	switch key {
	case "next", "nexturl", "nextlink", "nextpageurl", "nexthref", "odatanextlink", "nextpagelink":
		s.link(name, m, at)
	case "hasmore", "hasnext", "hasnextpage", "more", "moreresults", "morerecords", "ismore", "istruncated", "truncated", "moreavailable":
		if v.Kind() == value.Bool {
			s.flag(name, v.Bool())
		}
	case "last", "islast", "islastpage", "lastpage":
		if v.Kind() == value.Bool {
			s.flag(name, !v.Bool())
		} else if i, ok := v.Int64(); ok && key == "lastpage" {
			s.pages = i
		}
	case "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "continuation", "nextpage", "nextoffset", "nextmarker":
		s.flag(name, !isEmpty(m))
	case "total", "totalcount", "totalitems", "totalelements", "totalresults", "totalrecords", "totalrows", "recordsfiltered", "numfound", "odatacount":
		if inner, ok := m.Member("value"); ok {
			v = inner.Value()
		}
		s.setTotal(v)
	case "count": // of the list with some systems, of the page with others
		if i, ok := v.Int64(); ok && i != int64(rows) {
			s.setTotal(v)
		}
	case "totalpages", "pagecount", "numpages", "pages":
		s.pages, _ = v.Int64()
	case "page", "currentpage", "pagenumber":
		if i, ok := v.Int64(); ok {
			s.current = i
		}
	case "number": // Spring counts pages from 0
		if i, ok := v.Int64(); ok {
			s.current = i + 1
		}
	case "limit", "perpage", "pagesize", "limitpagelength":
		if i, ok := v.Int64(); ok && i > 0 && i < 1<<31 {
			s.size = int(i)
		}
	}
}

// list reads links as a list of objects with a rel or relation.
func (s *signals) list(links value.Node, at *url.URL) {
	links.Elements(func(l value.Node) bool {
		for _, name := range []string{"rel", "relation"} {
			if rel, ok := l.Member(name); ok && rel.Value().Text() == "next" {
				s.link("links.next", l, at)
			}
		}
		return true
	})
}

// link reads a next link: a URL, or an object that has one. Another text or a
// number says that more follows, but not where.
func (s *signals) link(name string, m value.Node, at *url.URL) {
	if href, ok := m.Member("href"); ok {
		m = href
	} else if u, ok := m.Member("url"); ok {
		m = u
	}
	v := m.Value()
	if v.Kind() == value.Text && isAddress(v.Text()) {
		if u, err := at.Parse(v.Text()); err == nil {
			if s.next != "" && s.next != u.String() {
				s.more = name
				return
			}
			s.next = u.String()
			return
		}
	}
	s.flag(name, !isEmpty(m))
}

func isAddress(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") ||
		strings.HasPrefix(text, "/") || strings.HasPrefix(text, "?")
}

func (s *signals) flag(name string, more bool) {
	if more {
		s.more = name
	} else {
		s.ended = true
	}
}

// setTotal takes a whole number, also one in a text. Two that differ leave the
// larger: the list is whole by neither or by that one.
func (s *signals) setTotal(v value.Value) {
	if v.Kind() == value.Text {
		n, err := value.ParseNumber(v.Text())
		if err != nil {
			return
		}
		v = n
	}
	if i, ok := v.Int64(); ok && i >= 0 && (!s.totals || i > s.total) {
		s.total, s.totals = i, true
	}
}
