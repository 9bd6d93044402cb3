package deploy

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect/source"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the messages that are given into testdata/refused")

// Each archive has deployment files and, for each, the messages that it gets
// under the same name with the ending .want. A file .schema says why the JSON
// Schema cannot refuse it too.
func TestEveryMistakeGetsItsMessage(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("testdata", "refused", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for _, f := range archive.Files {
			want[f.Name] = string(f.Data)
		}
		out := &txtar.Archive{Comment: archive.Comment}
		for _, f := range archive.Files {
			name, isInput := inputName(f.Name)
			if !isInput {
				if strings.HasSuffix(f.Name, ".schema") {
					out.Files = append(out.Files, f)
				}
				continue
			}
			t.Run(filepath.Base(path)+"/"+name, func(t *testing.T) {
				got := refusal(t, f)
				out.Files = append(out.Files, f, txtar.File{Name: name + ".want", Data: []byte(got)})
				if diff := cmp.Diff(want[name+".want"], got); diff != "" && !*update {
					t.Error(diff)
				}
			})
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func inputName(file string) (name string, ok bool) {
	ext := filepath.Ext(file)
	return strings.TrimSuffix(file, ext), ext == ".yaml" || ext == ".json"
}

// refusal is what a person sees, and checks what holds for every message.
func refusal(t *testing.T, f txtar.File) string {
	t.Helper()
	_, err := Parse(f.Name, f.Data)
	var problems source.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("got %v, want problems", err)
	}
	lines := strings.Count(string(f.Data), "\n") + 1
	for _, p := range problems {
		if p.Pos.File != f.Name || p.Pos.Line > lines {
			t.Errorf("%v stands outside the file", p)
		}
	}
	if strings.Contains(err.Error(), "canary") {
		t.Errorf("a value shows in %v", err)
	}
	return err.Error() + "\n"
}
