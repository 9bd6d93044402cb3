package pitfalls

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
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
	e, err := effect.ParseEffect("case", []byte(p.effect))
	if err != nil {
		t.Fatal(err)
	}
	bound, err := e.Bind(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	s := &swap{handler: p.before}
	ts := httptest.NewServer(s)
	defer ts.Close()
	before := capture(t, a, ts.URL+path, p.section)
	s.handler = p.after
	after := capture(t, a, ts.URL+path, p.section)
	j := judge.Judge(judge.Request{Effect: bound, Before: before, After: after})
	if got := string(j.Decision) + " " + string(j.Ground); got != p.want {
		t.Errorf("%s, want %s\nbefore: %d records, gaps %v %s\nafter: %d records, gaps %v %s", got, p.want,
			before.Len(), before.Gaps, before.Detail, after.Len(), after.Gaps, after.Detail)
	}
}

// swap is a server whose system changes between two reads.
type swap struct{ handler http.Handler }

func (s *swap) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func capture(t *testing.T, a sdk.Adapter, base, section string) *judge.Snapshot {
	t.Helper()
	var keys map[string]json.RawMessage
	if err := json.Unmarshal([]byte(section), &keys); err != nil {
		t.Fatalf("the section of the case: %v", err)
	}
	keys["base_url"], _ = json.Marshal(base)
	text, _ := json.Marshal(keys)
	res := sdktest.Capture(context.Background(), sdktest.Request{Adapter: a, Section: string(text)})
	if res.Err != nil {
		s := &judge.Snapshot{Reason: effect.AdapterFailed, Detail: res.Err.Error(), Reader: "r"}
		if re := sdk.AsReadError(res.Err); re != nil {
			switch re.Reason {
			case sdk.ReasonUnreachable:
				s.Reason = effect.Unreachable
			case sdk.ReasonCredentialRefused:
				s.Reason = effect.CredentialRefused
			case sdk.ReasonTooLarge:
				s.Reason = effect.EvidenceTooLarge
			}
		}
		return s
	}
	s := &judge.Snapshot{Reachable: true, Complete: true, Gaps: res.Trailer.Gaps, Source: res.Trailer.Source, Records: res.Batches, Reader: "r"}
	if res.Header.FieldsKnown {
		s.Fields = res.Header.Fields
	}
	return s
}

func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
