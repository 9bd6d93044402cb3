package fhir

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// capture is one read.
type capture struct {
	in        *instance
	read      *httpread.Read
	gaps      *httpread.Gaps
	base      string
	first     *url.URL
	id        string // of the one resource to read; "" for a search
	params    []param
	statement *statement
	doubted   []doubt
	started   bool // the first page was read
	ids       map[string]string
}

func (in *instance) newCapture(ctx context.Context, req *sdk.CaptureRequest) (*capture, context.Context, context.CancelFunc, error) {
	var s section
	if err := req.Config.Decode(&s); err != nil {
		return nil, nil, nil, err
	}
	c := &capture{in: in, gaps: &httpread.Gaps{}, base: in.client.Base().String(), ids: map[string]string{}, statement: &statement{}}
	var err error
	if s.ResourceID != nil {
		c.id = s.ResourceID.Text
		if s.ResourceID.Null || !idForm.MatchString(c.id) || c.id == "." || c.id == ".." {
			return nil, nil, nil, sdk.Misconfigured("resource_id: its value is not a logical id")
		}
		c.first = in.client.Base().JoinPath(in.resourceType, c.id)
	} else {
		if c.params, err = s.params(); err != nil {
			return nil, nil, nil, err
		}
		c.first = searchURL(in.client.Base(), in.resourceType, c.params)
	}
	var bounded context.Context
	var cancel context.CancelFunc
	c.read, bounded, cancel = in.client.NewRead(ctx, c.gaps)
	return c, bounded, cancel, nil
}

// Capture reads the search to its end, or the one resource.
func (in *instance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	c, ctx, cancel, err := in.newCapture(ctx, req)
	if err != nil {
		return err
	}
	defer cancel()
	if c.statement, err = c.readStatement(ctx); err != nil {
		return err
	}
	if c.statement.source != "" {
		w.Source(c.statement.source)
	}
	fetch := c.search
	if c.id != "" {
		fetch = func(ctx context.Context, _ string) (*httpread.Page, error) { return c.resource(ctx) }
	}
	err = httpread.Walk(ctx, httpread.List{
		First:    c.first.String(),
		Fetch:    fetch,
		Emit:     func(entry value.Node) error { return c.emit(entry, w) },
		Trusting: true,
		MaxPages: in.client.MaxPages(),
		MaxRows:  req.MaxRows,
		MaxBytes: req.MaxBytes,
	}, c.gaps)
	if err != nil {
		return err
	}
	for _, d := range c.doubted {
		if w.Records() == 0 && !d.quiet {
			c.noteDropped(d.param)
		}
	}
	c.gaps.Write(w)
	w.AsOf(c.read.AsOf())
	return nil
}

// refusals are statuses whose OperationOutcome says why.
var refusals = []int{http.StatusBadRequest, http.StatusUnprocessableEntity}

// search reads one page of the search.
func (c *capture) search(ctx context.Context, at string) (*httpread.Page, error) {
	u, err := url.Parse(at)
	if err != nil {
		return nil, sdk.Unreachable("the next page is not at a URL")
	}
	a, err := c.read.Do(ctx, httpread.Request{URL: u, Header: headers, Answers: refusals})
	if err != nil {
		return nil, err
	}
	s, err := c.readBundle(a.Root, a.URL)
	switch {
	case err != nil:
		return nil, err
	case a.Status == http.StatusBadRequest || a.Status == http.StatusUnprocessableEntity:
		return nil, sdk.Unreachable("%s refused the search with the status %d", c.in.client.Host(), a.Status)
	}
	if !c.started {
		c.started = true
		c.doubted = doubted(c.params, s.self, c.statement)
		for _, name := range narrowed(c.params, s.self, c.statement) {
			c.gaps.Add(value.GapUnobserved, "the server says that it narrowed the search by "+name+", which was not asked for")
		}
		if shortened(c.params, s.self) {
			c.gaps.Add(value.GapRedacted, "the server says that it left parts of resources out, which was not asked for")
		}
		c.noteAge(a)
	}
	page := s.page(a.Bytes)
	if n := asked(c.params); at == c.first.String() && n > 0 && len(s.matches) == n && !s.linked {
		page.Ended, page.Full = false, httpread.FullPage(n, n)
	}
	return page, nil
}

// asked is how long a page the search asks for; 0 when it does not. A server
// that gave as many, and neither a total nor a link of any sort, may be one that
// cuts without a word; where one gives links, a missing next is the end.
func asked(params []param) int {
	for _, p := range params {
		if n, err := strconv.Atoi(p.text); p.name == "_count" && err == nil {
			return n
		}
	}
	return 0
}

// searchLag is how much older than its Date a search may be: servers that
// answer from the result of an earlier search say when that was made.
const searchLag = 2 * time.Second

func (c *capture) noteAge(a *httpread.Answer) {
	made, ok := value.OfTimeText(text(a.Root, "meta", "lastUpdated")).Instant()
	date, err := http.ParseTime(a.Header.Get("Date"))
	if !ok || err != nil || date.Sub(made) <= searchLag {
		return
	}
	c.read.Older(made)
	c.gaps.Add(value.GapUnobserved, "the server answered with the result of an earlier search")
}

func (c *capture) noteDropped(p param) {
	c.gaps.Add(value.GapUnobserved, "nothing shows that the server applied the search parameter "+p.name+
		": its self link or CapabilityStatement lacks it, and not every match bears it")
}

// resource reads the one resource as a page of at most one entry. Gone, or not
// found by the word of a FHIR server, is none; any other answer tells nothing
// of whether it exists.
func (c *capture) resource(ctx context.Context) (*httpread.Page, error) {
	a, err := c.read.Do(ctx, httpread.Request{URL: c.first, Header: headers, Answers: []int{http.StatusNotFound}, Bare: []int{http.StatusGone}})
	if err != nil {
		return nil, err
	}
	host := c.in.client.Host()
	kind := text(a.Root, "resourceType")
	switch {
	case a.Status == http.StatusGone:
		return &httpread.Page{Ended: true}, nil
	case a.Status == http.StatusNotFound && kind == "OperationOutcome" && deniesMore(a.Root):
		return nil, outcomeFailure(host, a.Root)
	case a.Status == http.StatusNotFound && kind == "OperationOutcome":
		return &httpread.Page{Ended: true, Bytes: a.Bytes}, nil
	case a.Status == http.StatusNotFound:
		return nil, sdk.Unreachable("%s answered 404 Not Found, and not as a FHIR server does", host)
	case kind == "OperationOutcome":
		return nil, outcomeFailure(host, a.Root)
	case kind != c.in.resourceType || text(a.Root, "id") != c.id:
		return nil, sdk.Unreachable("%s answered with another resource than the one that was asked for", host)
	}
	return c.single(a)
}
