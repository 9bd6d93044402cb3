package httpread

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Read is one capture's requests: one deadline, one count of bytes, one idea
// of how current they are. It is not safe for concurrent use.
type Read struct {
	client  *Client
	budget  time.Duration
	started time.Time // by the client's clock
	gaps    *Gaps
	asOf    time.Time
	silent  bool // an answer came without a Date
	answers int
}

// defaultBudget bounds a read whose context has no deadline.
const defaultBudget = 60 * time.Second

// NewRead starts a capture's reading. Call cancel when it is over. What the
// answers say of their currency goes into gaps.
func (c *Client) NewRead(ctx context.Context, gaps *Gaps) (r *Read, bounded context.Context, cancel context.CancelFunc) {
	r = &Read{client: c, budget: defaultBudget, started: c.clock.Now(), gaps: gaps}
	if deadline, ok := ctx.Deadline(); ok {
		r.budget = time.Until(deadline)
		bounded, cancel = context.WithCancel(ctx)
	} else {
		bounded, cancel = context.WithTimeout(ctx, defaultBudget)
	}
	if detail := c.Unproven(); detail != "" {
		gaps.Advise(value.GapUnobserved, detail)
	}
	return r, bounded, cancel
}

// Request is one question to the system.
type Request struct {
	// URL is of the origin of base_url.
	URL *url.URL
	// Header is added to the reader's own; it may be nil.
	Header http.Header
	// Body makes the request a POST.
	Body []byte
	// Answers are statuses beside 200 and 206 whose body the caller reads.
	Answers []int
	// Bare are statuses that answer by themselves: their body is not read.
	Bare []int
}

// Answer is a whole JSON document.
type Answer struct {
	// URL is where it came from, after redirects.
	URL    *url.URL
	Status int
	Header http.Header
	// Root is the zero Node for a status in Request.Bare.
	Root  value.Node
	Bytes int64
}

// Do asks and waits for the answer, also where the system asks to come later
// and the deadline allows it. The error is a [*sdk.ReadError].
func (r *Read) Do(ctx context.Context, req Request) (*Answer, error) {
	renewed := false
	for try := 0; ; try++ {
		res, at, err := r.follow(ctx, req)
		if err != nil {
			return nil, err
		}
		switch {
		case asksToWait(res.StatusCode) && !contains(req.Answers, res.StatusCode):
			discard(res)
			if err := r.wait(ctx, res, try); err != nil {
				return nil, err
			}
		case res.StatusCode == http.StatusUnauthorized && !renewed && r.client.auth != nil && r.client.auth.renew():
			discard(res)
			renewed = true
		default:
			return r.answer(ctx, req, res, at)
		}
	}
}

func (r *Read) wait(ctx context.Context, res *http.Response, try int) error {
	now := r.client.clock.Now()
	wait := waitFor(res.Header, now, try)
	if left := r.budget - now.Sub(r.started); wait >= left || try+1 >= maxTries {
		return sdk.Unreachable("%s answered %s and asks to wait longer than this read may take", r.client.Host(), statusText(res.StatusCode))
	}
	if err := r.client.clock.Sleep(ctx, wait); err != nil {
		return networkFailure(ctx, r.client.base, err)
	}
	return nil
}

// answer reads a response that is the last of its request.
func (r *Read) answer(ctx context.Context, req Request, res *http.Response, at *url.URL) (*Answer, error) {
	if contains(req.Bare, res.StatusCode) {
		discard(res)
		if movedAside(req.URL, at) {
			return nil, aside(r.client.Host())
		}
		r.note(currencyOf(res.Header))
		return &Answer{URL: at, Status: res.StatusCode, Header: res.Header}, nil
	}
	defer res.Body.Close()
	partial := res.StatusCode == http.StatusPartialContent
	if res.StatusCode != http.StatusOK && !partial && !contains(req.Answers, res.StatusCode) {
		return nil, statusFailure(r.client.Host(), res.StatusCode)
	}
	body, err := readCapped(ctx, at, res, r.client.maxBody)
	if err != nil {
		return nil, err
	}
	doc, err := r.client.parseBody(at, res, body)
	if err != nil {
		return nil, err
	}
	if movedAside(req.URL, at) {
		return nil, aside(r.client.Host())
	}
	if partial {
		r.gaps.Add(value.GapTruncated, "the system answered 206 Partial Content: a part of the list")
	}
	r.note(currencyOf(res.Header))
	return &Answer{URL: at, Status: res.StatusCode, Header: res.Header, Root: doc.Root(), Bytes: int64(len(body))}, nil
}

func (r *Read) note(c currency) {
	r.answers++
	if c.stale != "" {
		r.gaps.Add(value.GapUnobserved, c.stale)
	}
	if c.warned {
		r.gaps.Advise(value.GapUnobserved, "the system sent a warning with its answer")
	}
	switch {
	case c.asOf.IsZero():
		r.silent = true
	case r.asOf.IsZero() || c.asOf.Before(r.asOf):
		r.asOf = c.asOf
	}
}

// AsOf is how current the oldest answer of the read says that it is; zero
// where one does not say.
func (r *Read) AsOf() time.Time {
	if r.silent {
		return time.Time{}
	}
	return r.asOf
}

// Older says that an answer is as old as t by its own word.
func (r *Read) Older(t time.Time) {
	if !r.asOf.IsZero() && t.Before(r.asOf) {
		r.asOf = t
	}
}

// send sends one request, once.
func (r *Read) send(ctx context.Context, req Request, at *url.URL) (*http.Response, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if req.Body != nil {
		method, body = http.MethodPost, strings.NewReader(string(req.Body))
	}
	hr, err := http.NewRequestWithContext(ctx, method, at.String(), body)
	if err != nil {
		return nil, sdk.Misconfigured("the address of the request is not a URL")
	}
	hr.Header.Set("Accept", "application/json")
	hr.Header.Set("Cache-Control", "no-cache")
	hr.Header.Set("User-Agent", "effectkit")
	if req.Body != nil {
		hr.Header.Set("Content-Type", "application/json")
		hr.Header["Idempotency-Key"] = []string{} // not sent: lets net/http use another connection when a kept one is gone
	}
	for name, values := range req.Header {
		hr.Header[name] = values
	}
	if r.client.auth != nil {
		if err := r.client.auth.authorize(ctx, hr); err != nil {
			return nil, err
		}
	}
	res, err := r.client.transport.RoundTrip(hr)
	if err != nil {
		return nil, networkFailure(ctx, at, err)
	}
	return res, nil
}

// discard lets a connection be used again.
func discard(res *http.Response) {
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
	res.Body.Close()
}

func contains(list []int, n int) bool {
	for _, m := range list {
		if m == n {
			return true
		}
	}
	return false
}
