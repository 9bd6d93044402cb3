package pitfalls

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/internal/judgetest"
	"github.com/effectkit/effectkit/sdk"
)

// arrival is a case over a folder: what it held before and after the action.
type arrival struct {
	section       map[string]any // without root
	before, after content
	effect        string
	want          string // verdict and ground
}

// content are files by name. A name that ends in a slash is a folder; a text
// that starts with "-> " makes a link.
type content map[string]string

// old is when files of before were written.
var old = time.Unix(1_700_000_000, 0)

func (c content) plant(t *testing.T, root string, at time.Time) {
	t.Helper()
	for name, text := range c {
		full := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		target, link := strings.CutPrefix(text, "-> ")
		var err error
		switch {
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(full, 0o755)
		case link:
			err = os.Symlink(target, full)
		default:
			if err = os.WriteFile(full, []byte(text), 0o644); err == nil {
				err = os.Chtimes(full, at, at)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func (a arrival) run(t *testing.T, adapter sdk.Adapter) {
	t.Helper()
	root := t.TempDir()
	section := map[string]any{"root": root}
	for k, v := range a.section {
		section[k] = v
	}
	text, err := json.Marshal(section)
	if err != nil {
		t.Fatal(err)
	}
	r := judgetest.Reader{Adapter: adapter, Section: string(text)}
	a.before.plant(t, root, old)
	before := r.Capture(t)
	for name := range a.before {
		if _, stays := a.after[name]; !stays {
			if err := os.RemoveAll(filepath.Join(root, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	a.after.plant(t, root, time.Now())
	after := r.Capture(t)
	if got := judgetest.Verdict(t, a.effect, nil, before, after); got != a.want {
		t.Errorf("%s, want %s\nbefore: %d records, gaps %v %s\nafter: %d records, gaps %v %s", got, a.want,
			before.Len(), before.Gaps, before.Detail, after.Len(), after.Gaps, after.Detail)
	}
}

// fixture is a file of an adapter's own tests.
func fixture(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../plugins/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
