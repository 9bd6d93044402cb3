package rest

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/value"
)

// signals is what an answer says of its own accord about the rest of the list.
type signals struct {
	next   string // a URL to follow, resolved; "" for none
	header bool   // next stands in a Link header
	ended  bool   // it says that nothing follows
	more   string // the name of a sign that more follows, beside next
	cursor string // the name of a cursor that may be that of the last row
	total  int64
	totals bool
	pages  int64 // how many pages there are; 0 when it does not say
	size   int   // how long a page is, by its own word
	broken bool  // a Link header that does not parse
}

const containerDepth = 3

// grouped is a whole number with commas between its thousands.
var grouped = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+$`)

// readSignals looks at the headers and, where the answer is an object, at its
// members and those of what tells about the answer.
func readSignals(root value.Node, h http.Header, at *url.URL, rows int) *signals {
	s := &signals{}
	links := httpread.ParseLinks(h, at)
	switch {
	case links.Broken:
		s.broken = true
	case links.Next != nil:
		s.next, s.header = links.Next.String(), true
	case links.Paging:
		s.ended = true
	}
	s.headers(h, at, rows)
	s.object(root, at, rows, 0, true)
	return s
}

// headers reads what systems say in headers of their own: X-Total-Count,
// X-WP-TotalPages, X-Next-Page, X-Pagination with a JSON text, ....
func (s *signals) headers(h http.Header, at *url.URL, rows int) {
	s.rangeOf(h.Get("Content-Range"), rows)
	for _, name := range sortedKeys(h) {
		key, own := headerKey(name)
		if !own || key == "limit" || key == "remaining" { // of the rate of requests
			continue
		}
		text := h.Get(name)
		if doc, err := value.ParseDocument([]byte(text), maxHeaderParts); err == nil && doc.Root().IsObject() {
			s.object(doc.Root(), at, rows, 0, true)
			continue
		}
		if isLink(key) {
			s.target(name, value.OfText(text), at, key != "next")
			continue
		}
		s.word(name, key, value.OfText(text), rows)
	}
}

// rangeOf reads a Content-Range (RFC 9110, section 14.4). Rows before the
// first one that it names are not in this answer, and neither are those of a
// range that is longer than it.
func (s *signals) rangeOf(text string, rows int) {
	span, total, ok := strings.Cut(text, "/")
	if !ok {
		return
	}
	s.setTotal(value.OfText(strings.TrimSpace(total)))
	if i := strings.LastIndexAny(span, " ="); i >= 0 {
		span = span[i+1:]
	}
	from, to, _ := strings.Cut(span, "-")
	first, err := strconv.ParseInt(from, 10, 64)
	last, err2 := strconv.ParseInt(to, 10, 64)
	if err == nil && err2 == nil && last-first+1 > int64(rows) {
		s.more = "Content-Range"
	}
}

const maxHeaderParts = 1000

// headerKey is what a header is about; own is false for those that all systems
// have.
func headerKey(name string) (key string, own bool) {
	key = plain(name)
	for _, prefix := range []string{"x", "ms", "wp", "pagination"} {
		if rest, ok := strings.CutPrefix(key, prefix); ok && (prefix == "x" || prefix == "pagination" || own) {
			key, own = rest, true
		}
	}
	return key, own || key == "totalcount"
}

// object reads the members of an object. Where counts is false it may be
// something that owns the list, with limits and totals of its own.
func (s *signals) object(n value.Node, at *url.URL, rows, depth int, counts bool) {
	n.Members(func(name string, m value.Node) bool {
		key := plain(name)
		if m.IsObject() && depth < containerDepth && tells(key, m) {
			s.object(m, at, rows, depth+1, counts && isContainer(key))
			return true
		}
		if m.IsArray() && (key == "links" || key == "link") {
			s.list(m, at)
			return true
		}
		if isLink(key) {
			s.link(name, m, at)
			return true
		}
		v := m.Value()
		if inner, ok := m.Member("value"); ok && strings.HasPrefix(key, "total") {
			v = inner.Value()
		}
		if counts || !isCount(key) {
			s.word(name, key, v, rows)
		}
		return true
	})
}

// list reads links as a list of objects with a rel, relation or name.
func (s *signals) list(links value.Node, at *url.URL) {
	for l := range links.Elements {
		for _, name := range []string{"rel", "relation", "name"} {
			if rel, ok := l.Member(name); ok && isNext(rel) {
				s.link("links.next", l, at)
				break
			}
		}
	}
}

// isNext tells whether a relation, or one of several, is next.
func isNext(rel value.Node) bool {
	if rel.IsArray() {
		for one := range rel.Elements {
			if !one.IsArray() && isNext(one) {
				return true
			}
		}
		return false
	}
	for _, one := range strings.Fields(rel.Value().Text()) {
		if httpread.Relation(one) == "next" {
			return true
		}
	}
	return false
}

// follows is the name of a sign that more follows, wherever; "" for none.
func (s *signals) follows() string {
	if s.more == "" && s.next != "" {
		return "next"
	}
	return s.more
}

// link reads a next link: a URL, or an object that has one. Another text or a
// number says that more follows, but not where. A name that is that of a URL
// makes one of any text (RFC 3986, section 4.2, a relative reference).
func (s *signals) link(name string, m value.Node, at *url.URL) {
	named := plain(name) != "next"
	for _, member := range []string{"href", "url"} {
		if u, ok := m.Member(member); ok {
			m, named = u, true
			break
		}
	}
	s.target(name, m.Value(), at, named)
}

// target is link for what stands at it.
func (s *signals) target(name string, v value.Value, at *url.URL, named bool) {
	if v.Kind() == value.Text && (isAddress(v.Text()) || named && v.Text() != "") {
		if u, err := at.Parse(v.Text()); err == nil {
			if s.next != "" && s.next != u.String() {
				s.more = name
				return
			}
			s.next = u.String()
			return
		}
	}
	s.flag(name, !isEmpty(v))
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
	text := v.Text()
	if v.Kind() == value.Text {
		if least, more := strings.CutSuffix(text, "+"); more && least != "" { // at least as many
			s.more, text = "total", least
		}
		if grouped.MatchString(text) {
			text = strings.ReplaceAll(text, ",", "")
		}
		v = value.OfText(text)
	}
	if i, ok := wholeOf(v); ok && i >= 0 && (!s.totals || i > s.total) {
		s.total, s.totals = i, true
	}
}
