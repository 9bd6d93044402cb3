package httpread

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fakeClock moves only when somebody sleeps on it.
type fakeClock struct {
	mu    sync.Mutex
	now   time.Time
	slept []time.Duration
}

func newFakeClock() *fakeClock {
	return &fakeClock{now: time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)}
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *fakeClock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.slept = c.now.Add(d), append(c.slept, d)
	return ctx.Err()
}

// asked is one GET of a test.
type asked struct {
	answer *Answer
	gaps   Gaps
	asOf   time.Time
	err    error
}

// said is what came of it: the reason and detail, or the gaps.
func (a asked) said() string {
	if a.err != nil {
		re := sdk.AsReadError(a.err)
		return fmt.Sprint([]string{"unspecified", "unreachable", "credential_refused", "misconfigured", "too_large"}[re.Reason], ": ", re.Detail)
	}
	var out []string
	for _, g := range a.gaps.list {
		word := "gap "
		if g.Advisory {
			word = "advice "
		}
		out = append(out, word+string(g.Kind)+": "+g.Detail)
	}
	return strings.Join(out, "; ")
}

type opts struct {
	settings Settings
	secrets  map[string]string
	clock    Clock
	timeout  time.Duration
}

func newClient(t *testing.T, base string, o opts) *Client {
	t.Helper()
	o.settings.BaseURL = base
	if o.clock == nil {
		o.clock = newFakeClock()
	}
	c, err := New(Options{Settings: o.settings, Clock: o.clock, Secret: func(p string) string { return o.secrets[p] }})
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func ask(t *testing.T, c *Client, path string, timeout time.Duration) asked {
	t.Helper()
	ctx := context.Background()
	if timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, timeout)
		defer cancel()
	}
	var out asked
	r, ctx, cancel := c.NewRead(ctx, &out.gaps)
	defer cancel()
	u, err := c.base.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	out.answer, out.err = r.Do(ctx, Request{URL: u})
	out.asOf = r.AsOf()
	return out
}

// serve starts a server on this machine whose port stands for "HOST" in what
// is said.
func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func jsonAnswer(header map[string]string, status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for k, v := range header {
			w.Header().Set(k, v)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func TestAnswersThatAreNotAList(t *testing.T) {
	login, err := os.ReadFile("testdata/login.html")
	if err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat("[", 9999) + strings.Repeat("]", 9999)
	type h = map[string]string
	for name, c := range map[string]struct {
		header h
		status int
		body   string
		want   string
	}{
		"a list":                        {nil, 200, `[]`, ""},
		"a byte order mark":             {nil, 200, "\xef\xbb\xbf" + `{"items":[{"id":1}]}`, ""},
		"two values":                    {nil, 200, `{"items":[]}{"items":[{"id":9}]}`, "unreachable: HOST did not answer in one strict JSON text: data after the JSON text at byte 12"},
		"an error behind the value":     {nil, 200, `{"items":[]} <b>Fatal error</b>`, "unreachable: HOST did not answer in one strict JSON text: data after the JSON text at byte 13"},
		"a name twice":                  {nil, 200, `{"items":[],"items":[{}]}`, "unreachable: HOST did not answer in one strict JSON text: a name twice in one object at byte 12"},
		"not a number":                  {nil, 200, `[{"id":NaN}]`, "unreachable: HOST did not answer in one strict JSON text: not a JSON value at byte 7"},
		"an empty body":                 {nil, 200, ``, "unreachable: HOST did not answer in one strict JSON text: the JSON text ends too early at byte 0"},
		"nested too deeply":             {nil, 200, deep, "too_large: HOST answered with JSON that is nested more than 512 deep"},
		"a log-in page":                 {h{"Content-Type": "text/html"}, 200, string(login), "credential_refused: HOST answered with a log-in page"},
		"another page":                  {h{"Content-Type": "text/html; charset=utf-8"}, 200, "<html>It works</html>", "unreachable: HOST answered with a page of HTML, not JSON"},
		"a plain text":                  {h{"Content-Type": "text/plain"}, 200, "[]", `unreachable: HOST answered with the content type "text/plain", not JSON; content_types can allow it`},
		"no content type":               {h{"Content-Type": ""}, 200, "[]", "unreachable: HOST answered without a content type; if it is JSON all the same, that cannot be told"},
		"another charset":               {h{"Content-Type": "application/json; charset=utf-16"}, 200, "[]", `unreachable: HOST answered in the charset "utf-16"; JSON is UTF-8 (RFC 8259)`},
		"a FHIR media type":             {h{"Content-Type": "application/fhir+json;charset=UTF-8"}, 200, "{}", ""},
		"an unasked encoding":           {h{"Content-Encoding": "br"}, 200, "[]", "unreachable: HOST answered in a content encoding that was not asked for"},
		"partial content":               {h{"Content-Range": "items 0-0/9"}, 206, "[1]", "gap truncated: the system answered 206 Partial Content: a part of the list"},
		"no content":                    {nil, 204, "", "unreachable: HOST answered 204 No Content"},
		"not modified":                  {nil, 304, "", "unreachable: HOST answered 304 Not Modified, which was not asked for"},
		"bad request":                   {nil, 400, `{"items":[]}`, "unreachable: HOST answered 400 Bad Request"},
		"unauthorized":                  {nil, 401, `{"items":[]}`, "credential_refused: HOST answered 401 Unauthorized"},
		"forbidden":                     {nil, 403, `{"items":[]}`, "credential_refused: HOST answered 403 Forbidden"},
		"not found":                     {nil, 404, `[]`, "unreachable: HOST answered 404 Not Found: check the address that the section names"},
		"a server's error":              {nil, 500, `[]`, "unreachable: HOST answered 500 Internal Server Error"},
		"a cached answer":               {h{"Age": "60"}, 200, `[]`, "gap unobserved: a cache answered with what it had fetched 60 s before"},
		"a cached answer, just now":     {h{"Age": "0"}, 200, `[]`, ""},
		"an age that is none":           {h{"Age": "soon"}, 200, `[]`, "gap unobserved: a cache answered, and its Age is not a number"},
		"a cache's hit":                 {h{"Cache-Status": `"edge, one"; fwd=miss, mid; hit; ttl=30`}, 200, `[]`, "gap unobserved: a cache says that it answered with what it had kept"},
		"a cache that asked":            {h{"Cache-Status": `hit; fwd=stale; fwd-status=304`}, 200, `[]`, ""},
		"a hit, as older caches say":    {h{"X-Cache": "MISS, HIT"}, 200, `[]`, "gap unobserved: a cache says that it answered with what it had kept"},
		"a hit from a named cache":      {h{"X-Cache": "Hit from edge", "Age": "0"}, 200, `[]`, "gap unobserved: a cache says that it answered with what it had kept"},
		"a hit that was revalidated":    {h{"X-Cache": "RefreshHit from edge", "CF-Cache-Status": "REVALIDATED"}, 200, `[]`, ""},
		"a hit by a cache's own name":   {h{"X-Drupal-Cache": "HIT"}, 200, `[]`, "gap unobserved: a cache says that it answered with what it had kept"},
		"a hit that was only looked up": {h{"X-Cache": "MISS from squid", "X-Cache-Lookup": "HIT from squid:3128"}, 200, `[]`, ""},
		"how often a cache hit":         {h{"X-Cache-Hits": "0", "Cache-Control": "private"}, 200, `[]`, ""},
		"a miss":                        {h{"X-Cache": "MISS", "CF-Cache-Status": "DYNAMIC"}, 200, `[]`, ""},
		"a problem with a good status":  {h{"Content-Type": "application/problem+json"}, 200, `[]`, "unreachable: HOST answered with a problem document instead of what was asked for"},
		"a stale answer":                {h{"Warning": `110 cache "Response is Stale"`}, 200, `[]`, "gap unobserved: the answer carries the warning 110 of a cache"},
		"stale behind another warning":  {h{"Warning": `299 - "old, api", 111 - "x"`}, 200, `[]`, "gap unobserved: the answer carries the warning 111 of a cache; advice unobserved: the system sent a warning with its answer"},
		"a deprecation":                 {h{"Warning": `299 - "deprecated, 110 soon"`}, 200, `[]`, "advice unobserved: the system sent a warning with its answer"},
		"longer than it says":           {nil, 200, strings.Repeat(" ", 2000) + "[]", "too_large: HOST answered with more than 1024 bytes (max_body_bytes)"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, jsonAnswer(c.header, c.status, c.body))
			limit := int64(0)
			if strings.Contains(c.want, "max_body_bytes") {
				limit = 1024
			}
			a := ask(t, newClient(t, s.URL, opts{settings: Settings{MaxBodyBytes: limit}}), "/list", 0)
			if got := strings.ReplaceAll(a.said(), strings.TrimPrefix(s.URL, "http://"), "HOST"); got != c.want {
				t.Errorf("said %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestAContentTypeCanBeAllowed(t *testing.T) {
	s := serve(t, jsonAnswer(map[string]string{"Content-Type": "text/plain; charset=utf-8"}, 200, "[]"))
	if a := ask(t, newClient(t, s.URL, opts{settings: Settings{ContentTypes: []string{"text/plain"}}}), "/", 0); a.err != nil {
		t.Error(a.err)
	}
}

func TestEveryRequestAsksPastCaches(t *testing.T) {
	var got http.Header
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		jsonAnswer(nil, 200, "[]")(w, r)
	})
	t.Setenv("HTTP_PROXY", "http://proxy.example.test:1")
	t.Setenv("http_proxy", "http://proxy.example.test:1")
	if a := ask(t, newClient(t, s.URL, opts{}), "/", 0); a.err != nil {
		t.Fatal(a.err)
	}
	if got.Get("Cache-Control") != "no-cache" || got.Get("Accept") != "application/json" || got.Get("Cookie") != "" || got.Get("Authorization") != "" {
		t.Errorf("headers %v", got)
	}
}

func TestAGzipBombIsCutAtItsDecodedSize(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		blank := []byte(strings.Repeat(" ", 1<<20))
		for range 64 {
			if _, err := z.Write(blank); err != nil {
				return
			}
		}
		_, _ = z.Write([]byte("[]"))
		_ = z.Close()
	})
	a := ask(t, newClient(t, s.URL, opts{settings: Settings{MaxBodyBytes: 1 << 20}}), "/", 0)
	if re := sdk.AsReadError(a.err); re == nil || re.Reason != sdk.ReasonTooLarge {
		t.Errorf("said %q", a.said())
	}
}

func TestABodyOfTooManyValuesIsTooLarge(t *testing.T) {
	c := newClient(t, "http://127.0.0.1:1", opts{})
	body := []byte("[" + strings.Repeat("0,", maxParts) + "0]")
	_, err := c.parseBody(c.base, &http.Response{Header: http.Header{"Content-Type": {"application/json"}}}, body)
	if re := sdk.AsReadError(err); re == nil || re.Reason != sdk.ReasonTooLarge {
		t.Errorf("%v", err)
	}
}

func TestAnAnswerThatIsCutShortIsNone(t *testing.T) {
	for name, raw := range map[string]string{
		"shorter than its length": "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n[]",
		"a chunk missing":         "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n",
		"closed in the middle":    "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n[{\"id\":1},",
		"nothing at all":          "",
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				conn, _, err := w.(http.Hijacker).Hijack()
				if err != nil {
					return
				}
				_, _ = conn.Write([]byte(raw))
				_ = conn.Close()
			})
			a := ask(t, newClient(t, s.URL, opts{}), "/", 0)
			if re := sdk.AsReadError(a.err); re == nil || re.Reason != sdk.ReasonUnreachable {
				t.Errorf("said %q", a.said())
			}
		})
	}
}

func TestADrippingBodyEndsWithTheRead(t *testing.T) {
	release := make(chan struct{})
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("["))
		w.(http.Flusher).Flush()
		select { // the next byte never comes
		case <-release:
		case <-r.Context().Done():
		}
	})
	defer close(release)
	a := ask(t, newClient(t, s.URL, opts{}), "/", 50*time.Millisecond)
	if got := a.said(); !strings.HasSuffix(got, "did not answer: its time was over") {
		t.Errorf("said %q", got)
	}
}

func TestASystemThatIsNotThere(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	a := ask(t, newClient(t, s.URL, opts{}), "/orders?customer=Ann", 0)
	if got := a.said(); !strings.HasSuffix(got, "did not answer: connection refused") || strings.Contains(got, "Ann") {
		t.Errorf("said %q", got)
	}
}

func TestAReadIsAsCurrentAsItsOldestAnswer(t *testing.T) {
	date := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	answers := []map[string]string{
		{"Date": date.Format(http.TimeFormat)},
		{"Date": date.Add(time.Minute).Format(http.TimeFormat), "Age": "90"},
	}
	i := 0
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		jsonAnswer(answers[i], 200, "[]")(w, r)
		i++
	})
	c := newClient(t, s.URL, opts{})
	var gaps Gaps
	r, ctx, cancel := c.NewRead(context.Background(), &gaps)
	defer cancel()
	for _, want := range []time.Time{date, date.Add(-30 * time.Second)} {
		if _, err := r.Do(ctx, Request{URL: c.Base()}); err != nil {
			t.Fatal(err)
		}
		if !r.AsOf().Equal(want) {
			t.Errorf("as of %v, want %v", r.AsOf(), want)
		}
	}
	r.Older(date.Add(-time.Hour))
	if !r.AsOf().Equal(date.Add(-time.Hour)) {
		t.Errorf("as of %v", r.AsOf())
	}
	r.note(currency{})
	if !r.AsOf().IsZero() {
		t.Errorf("an answer without a date is as of %v", r.AsOf())
	}
}

func TestAnotherOriginIsNotAsked(t *testing.T) {
	c := newClient(t, "http://127.0.0.1:1", opts{})
	var gaps Gaps
	r, ctx, cancel := c.NewRead(context.Background(), &gaps)
	defer cancel()
	u, _ := url.Parse("http://127.0.0.1:2/x")
	if _, err := r.Do(ctx, Request{URL: u}); err == nil || !strings.Contains(err.Error(), "another origin") {
		t.Errorf("%v", err)
	}
}

func TestVerifyTLSFalseMarksEveryRead(t *testing.T) {
	s := httptest.NewUnstartedServer(jsonAnswer(nil, 200, "[]"))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	if a := ask(t, newClient(t, s.URL, opts{}), "/", 0); !strings.HasSuffix(a.said(), "its certificate is signed by an unknown authority") {
		t.Errorf("verified: %q", a.said())
	}
	no := false
	c := newClient(t, s.URL, opts{settings: Settings{VerifyTLS: &no}})
	if a := ask(t, c, "/", 0); a.said() != "advice unobserved: "+unprovenDetail {
		t.Errorf("not verified: %q", a.said())
	}
	if n := c.Notices(); len(n) != 1 || n[0].Code != NoticeTLSNotVerified {
		t.Errorf("notices %v", n)
	}
}

func TestGapsAreNotedOnce(t *testing.T) {
	var g Gaps
	g.Advise(value.GapUnobserved, "x")
	if g.Impeached() {
		t.Error("advice impeaches")
	}
	g.Add(value.GapUnobserved, "x")
	g.Add(value.GapUnobserved, "x")
	if len(g.list) != 2 || !g.Impeached() {
		t.Errorf("%v", g.list)
	}
}
