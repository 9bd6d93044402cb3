package file

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 3, 3, 12, 0, 0, 0, time.UTC)

func capture(t *testing.T, section map[string]any, params map[string]string) *sdktest.Result {
	t.Helper()
	text, err := json.Marshal(section)
	if err != nil {
		t.Fatal(err)
	}
	a := adapter{now: func() time.Time { return noon }}
	return sdktest.Capture(context.Background(), sdktest.Request{Adapter: a, Section: string(text), Params: params})
}

// put writes a file as old as age.
func put(t *testing.T, root, name, content string, age time.Duration) {
	t.Helper()
	at := filepath.Join(root, name)
	if err := os.WriteFile(at, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(at, noon.Add(-age), noon.Add(-age)); err != nil {
		t.Fatal(err)
	}
}

// lines are the records, a line each, sorted.
func lines(t *testing.T, r *sdktest.Result) string {
	t.Helper()
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	var out []string
	for _, rec := range r.Records() {
		names := make([]string, 0, len(rec))
		for n := range rec {
			names = append(names, n)
		}
		sort.Strings(names)
		for i, n := range names {
			names[i] = n + "=" + rec[n].Text()
		}
		out = append(out, strings.Join(names, " "))
	}
	sort.Strings(out)
	return strings.Join(out, "\n")
}

func TestArrivalIsARecordAFile(t *testing.T) {
	root := t.TempDir()
	put(t, root, "claim-1.csv", "id,total\n1,42.00\n", time.Minute)
	put(t, root, "claim-2.csv", "", 2*time.Hour)
	put(t, root, "other.txt", "x", time.Minute)
	r := capture(t, map[string]any{
		"root": root, "file_pattern": "*.csv", "file_min_size": 4,
		"file_mtime_window_s": 600, "file_content_probe": `\b42\.00\b`,
	}, nil)
	want := `content_match=false fresh=false id=claim-2.csv mtime=2026-03-03T10:00:00Z name=claim-2.csv path=claim-2.csv size=0 size_ok=false
content_match=true fresh=true id=claim-1.csv mtime=2026-03-03T11:59:00Z name=claim-1.csv path=claim-1.csv size=17 size_ok=true`
	if d := cmp.Diff(want, lines(t, r)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(r.Trailer.Gaps) != 0 {
		t.Errorf("gaps %v", r.Trailer.Gaps)
	}
}

func TestFieldsAreDeclaredThoughNoFileCame(t *testing.T) {
	r := capture(t, map[string]any{"root": t.TempDir(), "file_sha256": true}, nil)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	var names []string
	for _, f := range r.Header.Fields {
		names = append(names, f.Name)
	}
	if d := cmp.Diff([]string{"id", "path", "name", "size", "mtime", "size_ok", "sha256"}, names); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestFreshnessAtItsEdges(t *testing.T) {
	for name, c := range map[string]struct {
		age  time.Duration
		want string // "" where it is left out
	}{
		"well within the window":                 {time.Minute, "true"},
		"just written":                           {0, "true"},
		"older than the window":                  {11 * time.Minute, "false"},
		"so near the edge that clocks decide":    {10 * time.Minute, ""},
		"in the future, as of another's clock":   {-time.Minute, ""},
		"in the future by less than clocks tell": {-20 * time.Millisecond, "true"},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			put(t, root, "a", "x", c.age)
			r := capture(t, map[string]any{"root": root, "file_mtime_window_s": 600}, nil)
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			if got := r.Records()[0]["fresh"].Text(); got != c.want {
				t.Errorf("fresh is %q, want %q", got, c.want)
			}
			if gap := len(r.Trailer.Gaps) == 1 && r.Trailer.Gaps[0].Kind == value.GapUnobserved; gap != (c.want == "") {
				t.Errorf("gaps %v", r.Trailer.Gaps)
			}
		})
	}
}

func TestWhatIsStillBeingWrittenIsInFlight(t *testing.T) {
	root := t.TempDir()
	put(t, root, "report.csv.filepart", "half", 0)
	r := capture(t, map[string]any{"root": root, "file_pattern": "report*"}, nil)
	want := []value.Gap{{Kind: value.GapInFlight, Detail: "1 entry: under a temporary name"}}
	if d := cmp.Diff(want, r.Trailer.Gaps); d != "" || len(r.Records()) != 0 {
		t.Errorf("%d records, gaps (-want +got):\n%s", len(r.Records()), d)
	}
}

func TestNamesInTwoUnicodeForms(t *testing.T) {
	const composed, decomposed = "caf\u00e9.csv", "cafe\u0301.csv"
	root := t.TempDir()
	put(t, root, decomposed, "x", 0)
	as := func(form string) *sdktest.Result {
		return capture(t, map[string]any{"root": root, "file_name_form": form}, nil)
	}
	if got := as("as-is").Records()[0]["path"].Text(); got != decomposed {
		t.Errorf("as it is: %q", got)
	}
	if got := as("nfc").Records()[0]["path"].Text(); got != composed {
		t.Errorf("in normal form C: %q", got)
	}
	put(t, root, composed, "x", 0)
	r := as("nfc")
	if len(r.Trailer.Gaps) != 1 || r.Trailer.Gaps[0].Kind != value.GapUnobserved {
		t.Errorf("both forms at once: gaps %v", r.Trailer.Gaps)
	}
}

func TestSectionsThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		section map[string]any
		detail  string
	}{
		"no root":                 {map[string]any{}, "a file section needs exactly one of root and sftp"},
		"a pattern that climbs":   {map[string]any{"root": "/x", "file_pattern": "../a"}, `"file_pattern": the pattern has a . or .. folder; nothing outside the root is ever read`},
		"an empty pattern":        {map[string]any{"root": "/x", "file_pattern": ""}, `"file_pattern": the pattern is empty; write * for every file in the folder`},
		"a probe without its end": {map[string]any{"root": "/x", "file_content_probe": "(secret"}, `"file_content_probe" does not compile as an RE2 regular expression: missing closing )`},
		"a window of nothing":     {map[string]any{"root": "/x", "file_mtime_window_s": 0}, `"file_mtime_window_s" is not a number of seconds above 0 and up to a year`},
		"a server without a key":  {map[string]any{"sftp": map[string]any{"host": "h", "user": "u", "known_hosts": "k", "root": "/"}}, `"sftp" needs exactly one of key_env, password_env and agent`},
	} {
		t.Run(name, func(t *testing.T) {
			re := sdk.AsReadError(capture(t, c.section, nil).Err)
			if re == nil || re.Reason != sdk.ReasonMisconfigured || re.Detail != c.detail {
				t.Errorf("answered by %+v", re)
			}
		})
	}
}

func TestAKeyThatDoesNotParseIsARefusedCredential(t *testing.T) {
	section := map[string]any{"sftp": map[string]any{"host": "h", "user": "u", "known_hosts": "k", "root": "/", "key_env": "K"}}
	re := sdk.AsReadError(capture(t, section, nil).Err)
	want := "the private key does not parse; it starts with -----BEGIN and ends with its END line and a line break"
	if re == nil || re.Reason != sdk.ReasonCredentialRefused || re.Detail != want {
		t.Errorf("answered by %+v", re)
	}
}
