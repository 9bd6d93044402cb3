package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

const module = "github.com/effectkit/effectkit"

// layer is one row of the layout: packages, and which of ours they may import
// beside each other.
type layer struct {
	dir string // of the row; "x/*" is each folder below x for itself
	may []string
}

// layers are the rows of the layout. The longest dir that fits decides.
var layers = []layer{
	{"proto", nil},
	{"value", nil},
	{"effect", []string{"value"}},
	{"judge", []string{"effect", "value"}},
	{"sdk", []string{"value", "proto"}},
	{"host", []string{"effect", "judge", "sdk", "value", "proto"}},
	{"plugins/*", []string{"sdk", "value", "internal/read"}},
	{"plugins/csvledger-example", []string{"sdk"}},
	{"internal/read", []string{"value", "sdk"}},
	{"builtin", []string{"plugins", "sdk"}},
	{"conformance", []string{"host", "sdk", "judge", "effect", "value", "proto"}},
	{"internal/faultserver", []string{"value"}},
	{"cmd", []string{"*"}},
	{"examples", []string{"*"}},
	// What only tests, benchmarks and the build use.
	{"internal/livetest", nil},
	{"internal/judgetest", []string{"*"}},
	{"internal/pitfalls", nil},
	{"internal/archtest", nil},
	{"internal/bench", []string{"*"}},
	{"internal/faultmatrix", []string{"*"}},
}

// row finds a package's row by its folder.
func row(dir string) *layer {
	var best *layer
	for i := range layers {
		l := &layers[i]
		base, each := strings.CutSuffix(l.dir, "/*")
		if dir != base && !strings.HasPrefix(dir, base+"/") || each && dir == base {
			continue
		}
		if best == nil || len(l.dir) > len(best.dir) {
			best = l
		}
	}
	return best
}

// unit is the folder whose packages may import each other.
func (l *layer) unit(dir string) string {
	base, each := strings.CutSuffix(l.dir, "/*")
	if !each {
		return base
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(dir, base+"/"), "/")
	return path.Join(base, first)
}

// forbidden says why a package in from may not import one in to; "" when it
// may.
func forbidden(from, to string) string {
	l := row(from)
	if l == nil {
		return "the layout has no row for " + from
	}
	if unit := l.unit(from); to == unit || strings.HasPrefix(to, unit+"/") {
		return ""
	}
	for _, may := range l.may {
		if may == "*" || to == may || strings.HasPrefix(to, may+"/") {
			return ""
		}
	}
	return "may import " + strings.Join(l.may, ", ")
}

func TestForbiddenKeepsTheTable(t *testing.T) {
	tests := []struct {
		from, to string
		want     bool
	}{
		{"judge", "effect", true},
		{"judge", "host", false},
		{"effect", "effect/source", true},
		{"value", "effect", false},
		{"sdk/wire", "proto/effectkit/adapter/v1", true},
		{"sdk", "effect", false},
		{"plugins/sql", "sdk", true},
		{"plugins/sql", "plugins/sql/internal/guard", true},
		{"plugins/sql", "plugins/rest", false},
		{"plugins/sql", "host", false},
		{"plugins/rest", "internal/read/http", true},
		{"plugins/csvledger-example", "value", false},
		{"host/internal/deploy", "builtin", false},
		{"host", "judge", true},
		{"builtin", "plugins/sql", true},
		{"cmd/effectkit", "host", true},
		{"somewhere/new", "value", false},
	}
	for _, tt := range tests {
		if why := forbidden(tt.from, tt.to); (why == "") != tt.want {
			t.Errorf("%s imports %s: allowed %v, want %v", tt.from, tt.to, why == "", tt.want)
		}
	}
}

type listed struct {
	ImportPath, Dir, Name, Doc string
	Imports                    []string
	GoFiles                    []string
}

// packages are all packages of the module, by go list.
func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Name,Doc,Imports,GoFiles", "./...")
	cmd.Dir = root(t)
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var out []listed
	for d := json.NewDecoder(strings.NewReader(string(text))); ; {
		var p listed
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	if len(out) < 20 {
		t.Fatalf("go list knows of %d packages alone", len(out))
	}
	return out
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestImportsKeepTheLayout(t *testing.T) {
	for _, p := range packages(t) {
		from := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, path := range p.Imports {
			to, ours := strings.CutPrefix(path, module+"/")
			if !ours {
				continue
			}
			if why := forbidden(from, to); why != "" {
				t.Errorf("%s imports %s; it %s", from, to, why)
			}
		}
	}
}

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) > 0 && p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}
