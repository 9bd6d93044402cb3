package deploy

import (
	"os"
	"path/filepath"
	"testing"
)

// Every section that the operator's kit shows loads as it stands.
func TestSectionsOfTheKitLoadAsTheyStand(t *testing.T) {
	kinds := map[string][]string{
		"frappe-rest.yaml":  {"rest"},
		"frappe-sql.yaml":   {"sql"},
		"openemr-fhir.yaml": {"fhir"},
		"openemr-sql.yaml":  {"sql"},
		"rest-bearer.yaml":  {"rest"},
		"candidates.yaml":   {"document", "onscreen"},
	}
	for file, want := range kinds {
		t.Run(file, func(t *testing.T) {
			d, err := Load(filepath.Join("testdata", "kit", file))
			if err != nil {
				t.Fatal(err)
			}
			if len(d.Systems) != 1 || d.Systems[0].Name != DefaultSystem {
				t.Fatalf("systems %+v, want the default one", d.Systems)
			}
			got := d.Systems[0].Candidates
			if len(got) != len(want) {
				t.Fatalf("%d candidates, want %d", len(got), len(want))
			}
			for i, kind := range want {
				if got[i].Kind != kind {
					t.Errorf("candidate %d is %q, want %q", i, got[i].Kind, kind)
				}
				if got[i].Node.Member("kind") != nil {
					t.Error("the adapter's part still has the host's key kind")
				}
			}
		})
	}
	files, _ := os.ReadDir(filepath.Join("testdata", "kit"))
	if len(files) != len(kinds) {
		t.Errorf("%d files in testdata/kit, %d named here", len(files), len(kinds))
	}
}
