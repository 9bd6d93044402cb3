package rest

import (
	"strconv"
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
	if saysMore(key) {
		if yes, ok := yesOf(v); ok {
			s.flag(name, yes)
		}
	}
	switch key {
	case "offset": // a number is where this page starts, another text where the next does
		if _, number := wholeOf(v); v.Kind() == value.Text && !number && v.Text() != "" {
			s.more = name
		}
	case "last", "islast", "islastpage", "lastpage", "done", "isend", "allrecordsreturned":
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
		"totalsize", "totalentries", "totalobjects", "totalitemcount", "totalmatches", "totalfound", "totaldocs",
		"nbhits", "recordsfiltered", "numfound", "odatacount":
		s.setTotal(v)
	case "count", "itemcount", "recordcount": // of the list with some systems, of the page with others
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

// isLink tells whether a name is that of the next page's address.
func isLink(key string) bool {
	switch key {
	case "next", "nexturl", "nexturi", "nextlink", "nextpageurl", "nexthref", "odatanextlink", "nextpagelink", "nextpageuri", "nextrecordsurl", "moreurl":
		return true
	}
	return false
}

// saysMore tells whether a name is that of a yes or no to whether more follows.
func saysMore(key string) bool {
	switch key {
	case "hasnext", "hasnextpage", "more", "moreresults", "morerecords", "ismore", "istruncated", "truncated",
		"moreitems", "morepages", "morerows", "exceededtransferlimit":
		return true
	}
	return strings.HasPrefix(key, "hasmore") || (strings.HasPrefix(key, "more") && strings.HasSuffix(key, "available"))
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
	if i, ok := v.Int64(); ok || v.Kind() != value.Decimal && v.Kind() != value.Float64 {
		return i, ok
	}
	whole, zeros, _ := strings.Cut(v.Text(), ".")
	i, err := strconv.ParseInt(whole, 10, 64)
	return i, err == nil && strings.Trim(zeros, "0") == ""
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
