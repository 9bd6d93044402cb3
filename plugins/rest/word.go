package rest

import (
	"strings"

	"github.com/effectkit/effectkit/value"
)

// isContainer tells whether a member of that name holds what an answer says
// about itself.
func isContainer(key string) bool {
	switch key {
	case "d", "data", "body", "hits", "payload", "status":
		return true
	}
	for _, part := range []string{"meta", "pag", "link", "info", "cursor", "result", "response"} {
		if strings.Contains(key, part) {
			return true
		}
	}
	return false
}

// tells tells whether a member is such a container, or owns a list.
func tells(key string, m value.Node) bool {
	if isContainer(key) {
		return true
	}
	owns := false
	m.Members(func(_ string, of value.Node) bool {
		owns = of.IsArray() || (of.IsObject() && tells("", of))
		return !owns
	})
	return owns
}

// isCount tells whether a name is one that business objects have too.
func isCount(key string) bool {
	switch key {
	case "count", "pages", "total", "remaining", "last", "more", "continue", "done":
		return true
	}
	return isSize(key)
}

func isSize(key string) bool {
	switch key {
	case "limit", "perpage", "pagesize", "limitpagelength":
		return true
	}
	return false
}

// word reads one member or header by its plain name.
func (s *signals) word(name, key string, v value.Value, rows int) {
	switch key {
	case "hasmore", "hasnext", "hasnextpage", "more", "moreresults", "morerecords", "ismore", "istruncated", "truncated",
		"moreavailable", "hasmorerows", "hasmoreitems", "hasmorepages", "hasmoreresults", "hasmorerecords", "moreitems", "morepages", "morerows":
		if yes, ok := yesOf(v); ok {
			s.flag(name, yes)
		}
	case "last", "islast", "islastpage", "lastpage", "done":
		if i, ok := wholeOf(v); ok && key == "lastpage" {
			s.pages = i
		} else if yes, ok := yesOf(v); ok {
			s.flag(name, !yes)
		}
	case "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "nextcontinuationtoken", "continuation", "continue",
		"nextpage", "nextoffset", "nextmarker", "nextkey", "nextstart", "nextid", "nextpageid", "nextpagecursor",
		"nextpagekey", "lastevaluatedkey", "remainingitemcount", "remaining":
		s.flag(name, !isEmpty(v))
	case "cursor", "endcursor", "aftercursor":
		if !isEmpty(v) {
			s.cursor = name
		}
	case "total", "totalcount", "totalitems", "totalelements", "totalresults", "totalrecords", "totalrows", "totalhits",
		"nbhits", "recordsfiltered", "numfound", "odatacount":
		s.setTotal(v)
	case "count": // of the list with some systems, of the page with others
		if i, ok := wholeOf(v); ok && i != int64(rows) {
			s.setTotal(v)
		}
	case "totalpages", "pagecount", "numpages", "pages", "nbpages", "pagestotal":
		s.pages, _ = wholeOf(v)
	}
	if i, ok := wholeOf(v); ok && isSize(key) && i > 0 && i < 1<<31 {
		s.size = int(i)
	}
}

// wholeOf is a whole number, also one in a text.
func wholeOf(v value.Value) (int64, bool) {
	if v.Kind() == value.Text {
		n, err := value.ParseNumber(v.Text())
		if err != nil {
			return 0, false
		}
		v = n
	}
	return v.Int64()
}

// yesOf reads a yes or no, also one in a text or a number; ok is false where
// nothing is said. What is neither counts as yes: it says something.
func yesOf(v value.Value) (yes, ok bool) {
	switch strings.ToLower(v.Text()) {
	case "no", "n", "false", "0":
		return false, true
	}
	switch v.Kind() {
	case value.Bool:
		return v.Bool(), true
	case value.Null, value.Missing:
		return false, false
	}
	return !isEmpty(v), true
}

// boolOf is true or false, also in a text or as 1 and 0; ok is false for all
// else.
func boolOf(v value.Value) (yes, ok bool) {
	switch text := strings.ToLower(v.Text()); {
	case v.Kind() == value.Bool:
		return v.Bool(), true
	case v.Kind() != value.Text && v.Kind() != value.Int:
		return false, false
	case text == "true" || text == "1":
		return true, true
	default:
		return false, text == "false" || text == "0"
	}
}

// isEmpty tells whether a value says nothing: null, false, 0, "", [] or {}.
func isEmpty(v value.Value) bool {
	switch v.Kind() {
	case value.Null, value.Missing:
		return true
	case value.Bool:
		return !v.Bool()
	case value.Int:
		i, ok := v.Int64()
		return ok && i == 0
	case value.Text:
		return v.Text() == ""
	case value.JSON:
		text := strings.Join(strings.Fields(v.Text()), "")
		return text == "[]" || text == "{}"
	}
	return false
}

// plain is a name without case, underscores, hyphens, dots and @.
func plain(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', '.', '@':
			return -1
		}
		return r
	}, strings.ToLower(name))
}
