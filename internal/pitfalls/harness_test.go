package pitfalls

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/internal/judgetest"
	"github.com/effectkit/effectkit/sdk"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pages are a server's answers by path and query. BASE stands for its address.
type pages map[string]page

type page struct {
	body   string
	status int
	header map[string]string
}

// date is when the servers of the cases answer.
const date = "Tue, 03 Mar 2026 10:00:10 GMT"

func (p pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	one, ok := p[r.URL.RequestURI()]
	if !ok {
		one = page{status: 404, body: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-found"}]}`}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Date", date)
	for k, v := range one.header {
		w.Header().Set(k, strings.ReplaceAll(v, "BASE", "http://"+r.Host))
	}
	if one.status != 0 {
		w.WriteHeader(one.status)
	}
	body := strings.ReplaceAll(one.body, "https://ehr.example.test", "BASE")
	_, _ = w.Write([]byte(strings.ReplaceAll(body, "BASE", "http://"+r.Host)))
}

// one is a server with one answer.
func one(path, body string) pages { return pages{path: {body: body}} }

// pitfall is a case: what was there before the action and after it, and the
// verdict that is right.
type pitfall struct {
	section string // without base_url
	before  http.Handler
	after   http.Handler
	effect  string
	want    string // verdict and ground
}

func (p pitfall) run(t *testing.T, a sdk.Adapter, path string) {
	t.Helper()
	s := &swap{handler: p.before}
	ts := httptest.NewServer(s)
	defer ts.Close()
	r := judgetest.Reader{Adapter: a, Section: p.section, Base: ts.URL + path}
	before := r.Capture(t)
	s.handler = p.after
	after := r.Capture(t)
	if got := judgetest.Verdict(t, p.effect, nil, before, after); got != p.want {
		t.Errorf("%s, want %s\nbefore: %d records, gaps %v %s\nafter: %d records, gaps %v %s", got, p.want,
			before.Len(), before.Gaps, before.Detail, after.Len(), after.Gaps, after.Detail)
	}
}

// swap is a server whose system changes between two reads.
type swap struct{ handler http.Handler }

func (s *swap) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
