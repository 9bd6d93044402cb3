package faultserver

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a back end behind a server, on a clock that moves by hand.
type bench struct {
	*Backend
	t      *testing.T
	server *httptest.Server
	mu     sync.Mutex
	now    time.Time
	passed time.Duration
}

func newBench(t *testing.T, run Run) *bench {
	t.Helper()
	b := &bench{t: t, now: time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)}
	b.Backend = New(Options{Dir: t.TempDir(), Now: b.clock, Pass: b.pass, Elsewhere: "http://elsewhere.invalid"})
	b.server = httptest.NewServer(b.Backend)
	t.Cleanup(func() {
		b.server.CloseClientConnections()
		b.server.Close()
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	if run.Key == "" {
		run.Key = "k-1"
	}
	if err := b.Load(run); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) clock() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

func (b *bench) pass(d time.Duration) {
	b.mu.Lock()
	b.now = b.now.Add(d)
	b.passed += d
	now := b.now
	b.mu.Unlock()
	b.Advance(now)
}

func (b *bench) act() Screen {
	b.t.Helper()
	screen, err := b.Act(context.Background(), b.server.Client(), b.server.URL)
	if err != nil {
		b.t.Fatal(err)
	}
	return screen
}

func (b *bench) truth() Truth {
	b.t.Helper()
	truth, err := b.Truth()
	if err != nil {
		b.t.Fatal(err)
	}
	return truth
}

// get asks for a path and gives the status and the body that came.
func (b *bench) get(path string) (int, string, http.Header, error) {
	b.t.Helper()
	req, err := http.NewRequest(http.MethodGet, b.server.URL+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Close = true
	res, err := (&http.Client{
		Transport:     &http.Transport{DisableCompression: true, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}).Do(req)
	if err != nil {
		return 0, "", nil, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, string(text), res.Header, err
}

// counts are added, removed and changed observations, and whether charges stood
// still.
func (b *bench) counts(before, after Truth) [4]int {
	d := after.Compare(before, Observations)
	side := 0
	if !after.Compare(before, Charges).None() {
		side = 1
	}
	return [4]int{len(d.Added), len(d.Removed), len(d.Changed), side}
}

func TestWhatFaultsDoToTheStore(t *testing.T) {
	for fault, want := range map[string][4]int{
		"clean":                {1, 0, 0, 0},
		"optimistic":           {0, 0, 0, 0},
		"session_expired":      {0, 0, 0, 0},
		"ignored":              {0, 0, 0, 0},
		"duplicate":            {2, 0, 0, 0},
		"double_click":         {2, 0, 0, 0},
		"idempotent":           {1, 0, 0, 0},
		"timeout_after_write":  {1, 0, 0, 0},
		"stale_overwrite":      {1, 1, 0, 0},
		"over_write":           {32, 0, 0, 0},
		"flap":                 {0, 0, 0, 0},
		"late_duplicate":       {2, 0, 0, 0},
		"replace_target":       {1, 1, 0, 0},
		"move_out_of_scope":    {1, 0, 1, 0},
		"side_surface":         {1, 0, 0, 1},
		"side_surface_altered": {1, 0, 0, 1},
	} {
		t.Run(fault, func(t *testing.T) {
			b := newBench(t, Run{Fault: faultNamed(t, fault), Face: "rest"})
			before := b.truth()
			if screen := b.act(); screen != faultNamed(t, fault).Screen {
				t.Errorf("the screen shows %q", screen)
			}
			after, err := b.Finish()
			if err != nil {
				t.Fatal(err)
			}
			if got := b.counts(before, after); got != want {
				t.Errorf("added, removed, changed, side: %v, want %v", got, want)
			}
		})
	}
}

func TestAStepAppliesWhenTheClockHasPassedItsTime(t *testing.T) {
	b := newBench(t, Run{Fault: faultNamed(t, "late_write"), Face: "sql", Shift: 100 * time.Millisecond})
	before := b.truth()
	b.act()
	b.pass(1599 * time.Millisecond)
	if got := b.counts(before, b.truth()); got[0] != 0 {
		t.Fatalf("written before its time: %v", got)
	}
	b.pass(time.Millisecond)
	if got := b.counts(before, b.truth()); got[0] != 1 {
		t.Fatalf("not written at its time: %v", got)
	}
}

func TestEveryFaceHasEveryRow(t *testing.T) {
	b := newBench(t, Run{Fault: faultNamed(t, "clean"), Face: "rest"})
	b.act()
	for path, at := range map[string]string{RESTPath + "/observations": "records", FHIRPath + "/Observation": "entry"} {
		_, text, _, err := b.get(path)
		if err != nil {
			t.Fatal(err)
		}
		var answer map[string]json.RawMessage
		var rows []any
		if json.Unmarshal([]byte(text), &answer) != nil || json.Unmarshal(answer[at], &rows) != nil || len(rows) != 7 {
			t.Errorf("%s: %d rows, want 7: %s", path, len(rows), text)
		}
		if !strings.Contains(text, "9007199254740993") {
			t.Errorf("%s: the large identity is not there", path)
		}
	}
	res, err := http.Post(b.server.URL+GraphQLPath, "application/json", strings.NewReader(`{"query":"{ charges { nodes { id } } }"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if text, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(text), `"totalCount":1`) {
		t.Errorf("%s %v", text, err)
	}
	b.server.Client().CloseIdleConnections()
	http.DefaultClient.CloseIdleConnections()
}

func TestWhatStandsBetweenTheRecordsAndTheirReader(t *testing.T) {
	path := RESTPath + "/observations"
	for fault, sees := range map[string]func(status int, text string, h http.Header, err error) bool{
		"truncated_body/clean": func(_ int, _ string, _ http.Header, err error) bool { return err != nil },
		"http_206/clean": func(status int, text string, _ http.Header, _ error) bool {
			return status == 206 && !strings.Contains(text, "evening")
		},
		"stale_cache/clean": func(_ int, text string, h http.Header, _ error) bool {
			return h.Get("Age") == "60" && !strings.Contains(text, "evening")
		},
		"stale_cache_304/clean": func(status int, text string, _ http.Header, _ error) bool { return status == 304 && text == "" },
		"cross_origin_redirect/clean": func(status int, _ string, h http.Header, _ error) bool {
			return status == 307 && h.Get("Location") == "http://elsewhere.invalid"+path
		},
		"permission_filtered/clean": func(_ int, text string, _ http.Header, _ error) bool { return strings.Contains(text, `"records":[]`) },
		"gzip_bomb/clean": func(_ int, text string, h http.Header, _ error) bool {
			return h.Get("Content-Encoding") == "gzip" && len(text) < 4000
		},
		"huge_body/clean":         func(_ int, text string, _ http.Header, _ error) bool { return len(text) > 400_000 },
		"not_a_number/clean":      func(_ int, text string, _ http.Header, _ error) bool { return strings.Contains(text, "NaN") },
		"unreachable_after/clean": func(_ int, _ string, _ http.Header, err error) bool { return err != nil },
		"restored_copy/clean": func(_ int, text string, _ http.Header, _ error) bool {
			return strings.Contains(text, `"source":"store-restored"`)
		},
		"truncated_page/clean": func(_ int, text string, _ http.Header, _ error) bool {
			return strings.Contains(text, `"next":null`) && strings.Contains(text, `"total":7`)
		},
		"paged_link/clean": func(_ int, _ string, h http.Header, _ error) bool {
			return strings.HasSuffix(h.Get("Link"), `offset=3>; rel="next"`)
		},
		"replica_lag/clean": func(_ int, text string, _ http.Header, _ error) bool { return !strings.Contains(text, "evening") },
	} {
		t.Run(fault, func(t *testing.T) {
			b := newBench(t, Run{Fault: faultNamed(t, fault), Face: "rest"})
			if status, text, _, err := b.get(path); status != http.StatusOK || err != nil || !strings.Contains(text, "morning") {
				t.Fatalf("before the write: %d %v %s", status, err, text)
			}
			b.act()
			if status, text, h, err := b.get(path); !sees(status, text, h, err) {
				t.Errorf("%d %v %v %.300s", status, err, h, text)
			}
		})
	}
}

func TestAReaderOfAReplicaCatchesUp(t *testing.T) {
	b := newBench(t, Run{Fault: faultNamed(t, "replica_lag/clean"), Face: "rest"})
	b.act()
	b.pass(1200 * time.Millisecond)
	if _, text, _, _ := b.get(RESTPath + "/observations"); !strings.Contains(text, "evening") {
		t.Errorf("not caught up: %s", text)
	}
}

func TestTimePassesForWhoeverWaits(t *testing.T) {
	b := newBench(t, Run{Fault: faultNamed(t, "status_429/clean"), Face: "rest", Latency: 40 * time.Millisecond, Waits: true})
	b.act()
	if status, _, _, _ := b.get(RESTPath + "/observations"); status != http.StatusTooManyRequests {
		t.Fatalf("status %d", status)
	}
	if want := 1040 * time.Millisecond; b.passed != want {
		t.Errorf("%s passed, want %s", b.passed, want)
	}
}

func TestTheFileMovesAwayOrIsReplaced(t *testing.T) {
	b := newBench(t, Run{Fault: faultNamed(t, "unreachable_after/clean"), Face: "sql"})
	b.act()
	if _, err := os.Stat(b.Database()); !os.IsNotExist(err) {
		t.Errorf("the file is still there: %v", err)
	}
	b = newBench(t, Run{Fault: faultNamed(t, "restored_copy/clean"), Face: "sql"})
	first, err := os.Stat(b.Database())
	if err != nil {
		t.Fatal(err)
	}
	b.act()
	second, err := os.Stat(b.Database())
	if err != nil || os.SameFile(first, second) {
		t.Errorf("the same file answers: %v", err)
	}
	if len(b.truth()[Observations]) != 7 {
		t.Error("the truth went with the copy")
	}
}
