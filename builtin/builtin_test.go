package builtin_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/host"

	"github.com/google/go-cmp/cmp"
)

func TestTheHostTakesEveryBuiltinsSchema(t *testing.T) {
	var kinds []string
	for _, a := range builtin.All() {
		kinds = append(kinds, a.Describe().Kind)
	}
	if !slices.IsSorted(kinds) || len(slices.Compact(slices.Clone(kinds))) != len(kinds) {
		t.Errorf("kinds %v, want each once and in order", kinds)
	}
	if _, err := host.DeploymentSchema(builtin.All()); err != nil {
		t.Error(err)
	}
}

// The sections that the operator's kit shows load as they stand, up to what a
// fragment leaves out and to kinds that are not in this build.
func TestSectionsOfTheKitFitTheBuiltins(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "host", "internal", "deploy", "testdata", "kit", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal("no sections of the kit", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			d, err := host.LoadDeployment(file)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range host.Check(host.CheckRequest{Deployment: d, Options: host.Options{Builtins: builtin.All()}}) {
				if f.Code != host.CodeNotInBuild {
					got = append(got, f.Pos.Path+": "+f.Message)
				}
			}
			want := map[string][]string{"rest-bearer.yaml": {`effects: "base_url" is missing`}}[filepath.Base(file)]
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
