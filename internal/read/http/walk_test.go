package httpread

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// script is a list as answers of a server: by place, and by how often that
// place was asked.
type script map[string][]scripted

type scripted struct {
	rows  string
	next  string
	total int64 // -1 for none
	ended bool
	full  string
	err   error
}

func (s script) fetch(asked map[string]int) func(context.Context, string) (*Page, error) {
	return func(_ context.Context, at string) (*Page, error) {
		steps := s[at]
		step := steps[min(asked[at], len(steps)-1)]
		asked[at]++
		if step.err != nil {
			return nil, step.err
		}
		p := &Page{Next: step.next, Ended: step.ended, Full: step.full, Source: "s", Bytes: int64(len(step.rows))}
		p.Total, p.HasTotal = step.total, step.total >= 0
		d, err := value.ParseDocument([]byte("["+step.rows+"]"), 0)
		if err != nil {
			return nil, err
		}
		d.Root().Elements(func(e value.Node) bool { p.Rows = append(p.Rows, e); return true })
		return p, nil
	}
}

func TestAWalk(t *testing.T) {
	one := func(rows, next string) []scripted { return []scripted{{rows: rows, next: next, total: -1}} }
	tot := func(rows, next string, total int64) []scripted {
		return []scripted{{rows: rows, next: next, total: total}}
	}
	two := func(a, b scripted) []scripted { return []scripted{a, b} }
	for name, c := range map[string]struct {
		s     script
		list  List
		rows  string
		gaps  string
		asked string
	}{
		"one page":                       {script{"": one("1,2", "")}, List{}, "1 2", "", "map[:1]"},
		"two pages, the first again":     {script{"": one("1,2", "b"), "b": one("3", "")}, List{}, "1 2 3", "", "map[:2 b:1]"},
		"three pages, two again":         {script{"": one("1", "b"), "b": one("2", "c"), "c": one("3", "")}, List{}, "1 2 3", "", "map[:2 b:2 c:1]"},
		"totals trusted, one again":      {script{"": tot("1", "b", 3), "b": tot("2", "c", 3), "c": tot("3", "", 3)}, List{Trusting: true}, "1 2 3", "", "map[:2 b:1 c:1]"},
		"a total missing, none trusted":  {script{"": tot("1", "b", 3), "b": one("2", "c"), "c": tot("3", "", 3)}, List{Trusting: true}, "1 2 3", "", "map[:2 b:2 c:1]"},
		"an empty page in the middle":    {script{"": one("", "b"), "b": one("1", "")}, List{}, "1", "", "map[:2 b:1]"},
		"an empty page at the end":       {script{"": one("1", "b"), "b": one("", "")}, List{}, "1", "", "map[:2 b:1]"},
		"the total is more":              {script{"": tot("1,2", "", 60)}, List{}, "1 2", "truncated: the system says that there are 60 rows and gave 2, without a next page", "map[:1]"},
		"the total is less":              {script{"": tot("1,2", "", 1)}, List{}, "1 2", "unobserved: the system says that there are 1 rows and gave 2", "map[:1]"},
		"the total changes":              {script{"": tot("1", "b", 2), "b": tot("2", "", 3)}, List{}, "1 2", "in_flight: the total changed from one page to the next: the list changed while it was read; truncated: the system says that there are 3 rows and gave 2, without a next page", "map[:1 b:1]"},
		"a full page, no end":            {script{"": {{rows: "1", total: -1, full: "full"}}}, List{}, "1", "truncated: full", "map[:1]"},
		"a full page, its end told":      {script{"": {{rows: "1", total: -1, full: "full", ended: true}}}, List{}, "1", "", "map[:1]"},
		"a full page, its total told":    {script{"": {{rows: "1", total: 1, full: "full"}}}, List{}, "1", "", "map[:1]"},
		"a circle":                       {script{"": one("1", "b"), "b": one("2", "")}, List{}, "1 2", "", "map[:2 b:1]"},
		"a circle of two":                {script{"": one("1", "b"), "b": one("2", "c"), "c": one("3", "b")}, List{}, "1 2 3", "truncated: the next page is one that was read already: the list leads in a circle", "map[:1 b:1 c:1]"},
		"the same page for ever":         {script{"": one("1", "b"), "b": one("1", "c"), "c": one("1", "d")}, List{}, "1 1", "truncated: two pages hold the same rows: the system does not page as the section says", "map[:1 b:1]"},
		"too many pages":                 {script{"": one("1", "b"), "b": one("2", "c"), "c": one("3", "")}, List{MaxPages: 2}, "1 2", "truncated: there are more than 2 pages (max_pages)", "map[:1 b:1]"},
		"as many rows as allowed":        {script{"": one("1,2", "")}, List{MaxRows: 2}, "1 2", "", "map[:1]"},
		"one row more":                   {script{"": one("1,2", "b"), "b": one("3", "")}, List{MaxRows: 2}, "1 2", "truncated: there are more than 2 records, the limit of this read", "map[:1 b:1]"},
		"too many bytes":                 {script{"": one("1,2,3", "b")}, List{MaxBytes: 4}, "1 2 3", "truncated: there are more than 4 bytes, the limit of this read", "map[:1]"},
		"the second page fails":          {script{"": one("1", "b"), "b": {{err: sdk.Unreachable("HOST answered 400 Bad Request")}}}, List{}, "1", "truncated: page 2 could not be read: HOST answered 400 Bad Request", "map[:1 b:1]"},
		"a row goes and shifts another":  {script{"": two(scripted{rows: "1,2", next: "b", total: -1}, scripted{rows: "1,3", next: "b", total: -1}), "b": one("4", "")}, List{}, "1 2 4", "in_flight: the list changed while its pages were read", "map[:2 b:1]"},
		"the total changes at the end":   {script{"": two(scripted{rows: "1", next: "b", total: 2}, scripted{rows: "1", next: "b", total: 3}), "b": tot("2", "", 2)}, List{}, "1 2", "in_flight: the list changed while its pages were read", "map[:2 b:1]"},
		"a page that is not given again": {script{"": two(scripted{rows: "1", next: "b", total: -1}, scripted{err: sdk.Unreachable("gone")}), "b": one("2", "")}, List{}, "1 2", "in_flight: page 1 could not be read again to see that the list stood still: gone", "map[:2 b:1]"},
	} {
		t.Run(name, func(t *testing.T) {
			var rows []string
			var gaps Gaps
			asked := map[string]int{}
			l := c.list
			l.Fetch = c.s.fetch(asked)
			l.Emit = func(n value.Node) error { rows = append(rows, string(n.Text())); return nil }
			if l.MaxPages == 0 {
				l.MaxPages = 100
			}
			if err := Walk(context.Background(), l, &gaps); err != nil {
				t.Fatal(err)
			}
			var said []string
			for _, g := range gaps.list {
				said = append(said, string(g.Kind)+": "+g.Detail)
			}
			if got := strings.Join(rows, " "); got != c.rows {
				t.Errorf("rows %s, want %s", got, c.rows)
			}
			if got := strings.Join(said, "; "); got != c.gaps {
				t.Errorf("gaps %q\nwant %q", got, c.gaps)
			}
			if got := fmt.Sprint(asked); got != c.asked {
				t.Errorf("asked %s, want %s", got, c.asked)
			}
		})
	}
}

func TestAWalkFailsWithItsFirstPageOrItsTime(t *testing.T) {
	fail := script{"": {{err: sdk.CredentialRefused("no")}}}
	var gaps Gaps
	err := Walk(context.Background(), List{Fetch: fail.fetch(map[string]int{}), MaxPages: 9}, &gaps)
	if re := sdk.AsReadError(err); re == nil || re.Reason != sdk.ReasonCredentialRefused {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	late := script{"": {{rows: "1", next: "b", total: -1}}, "b": {{err: sdk.Unreachable("its time was over")}}}
	err = Walk(ctx, List{Fetch: late.fetch(map[string]int{}), MaxPages: 9, Emit: func(value.Node) error { return nil }}, &gaps)
	if err == nil {
		t.Error("a read whose time was over ended without an error")
	}
}

func TestEverySourceOfAListIsTold(t *testing.T) {
	s := script{"": {{rows: "1", next: "b", total: -1}}, "b": {{rows: "2", total: -1}}}
	told := 0
	var gaps Gaps
	err := Walk(context.Background(), List{Fetch: s.fetch(map[string]int{}), MaxPages: 9,
		Emit: func(value.Node) error { return nil }, Source: func(string) { told++ }}, &gaps)
	if err != nil || told != 3 {
		t.Errorf("%v, told %d times", err, told)
	}
}

func TestAFullPageIsNeverAWholeList(t *testing.T) {
	for _, c := range []struct {
		rows, asked int
		doubt       bool
	}{
		{0, 0, false}, {1, 0, false}, {7, 0, false}, {19, 0, false}, {20, 0, true}, {21, 0, false}, {10, 0, true},
		{100, 0, true}, {250, 0, true}, {1000, 0, true}, {5, 5, true}, {4, 5, false}, {20, 100, true}, {50, 1000, true}, {10, 100, false}, {19, 100, false}, {100, 1000, true},
		{100, 100, true}, {99, 100, false}, {0, 0, false}, {35, 20, false},
	} {
		if got := FullPage(c.rows, c.asked); (got != "") != c.doubt {
			t.Errorf("%d rows, %d asked: %q", c.rows, c.asked, got)
		}
	}
}
