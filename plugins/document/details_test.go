package document

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
)

func TestDecimalCommasAreReadExactlyOrNotAtAll(t *testing.T) {
	for text, want := range map[string]string{
		"1": "1", "0": "0", "-1": "-1", "1,5": "1.5", "-0,50": "-0.50", "007": "7", "0,07": "0.07",
		"1.234,56": "1234.56", "1 234 567,8": "1234567.8", "1.234.567": "1234567",
		"12345678901234567890,123": "12345678901234567890.123",
		"":                         "", ",5": "", "1,": "", "1,5,6": "", "1.23": "", "1.2345": "", "12.34,5": "", "+1": "", " 1": "", "1 ": "",
		"1e5": "", "NaN": "", "1.234.56": "", "--1": "", "1'234": "",
	} {
		v, err := decimalComma(text)
		if got := v.Text(); err == nil && (want == "" || got != want) || err != nil && want != "" {
			t.Errorf("%q is %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestRowsAreToldApartByTheFieldThatTheSectionNames(t *testing.T) {
	for name, c := range map[string]struct {
		doc  string
		want []string
		gaps []string
	}{
		"a field of its own in every row": {"k,v\nx,1\ny,2\n", []string{"id=text:doc#x k=text:x parseable=bool:true v=text:1", "id=text:doc#y k=text:y parseable=bool:true v=text:2"}, nil},
		"an empty text is one too":        {"k,v\n,1\n", []string{"id=text:doc# k=text: parseable=bool:true v=text:1"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := capture(t, map[string]any{"root": folder(t, map[string]string{"doc": c.doc}), "document_format": "csv", "document_row_id": "k"})
			if d := cmp.Diff(c.want, content(r)); d != "" || r.Err != nil {
				t.Errorf("%v, records (-want +got):\n%s", r.Err, d)
			}
		})
	}
	r := capture(t, map[string]any{"root": folder(t, map[string]string{"doc": "{\"k\":1}\n{\"v\":2}\n{\"k\":null}\n"}), "document_format": "jsonl", "document_row_id": "k"})
	if len(r.Records()) != 1 || r.Err != nil || len(gaps(r)) != 1 || gaps(r)[0] != "unobserved: 2 entries: not readable" {
		t.Errorf("rows without the field: %d records, gaps %v, %v", len(r.Records()), gaps(r), r.Err)
	}
}

func TestOneBadDocumentHidesNoOther(t *testing.T) {
	r := capture(t, map[string]any{"root": folder(t, map[string]string{"a": `{"n":1}`, "b": `{`, "c": `{"n":3}`, "d.part": `{"n":4}`, "e": ""})})
	want := []string{"id=text:a n=int:1 parseable=bool:true", "id=text:b parseable=bool:false", "id=text:c n=int:3 parseable=bool:true"}
	if d := cmp.Diff(want, content(r)); d != "" || r.Err != nil {
		t.Errorf("%v, records (-want +got):\n%s", r.Err, d)
	}
	wantGaps := []string{"in_flight: 1 entry: under a temporary name", cut, parses}
	if d := cmp.Diff(wantGaps, gaps(r)); d != "" {
		t.Errorf("gaps (-want +got):\n%s", d)
	}
}

func TestFreshnessOfDocuments(t *testing.T) {
	for name, c := range map[string]struct {
		age  time.Duration
		want string // "" for missing
		gaps int
	}{
		"within the window":  {30 * time.Second, "true", 0},
		"older":              {61 * time.Second, "false", 0},
		"at its very edge":   {60 * time.Second, "", 1},
		"ahead of our clock": {-time.Second, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			root := folder(t, map[string]string{"doc": `{"n":1}`})
			if err := os.Chtimes(filepath.Join(root, "doc"), noon, noon.Add(-c.age)); err != nil {
				t.Fatal(err)
			}
			r := capture(t, map[string]any{"root": root, "file_mtime_window_s": 60})
			if r.Err != nil || r.Records()[0]["fresh"].Text() != c.want || len(gaps(r)) != c.gaps {
				t.Errorf("fresh is %q, gaps %v, %v", r.Records()[0]["fresh"].Text(), gaps(r), r.Err)
			}
		})
	}
}

func TestCapsOnDocumentsAndRecords(t *testing.T) {
	root := folder(t, map[string]string{"a": `{"n":1}`, "b": `{"n":2}`})
	long := capture(t, map[string]any{"root": root, "document_max_bytes": 6})
	if len(long.Records()) != 0 || len(gaps(long)) != 1 || gaps(long)[0] != "truncated: 2 entries: longer than may be read" {
		t.Errorf("too long: %d records, gaps %v, %v", len(long.Records()), gaps(long), long.Err)
	}
	if r := capture(t, map[string]any{"root": root, "document_max_bytes": 7}); len(r.Records()) != 2 || len(gaps(r)) != 0 {
		t.Errorf("as long as may be: %d records, gaps %v", len(r.Records()), gaps(r))
	}
	text, err := json.Marshal(map[string]any{"root": root})
	if err != nil {
		t.Fatal(err)
	}
	for limit, fits := range map[int64]bool{1: false, 2: true} {
		r := sdktest.Capture(t.Context(), sdktest.Request{Adapter: New(), Section: string(text), MaxRows: limit})
		re := sdk.AsReadError(r.Err)
		if fits != (r.Err == nil) || !fits && (re == nil || re.Reason != sdk.ReasonTooLarge) {
			t.Errorf("at most %d: %v", limit, r.Err)
		}
	}
}

func TestTextsThatFitInSeveralPlaces(t *testing.T) {
	for name, c := range map[string]struct {
		text, pattern string
		want          []string
		gaps          []string
	}{
		"the same twice":                   {"n=1 n=1", `n=(?P<n>\d)`, []string{"id=text:doc n=text:1 parseable=bool:true"}, nil},
		"another the second time":          {"n=1 n=2", `n=(?P<n>\d)`, nil, []string{doubt}},
		"a group that took part once":      {"n=1 m=2", `n=(?P<n>\d)|m=(?P<m>\d)`, nil, []string{doubt}},
		"a group that took no part":        {"n=1", `n=(?P<n>\d)(?P<m>x)?`, []string{"id=text:doc n=text:1 parseable=bool:true"}, nil},
		"a group of no text":               {"n=", `n=(?P<n>\d*)`, []string{"id=text:doc n=text: parseable=bool:true"}, nil},
		"a byte order mark is no text":     {"\xef\xbb\xbfn=1", `^n=(?P<n>\d)`, []string{"id=text:doc n=text:1 parseable=bool:true"}, nil},
		"one that would cost backtracking": {strings.Repeat("a", 5000) + "!", `^(?P<n>(a+)+)$`, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
	} {
		t.Run(name, func(t *testing.T) {
			r := capture(t, map[string]any{"root": folder(t, map[string]string{"doc": c.text}), "document_format": "text", "document_text_pattern": c.pattern})
			if d := cmp.Diff(c.want, content(r)); d != "" || r.Err != nil {
				t.Errorf("%v, records (-want +got):\n%s", r.Err, d)
			}
			if d := cmp.Diff(c.gaps, gaps(r)); d != "" {
				t.Errorf("gaps (-want +got):\n%s", d)
			}
		})
	}
}

func TestJSONThatIsAlmostJSONDoesNotParse(t *testing.T) {
	for _, text := range []string{
		`{"n": NaN}`, `{"n": 01}`, `{"n": 1} x`, `{"n": 1}{"n": 2}`, `{'n': 1}`, `{"n": 1,}`, `[1]`, `7`, `null`, `{"n": 1 /* no */}`, `{"a":{"n":1,"n":1}}`, "{\"n\": \"\x01\"}", `{"n": "\ud800"}`, "\xef\xbb\xbf",
	} {
		r := capture(t, map[string]any{"root": folder(t, map[string]string{"doc": text})})
		if r.Err != nil || len(gaps(r)) != 1 {
			t.Errorf("%q: records %v, gaps %v, %v", text, content(r), gaps(r), r.Err)
		}
		for _, rec := range r.Records() {
			if rec["parseable"].Bool() {
				t.Errorf("%q parses: %v", text, content(r))
			}
		}
	}
}

func TestNumbersOfJSONStayWhatTheyAre(t *testing.T) {
	r := capture(t, map[string]any{"root": folder(t, map[string]string{"doc": `{"big": 9007199254740993, "money": 10.10, "exp": 1e3, "neg": -0.0, "deep": {"n": [1, 2]}}`})})
	want := []string{`big=int:9007199254740993 deep=json:{"n": [1, 2]} exp=decimal:1e3 id=text:doc money=decimal:10.10 neg=decimal:-0.0 parseable=bool:true`}
	if d := cmp.Diff(want, content(r)); d != "" || r.Err != nil {
		t.Errorf("%v, records (-want +got):\n%s", r.Err, d)
	}
}
