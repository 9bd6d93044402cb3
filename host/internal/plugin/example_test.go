package plugin

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/effectkit/effectkit/host/internal/adapter"
)

// The example is a module of its own, as a customer's is: it is built here,
// found, locked, started and read.
func TestTheExampleIsFoundLockedAndRead(t *testing.T) {
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, FilePrefix+"csv-ledger"), ".")
	build.Dir = "../../../plugins/csvledger-example"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	o, _ := testOptions(t)
	lock, _ := lockAll(t, dir, nil, o)
	a, f := entryOf(t, dir, lock).Launch(t.Context(), o)
	if f != nil {
		t.Fatal(f)
	}
	defer a.Close()
	section, err := json.Marshal(map[string]any{
		"path":    put(t, t.TempDir(), "ledger.csv", "id,account\n1,4711\n2,4712\nthree,4713\n", 0o600),
		"columns": map[string]string{"id": "int", "account": "text"},
	})
	if err != nil {
		t.Fatal(err)
	}
	in, f := a.Configure(t.Context(), section, nil)
	if f != nil {
		t.Fatal(f)
	}
	var got sink
	trailer, f := in.Capture(t.Context(), adapter.CaptureRequest{}, &got)
	if f != nil {
		t.Fatal(f)
	}
	if trailer.Records != 2 || len(trailer.Gaps) != 1 || trailer.Gaps[0].Detail != `line 4: "id" is not an integer` || got.text("account") != "4711" {
		t.Errorf("%+v", trailer)
	}
	lines := map[string]bool{}
	list := exec.Command("go", "list", "-deps", "-f", "{{if .Module}}{{.ImportPath}}{{end}}", ".")
	list.Dir = build.Dir
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range splitLines(out) {
		lines[line] = true
	}
	for _, banned := range []string{"host", "judge", "effect", "builtin"} {
		if lines["github.com/effectkit/effectkit/"+banned] {
			t.Errorf("a customer's adapter inherits %s", banned)
		}
	}
	if !lines["github.com/effectkit/effectkit/sdk"] {
		t.Error("the list of its imports is not one")
	}
}
