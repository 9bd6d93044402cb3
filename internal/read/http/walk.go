package httpread

import (
	"context"
	"fmt"
	"hash/maphash"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Page is one answer of a list, and what it says about the rest.
type Page struct {
	Rows []value.Node
	// Next is where the next page is, in the caller's own terms; "" where the
	// answer names none.
	Next string
	// Total is how many rows the system says the whole list has.
	Total    int64
	HasTotal bool
	// Pages is how many pages the system says the whole list has; 0 where it
	// does not say.
	Pages int64
	// Ended is true where the answer itself says that nothing follows.
	Ended bool
	// Full says why a last page that does not say that it ended may not be the
	// last; "" when nothing speaks for it.
	Full string
	// Source is which system answered; "" where it does not say.
	Source string
	// Bytes is how long the answer was.
	Bytes int64
}

// List is a list to walk to its end.
type List struct {
	// Fetch gives the page at a place; the first is at First.
	Fetch func(ctx context.Context, at string) (*Page, error)
	First string
	// Emit writes one row.
	Emit func(row value.Node) error
	// Source is told which system answered each page; it may be nil.
	Source func(id string)
	// Trusting is true where an equal total on every page is enough to trust
	// that nothing shifted; else every page but the last is read again.
	Trusting bool

	MaxPages int
	MaxRows  int64 // 0 is no limit
	MaxBytes int64 // of all answers; 0 is no limit
}

// walker is one walk over a list.
type walker struct {
	List
	gaps    *Gaps
	seed    maphash.Seed
	places  []string
	digests []uint64
	seen    map[string]bool
	rows    int64
	bytes   int64
	total   int64 // of the first page that has one; -1 for none
	totals  int   // how many pages had it
	stopped bool  // before the end, with a gap
}

// Walk emits every row of a list, page by page, and notes as gaps whatever
// keeps it from being whole: a page that failed, a cycle, a limit, a total
// that disagrees, a last page that is as full as one that has a next, a list
// that changed while it was read. The error is that of the first page, or of a
// read whose time was over.
func Walk(ctx context.Context, l List, gaps *Gaps) error {
	w := &walker{List: l, gaps: gaps, seed: maphash.MakeSeed(), seen: map[string]bool{}, total: -1}
	at := l.First
	for {
		page, err := l.Fetch(ctx, at)
		if err != nil {
			if len(w.places) == 0 || ctx.Err() != nil {
				return err
			}
			gaps.Add(value.GapTruncated, fmt.Sprintf("page %d could not be read: %s", len(w.places)+1, detailOf(err)))
			return nil
		}
		w.take(at, page)
		if err := w.emit(page); err != nil || w.stopped {
			return err
		}
		if page.Next == "" {
			w.judgeEnd(page)
			return w.confirm(ctx)
		}
		if w.mayNotGoOn(page) {
			return nil
		}
		at = page.Next
	}
}

// take notes what a page says.
func (w *walker) take(at string, p *Page) {
	w.places, w.seen[at] = append(w.places, at), true
	w.digests = append(w.digests, w.digest(p))
	w.bytes += p.Bytes
	if p.HasTotal {
		if w.total >= 0 && w.total != p.Total {
			w.gaps.Add(value.GapInFlight, "the total changed from one page to the next: the list changed while it was read")
		}
		w.total = p.Total
		w.totals++
	}
	if p.Source != "" && w.Source != nil {
		w.Source(p.Source)
	}
}

func (w *walker) emit(p *Page) error {
	for _, row := range p.Rows {
		if w.MaxRows > 0 && w.rows == w.MaxRows {
			w.stop(fmt.Sprintf("there are more than %d records, the limit of this read", w.MaxRows))
			return nil
		}
		if err := w.Emit(row); err != nil {
			return err
		}
		w.rows++
	}
	return nil
}

func (w *walker) stop(detail string) {
	w.gaps.Add(value.GapTruncated, detail)
	w.stopped = true
}

// mayNotGoOn stops a walk that would not end, or would end too late.
func (w *walker) mayNotGoOn(p *Page) bool {
	n := len(w.places)
	switch {
	case w.seen[p.Next]:
		w.stop("the next page is one that was read already: the list leads in a circle")
	case n > 1 && len(p.Rows) > 0 && w.digests[n-1] == w.digests[n-2]:
		w.stop("two pages hold the same rows: the system does not page as the section says")
	case n >= w.MaxPages:
		w.stop(fmt.Sprintf("there are more than %d pages (max_pages)", w.MaxPages))
	case w.MaxBytes > 0 && w.bytes >= w.MaxBytes:
		w.stop(fmt.Sprintf("there are more than %d bytes, the limit of this read", w.MaxBytes))
	}
	return w.stopped
}

func (w *walker) judgeEnd(last *Page) {
	switch {
	case w.total > w.rows:
		w.gaps.Add(value.GapTruncated, fmt.Sprintf("the system says that there are %d rows and gave %d, without a next page", w.total, w.rows))
	case w.total >= 0 && w.total < w.rows:
		w.gaps.Add(value.GapUnobserved, fmt.Sprintf("the system says that there are %d rows and gave %d", w.total, w.rows))
	case w.total < 0 && last.Pages > int64(len(w.places)):
		w.gaps.Add(value.GapTruncated, fmt.Sprintf("the answer says that there are %d pages and gave %d; declare paging", last.Pages, len(w.places)))
	case w.total < 0 && !last.Ended && last.Full != "":
		w.gaps.Add(value.GapTruncated, last.Full)
	}
}

// confirm reads pages again: a row that came or went before a page's place
// shifts a row over its edge, into both pages or into neither.
func (w *walker) confirm(ctx context.Context) error {
	if len(w.places) < 2 || w.gaps.Impeached() {
		return nil
	}
	again := len(w.places) - 1
	if w.Trusting && w.totals == len(w.places) {
		again = 1
	}
	for i := range again {
		page, err := w.Fetch(ctx, w.places[i])
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			w.gaps.Add(value.GapInFlight, "page "+fmt.Sprint(i+1)+" could not be read again to see that the list stood still: "+detailOf(err))
			return nil
		}
		if w.digest(page) != w.digests[i] || (page.HasTotal && page.Total != w.total) {
			w.gaps.Add(value.GapInFlight, "the list changed while its pages were read")
			return nil
		}
		if page.Source != "" && w.Source != nil {
			w.Source(page.Source)
		}
	}
	return nil
}

// digest tells two pages apart by their rows.
func (w *walker) digest(p *Page) uint64 {
	var h maphash.Hash
	h.SetSeed(w.seed)
	for _, row := range p.Rows {
		_, _ = h.Write(row.Text())
		_ = h.WriteByte(0)
	}
	return h.Sum64()
}

func detailOf(err error) string {
	if re := sdk.AsReadError(err); re != nil {
		return re.Detail
	}
	return "the reader failed"
}
