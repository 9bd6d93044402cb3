package effect_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/effectkit/effectkit/effect"
)

var update = flag.Bool("update", false, "write the errors that come out into testdata")

// input is one file that somebody could write.
type input struct {
	name string
	data []byte
}

// refused are the inputs of testdata/refused, each with the error it gives.
// An archive holds pairs of files: NAME.yaml or NAME.json, and NAME….want.
func refused(t *testing.T, visit func(t *testing.T, in input, want string) (got string)) {
	t.Helper()
	archives, err := filepath.Glob("testdata/refused/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		wants := map[string]string{}
		for _, f := range archive.Files {
			wants[f.Name] = string(f.Data)
		}
		var files []txtar.File
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".want") {
				continue
			}
			t.Run(filepath.Base(path)+"/"+f.Name, func(t *testing.T) {
				got := visit(t, input{f.Name, f.Data}, wants[f.Name+".want"])
				files = append(files, f, txtar.File{Name: f.Name + ".want", Data: []byte(got)})
			})
		}
		if *update {
			archive.Files = files
			if err := os.WriteFile(path, txtar.Format(archive), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// accepted are the files of testdata/accepted.
func accepted(t *testing.T, visit func(t *testing.T, in input)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/accepted/*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no files", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { visit(t, input{filepath.Base(path), data}) })
	}
}

func TestEveryMistakeIsRefusedWithItsPlaceAndWhatToDo(t *testing.T) {
	refused(t, func(t *testing.T, in input, want string) string {
		b, err := effect.ParseBundle(in.name, in.data)
		if err == nil || b != nil {
			t.Fatalf("got %v, %v; want an error and no bundle", b, err)
		}
		got := err.Error() + "\n"
		if diff := cmp.Diff(want, got); diff != "" && !*update {
			t.Error(diff)
		}
		return got
	})
}

func TestWhatIsRightIsAccepted(t *testing.T) {
	accepted(t, func(t *testing.T, in input) {
		b, err := effect.ParseBundle(in.name, in.data)
		if err != nil {
			t.Fatal(err)
		}
		for _, step := range b.Steps {
			for i := range step.Effects {
				if err := step.Effects[i].Validate(); err != nil {
					t.Errorf("parsed, and then refused: %v", err)
				}
			}
		}
	})
}

// corpus is every input of both.
func corpus(t testing.TB) []input {
	t.Helper()
	var out []input
	archives, err := filepath.Glob("testdata/refused/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if !strings.HasSuffix(f.Name, ".want") {
				out = append(out, input{f.Name, f.Data})
			}
		}
	}
	paths, err := filepath.Glob("testdata/accepted/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, input{filepath.Base(path), data})
	}
	return out
}
