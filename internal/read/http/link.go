package httpread

import (
	"net/http"
	"net/url"
	"strings"
)

// Links is what the Link headers of an answer say (RFC 8288).
type Links struct {
	// Next is the target of rel=next, resolved; nil where there is none.
	Next *url.URL
	// Paging is true where a link of another page stands: then the absence of
	// rel=next says that this is the last.
	Paging bool
	// Broken is true where a header does not parse, or has several next links.
	Broken bool
}

// ParseLinks reads the Link headers of an answer from at.
func ParseLinks(h http.Header, at *url.URL) Links {
	var l Links
	for _, line := range h.Values("Link") {
		for line = trimList(line); line != "" && !l.Broken; line = trimList(line) {
			var target string
			var rels []string
			var ok bool
			if target, rels, line, ok = oneLink(line); !ok {
				l.Broken = true
				break
			}
			l.add(target, rels, at)
		}
	}
	return l
}

func trimList(s string) string { return strings.TrimLeft(s, " \t,") }

func (l *Links) add(target string, rels []string, at *url.URL) {
	for _, rel := range rels {
		switch Relation(rel) {
		case "first", "last", "prev", "previous":
			l.Paging = true
		case "next":
			u, err := at.Parse(target)
			if err != nil || (l.Next != nil && l.Next.String() != u.String()) {
				l.Broken = true
				return
			}
			l.Next, l.Paging = u, true
		}
	}
}

// Relation is a link's relation type as it is compared: without regard to case
// (RFC 8288, section 2.1.1), without the quotes of another sort that some
// systems put around it, and without the address of the registry before it.
func Relation(rel string) string {
	rel = strings.ToLower(strings.Trim(rel, "'"))
	for _, registry := range []string{"http://www.iana.org/assignments/relation/", "https://www.iana.org/assignments/relation/"} {
		rel = strings.TrimPrefix(rel, registry)
	}
	return rel
}

// oneLink reads "<target>; a=b; rel="x y"" from the start of s. Only the first
// rel of a link counts (RFC 8288, section 3.3).
func oneLink(s string) (target string, rels []string, rest string, ok bool) {
	if s == "" || s[0] != '<' {
		return "", nil, "", false
	}
	end := strings.IndexByte(s, '>')
	if end < 0 {
		return "", nil, "", false
	}
	target, s = s[1:end], s[end+1:]
	seen := false
	for {
		s = strings.TrimLeft(s, " \t")
		if s == "" || s[0] == ',' {
			return target, rels, s, true
		}
		if s[0] != ';' {
			return "", nil, "", false
		}
		s = strings.TrimLeft(s[1:], " \t")
		if s == "" || s[0] == ',' || s[0] == ';' {
			continue
		}
		var name, text string
		if name, text, s, ok = oneParam(s); !ok {
			return "", nil, "", false
		}
		if strings.EqualFold(name, "rel") && !seen {
			seen, rels = true, strings.Fields(text)
		}
	}
}

// oneParam reads name, name=token or name="quoted" from the start of s.
func oneParam(s string) (name, text, rest string, ok bool) {
	end := strings.IndexAny(s, "=;, \t")
	if end < 0 {
		return s, "", "", isHeaderName(s)
	}
	name, s = s[:end], strings.TrimLeft(s[end:], " \t")
	if !isHeaderName(name) {
		return "", "", "", false
	}
	if s == "" || s[0] != '=' {
		return name, "", s, true
	}
	s = strings.TrimLeft(s[1:], " \t")
	if s == "" || s[0] != '"' {
		if end = strings.IndexAny(s, ";, \t"); end < 0 {
			end = len(s)
		}
		return name, s[:end], s[end:], true
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		case s[i] == '"':
			return name, b.String(), s[i+1:], true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", "", false // the quote is not closed
}
