package rest

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// paging is how a section says that the system pages.
type paging struct {
	Style     string `json:"style"`
	PageParam string `json:"page_param"`
	NextKey   string `json:"next_key"`
	SizeParam string `json:"size_param"`
	Size      int    `json:"size"`
	Start     *int   `json:"start"`
	TotalKey  string `json:"total_key"`
	MoreKey   string `json:"more_key"`
}

// The styles of paging.
const (
	styleAuto   = "auto"
	styleNone   = "none"
	styleLink   = "link"
	styleNext   = "next"
	styleCursor = "cursor"
	stylePage   = "page"
	styleOffset = "offset"
)

// pagingPlan is paging checked.
type pagingPlan struct {
	style     string
	param     string
	sizeParam string
	size      int
	start     int
	next      *path.Path
	total     *path.Path
	more      *path.Path
}

func (p *paging) plan() (pagingPlan, error) {
	out := pagingPlan{style: p.Style, param: p.PageParam, sizeParam: p.SizeParam, size: p.Size}
	if out.style == "" {
		out.style = styleAuto
	}
	counted := out.style == stylePage || out.style == styleOffset
	keyed := out.style == styleNext || out.style == styleCursor
	switch out.style {
	case styleAuto, styleNone, styleLink, styleNext, styleCursor, stylePage, styleOffset:
	default:
		return out, sdk.Misconfigured("paging.style: %q is not one of auto, none, link, next, cursor, page and offset", p.Style)
	}
	if needs := counted || out.style == styleCursor; needs != (p.PageParam != "") {
		return out, sdk.Misconfigured("paging.page_param: it goes with the styles cursor, page and offset, which need it")
	}
	if keyed != (p.NextKey != "") {
		return out, sdk.Misconfigured("paging.next_key: it goes with the styles next and cursor, which need it")
	}
	if p.Start != nil && !counted {
		return out, sdk.Misconfigured("paging.start: it goes with the styles page and offset")
	}
	if (p.SizeParam == "") != (p.Size == 0) {
		return out, sdk.Misconfigured("paging: size and size_param go together")
	}
	switch {
	case p.Start != nil:
		out.start = *p.Start
	case out.style == stylePage:
		out.start = 1
	}
	for _, key := range []struct {
		name, text string
		into       **path.Path
	}{{"next_key", p.NextKey, &out.next}, {"total_key", p.TotalKey, &out.total}, {"more_key", p.MoreKey, &out.more}} {
		if key.text == "" {
			continue
		}
		var err error
		if *key.into, err = parsePath("paging."+key.name, key.text); err != nil {
			return out, err
		}
	}
	return out, nil
}

// first is the address of the first page.
func (p *pagingPlan) first(u *url.URL) *url.URL {
	if p.sizeParam != "" {
		u = withParam(u, p.sizeParam, strconv.Itoa(p.size))
	}
	if p.style == stylePage || p.style == styleOffset {
		u = withParam(u, p.param, strconv.Itoa(p.start))
	}
	return u
}

// sizeParams are names by which requests ask for a page of some length.
var sizeParams = map[string]bool{
	"limit": true, "perpage": true, "pagesize": true, "limitpagelength": true, "$top": true, "top": true,
	"maxresults": true, "pagelimit": true, "pagelength": true, "first": true, "rows": true, "size": true, "take": true, "count": true, "max": true,
	"page[size]": true, "page[limit]": true, "resultsperpage": true,
}

// askedSize is how long a page the address asks for; 0 when it does not.
func (p *pagingPlan) askedSize(u *url.URL) int {
	if p.size > 0 {
		return p.size
	}
	for name, values := range u.Query() {
		if sizeParams[plain(name)] && len(values) == 1 {
			if n, err := strconv.Atoi(values[0]); err == nil && n > 0 {
				return n
			}
		}
	}
	return 0
}

// withParam is an address with one query parameter set.
func withParam(u *url.URL, name, text string) *url.URL {
	out := *u
	q := u.Query()
	q.Set(name, text)
	out.RawQuery = encodeQuery(q)
	return &out
}

// settle fills a page in from what the answer and the section say.
func (p *pagingPlan) settle(page *httpread.Page, a *httpread.Answer, s *signals, gaps *httpread.Gaps) error {
	if err := p.declared(page, a, s); err != nil {
		return err
	}
	if !page.HasTotal {
		page.Total, page.HasTotal = s.total, s.totals
	}
	page.Pages = s.pages
	switch p.style {
	case styleNone:
		page.Ended = true
		if s.next != "" || s.more != "" {
			gaps.Add(value.GapTruncated, "the answer says that more follows, though paging.style is none")
		}
	case styleLink:
		if s.next != "" && !s.header {
			s.next, s.more = "", "next"
		}
		s.ended = s.ended || !s.broken
		p.automatic(page, s, gaps)
	case styleAuto:
		p.automatic(page, s, gaps)
	case styleNext:
		return p.keyed(page, s, gaps, p.nextURL(page, a))
	case styleCursor:
		return p.keyed(page, s, gaps, p.nextCursor(page, a))
	default:
		p.nextNumber(page, a)
		if name := s.follows(); page.Next == "" && name != "" {
			gaps.Add(value.GapTruncated, fmt.Sprintf("the answer says that more follows (%s), without a page that has it", name))
		}
	}
	return nil
}

// declared reads total_key and more_key, which must be there. What more_key says
// holds against a style that would take this page for the last.
func (p *pagingPlan) declared(page *httpread.Page, a *httpread.Answer, s *signals) error {
	if p.total != nil {
		v, err := p.total.Value(a.Root)
		i, ok := wholeOf(v)
		if err != nil || !ok || i < 0 {
			return sdk.Unreachable("the answer has no whole number at paging.total_key")
		}
		page.Total, page.HasTotal = i, true
	}
	if p.more != nil {
		v, err := p.more.Value(a.Root)
		more, ok := boolOf(v)
		if err != nil || !ok {
			return sdk.Unreachable("the answer has no true or false at paging.more_key")
		}
		page.Ended = !more
		if more {
			s.more = "paging.more_key"
		}
	}
	return nil
}

func (p *pagingPlan) automatic(page *httpread.Page, s *signals, gaps *httpread.Gaps) {
	page.Next = s.next
	switch {
	case s.broken:
		gaps.Add(value.GapTruncated, "a Link header does not parse, so that its next page is not known")
	case s.next != "":
	case s.more != "":
		gaps.Add(value.GapTruncated, fmt.Sprintf("the answer says that more follows (%s), without a link to it; declare paging", s.more))
	case s.cursor != "" && !s.ended && !page.HasTotal:
		gaps.Add(value.GapTruncated, fmt.Sprintf("the answer says that more follows (%s), without a link to it; declare paging", s.cursor))
	}
	page.Ended = page.Ended || s.ended
}

// keyed holds an end by next_key against what else the answer says.
func (p *pagingPlan) keyed(page *httpread.Page, s *signals, gaps *httpread.Gaps, err error) error {
	if name := s.follows(); err == nil && page.Next == "" && name != "" {
		gaps.Add(value.GapTruncated, fmt.Sprintf("the answer says that more follows (%s), though paging.next_key names nothing", name))
	}
	return err
}

// endsKeys tells whether what stands at next_key says that nothing follows. A 0
// does not: it can be a place.
func endsKeys(v value.Value) bool {
	return v.IsNull() || (v.Kind() == value.Text && v.Text() == "") || (v.Kind() == value.Bool && !v.Bool())
}

func (p *pagingPlan) nextURL(page *httpread.Page, a *httpread.Answer) error {
	v, err := p.next.Value(a.Root)
	switch {
	case err != nil:
		return sdk.Unreachable("paging.next_key: %v", err)
	case endsKeys(v):
		page.Ended = true
	case v.Kind() == value.Text:
		u, err := a.URL.Parse(v.Text())
		if err != nil {
			return sdk.Unreachable("the answer has no usable URL at paging.next_key")
		}
		page.Next = u.String()
	case !v.IsMissing():
		return sdk.Unreachable("the answer has no URL at paging.next_key")
	}
	return nil
}

func (p *pagingPlan) nextCursor(page *httpread.Page, a *httpread.Answer) error {
	v, err := p.next.Value(a.Root)
	switch {
	case err != nil:
		return sdk.Unreachable("paging.next_key: %v", err)
	case endsKeys(v):
		page.Ended = true
	case v.Kind() == value.Text || v.Kind() == value.Int:
		page.Next = withParam(a.URL, p.param, v.Text()).String()
	case !v.IsMissing():
		return sdk.Unreachable("the answer has no cursor at paging.next_key")
	}
	return nil
}

// nextNumber goes on until a page is empty: a short one may be a system's own
// limit.
func (p *pagingPlan) nextNumber(page *httpread.Page, a *httpread.Answer) {
	if page.Ended || len(page.Rows) == 0 {
		page.Ended = true
		return
	}
	at, _ := strconv.Atoi(a.URL.Query().Get(p.param))
	if p.style == stylePage {
		at++
	} else {
		at += len(page.Rows)
	}
	page.Next = withParam(a.URL, p.param, strconv.Itoa(at)).String()
}

// encodeQuery is url.Values.Encode with %20 for a blank.
func encodeQuery(q url.Values) string {
	return escapeBlanks(q.Encode())
}
