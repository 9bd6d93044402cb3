package schema

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect/source"

	"github.com/rogpeppe/go-internal/txtar"
)

// A schema comes from a program that the host does not trust, and a section
// from a file: neither may make the host panic, or give what is not JSON.
func FuzzCheck(f *testing.F) {
	seed := func(archive, ending string, add func(data string)) {
		a, err := txtar.ParseFile(filepath.Join("testdata", archive))
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range a.Files {
			if strings.HasSuffix(file.Name, ending) {
				add(string(file.Data))
			}
		}
	}
	seed("faults.txtar", ".json", func(data string) { f.Add(data, "a: 1") })
	seed("sections.txtar", ".yaml", func(data string) { f.Add(shop, data) })
	f.Fuzz(func(t *testing.T, schema, section string) {
		s, err := Compile(schema)
		if err != nil {
			var faults *Error
			if !errors.As(err, &faults) || len(faults.Faults) == 0 {
				t.Fatalf("got %v, want faults", err)
			}
			return
		}
		n, problems := source.Read("d.yaml", []byte(section))
		if len(problems) > 0 || n.Shape() != source.Mapping {
			return
		}
		got, err := s.Check(Request{Kind: "x", Node: n, Pos: n.Pos, Dir: "/srv"})
		var mistakes source.Problems
		switch {
		case err == nil && !json.Valid(got.JSON):
			t.Errorf("%q", got.JSON)
		case err != nil && !errors.As(err, &mistakes):
			t.Errorf("got %v, want problems", err)
		}
		if err == nil {
			for pointer := range got.Secrets {
				if !strings.HasPrefix(pointer, "/") {
					t.Errorf("a secret at %q", pointer)
				}
			}
		}
	})
}
