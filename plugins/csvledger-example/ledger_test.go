package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
)

// write makes a ledger and gives its path.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ledger.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const columns = `"columns":{"id":"int","account":"text","amount":"decimal","posted":"bool","at":"time"}`

const header = "at,id,account,amount,posted,note\n"

func capture(t *testing.T, path, more string, params map[string]string) *sdktest.Result {
	t.Helper()
	return sdktest.Capture(t.Context(), sdktest.Request{
		Adapter: ledger{}, Section: `{"path":"` + path + `",` + columns + more + `}`, Params: params,
	})
}

// gaps are a read's gaps, one a line.
func gaps(r *sdktest.Result) string {
	var out []string
	for _, g := range r.Trailer.Gaps {
		out = append(out, string(g.Kind)+": "+g.Detail)
	}
	return strings.Join(out, "\n")
}

func TestALedgerIsReadExactly(t *testing.T) {
	path := write(t, header+
		"2026-05-01T09:00:00+02:00,9007199254740993,\"4711, main\",10.50,true,x\n"+
		",2,,,,\n")
	got := capture(t, path, "", nil)
	if got.Err != nil || gaps(got) != "" {
		t.Fatal(got.Err, gaps(got))
	}
	first, second := got.Records()[0], got.Records()[1]
	if first["id"].Text() != "9007199254740993" || first["account"].Text() != "4711, main" || first["amount"].Text() != "10.50" || !first["posted"].Bool() {
		t.Errorf("%v", first)
	}
	if at, ok := first["at"].Instant(); !ok || !at.Equal(time.Date(2026, 5, 1, 7, 0, 0, 0, time.UTC)) {
		t.Errorf("at %v", at)
	}
	if !second["at"].IsNull() || !second["amount"].IsNull() || second["account"].IsNull() {
		t.Errorf("an empty field is null, an empty text is not: %v", second)
	}
	if _, carries := first["note"]; carries {
		t.Error("a column that was not asked for was read")
	}
	if h := got.Header; !h.FieldsKnown || h.Fields[0] != (value.Field{Name: "at", Kind: value.Time}) || !strings.HasPrefix(h.Source, "file:/") {
		t.Errorf("%+v", h)
	}
}

func TestOnlyTheRowsAskedForAreRead(t *testing.T) {
	path := write(t, header+",1,a,1,,\n,2,b,2,,\n,3,a,3,,\n")
	got := capture(t, path, `,"where":{"account":{"param":"acct"}}`, map[string]string{"acct": "a"})
	if got.Err != nil || len(got.Records()) != 2 {
		t.Errorf("%v, %v", got.Records(), got.Err)
	}
}

func TestWhatCannotBeReadIsAGap(t *testing.T) {
	for _, c := range []struct{ name, text, more, want string }{
		{"a row of too few fields", header + ",1,a,1,,\n,2,b\n,3,a,3,,\n", "", "unobserved: line 3 does not have the 6 fields of the header"},
		{"a quote in the middle", header + ",1,a\"b,1,,\n,3,a,3,,\n", "", "unobserved: line 2 does not parse"},
		{"a quote that never ends", header + ",1,\"a,1,,\n,3,a,3,,\n", "", "unobserved: line 2 does not parse"},
		{"a number that is none", header + ",1,a,\"1,50\",,\n", "", `unobserved: line 2: "amount" is not a decimal number`},
		{"a time without a zone", header + "2026-05-01 09:00,1,a,1,,\n", "", `unobserved: line 2: "at" is not a time with a zone (RFC 3339)`},
		{"a bad row out of the scope is none", header + ",1,a,x,,\n", `,"where":{"account":"b"}`, ""},
		{"a last line without an end", header + ",1,a,1,,", "", "in_flight: the last line has no end: it may still be written"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := capture(t, write(t, c.text), c.more, nil)
			if got.Err != nil || gaps(got) != c.want {
				t.Errorf("%v\ngot  %s\nwant %s", got.Err, gaps(got), c.want)
			}
		})
	}
}

func TestTheRowCapIsAGapOnlyWhenThereWasOneMore(t *testing.T) {
	path := write(t, header+",1,a,1,,\n,2,a,2,,\n")
	for most, want := range map[int64]string{1: "truncated: there are more than 1 rows", 2: ""} {
		got := sdktest.Capture(t.Context(), sdktest.Request{Adapter: ledger{}, Section: `{"path":"` + path + `",` + columns + `}`, MaxRows: most})
		if got.Err != nil || gaps(got) != want || len(got.Records()) != int(most) {
			t.Errorf("%d: %v, %s", most, got.Err, gaps(got))
		}
	}
}

func TestALedgerThatIsRewrittenWhileItIsReadIsAGap(t *testing.T) {
	text := header + ",1,a,1,,\n"
	for name, change := range map[string]func(path string) error{
		"appended to": func(path string) error { return os.WriteFile(path, []byte(text+",2,a,2,,\n"), 0o600) },
		"replaced by one alike": func(path string) error {
			other := path + ".new"
			if err := os.WriteFile(other, []byte(text), 0o600); err != nil {
				return err
			}
			return os.Rename(other, path)
		},
		"touched": func(path string) error { return os.Chtimes(path, time.Time{}, time.Unix(1, 0)) },
		"removed": os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, text)
			r, err := open(section{Path: path})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			w := sdk.NewRecordWriter(t.Context(), nothing{})
			if _, err := r.header(map[string]string{"id": "int"}); err != nil {
				t.Fatal(err)
			}
			if err := change(path); err != nil {
				t.Fatal(err)
			}
			if err := r.rows(context.Background(), nil, nil, 0, w); err != nil {
				t.Fatal(err)
			}
			if err := r.finish(w); err != nil {
				t.Fatal(err)
			}
			end, err := w.Finish()
			if err != nil || len(end.Gaps) == 0 || end.Gaps[len(end.Gaps)-1].Detail != "the ledger changed while it was read" {
				t.Errorf("%+v, %v", end.Gaps, err)
			}
		})
	}
}

type nothing struct{}

func (nothing) Header(sdk.Header) error  { return nil }
func (nothing) Batch(*value.Batch) error { return nil }

func TestAReadThatCannotBeSaysWhy(t *testing.T) {
	dir := t.TempDir()
	ok := write(t, header)
	for _, c := range []struct {
		name, section string
		reason        sdk.Reason
		want          string
	}{
		{"no file", `{"path":"` + dir + `/none","columns":{"id":"int"}}`, sdk.ReasonUnreachable, "the ledger cannot be opened"},
		{"a directory", `{"path":"` + dir + `","columns":{"id":"int"}}`, sdk.ReasonUnreachable, "the ledger is not a regular file"},
		{"an empty file", `{"path":"` + write(t, "") + `","columns":{"id":"int"}}`, sdk.ReasonUnreachable, "the ledger has no header row"},
		{"a missing column", `{"path":"` + ok + `","columns":{"total":"int"}}`, sdk.ReasonMisconfigured, `column "total" is not in the ledger's header: it has at, id, account, amount, posted, note`},
		{"a column twice", `{"path":"` + write(t, "id,id\n") + `","columns":{"id":"int"}}`, sdk.ReasonMisconfigured, `column "id" is twice in the ledger's header`},
		{"a path that is not absolute", `{"path":"ledger.csv","columns":{"id":"int"}}`, sdk.ReasonMisconfigured, `path: "ledger.csv" is not absolute`},
		{"a scope over no column", `{"path":"` + ok + `","columns":{"id":"int"},"where":{"x":1}}`, sdk.ReasonMisconfigured, `where: "x" is not among the columns`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := sdktest.Capture(t.Context(), sdktest.Request{Adapter: ledger{}, Section: c.section})
			if re := sdk.AsReadError(got.Err); re == nil || re.Reason != c.reason || re.Detail != c.want {
				t.Errorf("got  %v\nwant %s", got.Err, c.want)
			}
		})
	}
}

func TestALinkThatLeadsElsewhereIsAnotherSource(t *testing.T) {
	a, b := write(t, header), write(t, header)
	link := filepath.Join(t.TempDir(), "ledger.csv")
	var sources []string
	for _, target := range []string{a, b} {
		_ = os.Remove(link)
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
		sources = append(sources, capture(t, link, "", nil).Header.Source)
	}
	if sources[0] == sources[1] {
		t.Errorf("both are %s", sources[0])
	}
}

func TestAByteOrderMarkIsNoPartOfAName(t *testing.T) {
	if got := capture(t, write(t, "\ufeff"+header), "", nil); got.Err != nil {
		t.Error(got.Err)
	}
}
