package archtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The generated Go is what "make proto" makes of the .proto files, with the
// generators that tools/go.mod pins.
func TestGeneratedCodeIsUpToDate(t *testing.T) {
	out := t.TempDir()
	cmd := exec.Command("go", "tool", "-modfile=tools/go.mod", "buf", "generate", "--output", out)
	cmd.Dir = root(t)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("buf generate: %v\n%s", err, text)
	}
	have := generated(t, root(t))
	want := generated(t, out)
	if len(want) < 2 {
		t.Fatalf("%d files were generated", len(want))
	}
	for name := range have {
		if want[name] == "" {
			t.Errorf("%s is generated from nothing; remove it", name)
		}
	}
	for name, text := range want {
		if diff := cmp.Diff(text, have[name]); diff != "" {
			t.Errorf("%s is not what make proto makes, -want +got\n%s", name, diff)
		}
	}
}

// generated are the generated files below proto, by path.
func generated(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(filepath.Join(dir, "proto"), func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || filepath.Base(path) == "doc.go" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		files[rel] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
