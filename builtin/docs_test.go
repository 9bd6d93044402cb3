package builtin_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/builtin"
)

// A key that an adapter takes and no guide names is a key that nobody finds.
func TestTheGuidesNameEveryKeyOfEveryBuiltin(t *testing.T) {
	guides, err := filepath.Glob("../docs/*.md")
	if err != nil || len(guides) == 0 {
		t.Fatalf("%d guides, %v", len(guides), err)
	}
	var text strings.Builder
	for _, g := range guides {
		page, err := os.ReadFile(g)
		if err != nil {
			t.Fatal(err)
		}
		text.Write(page)
	}
	for _, a := range builtin.All() {
		d := a.Describe()
		var schema struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal([]byte(d.Schema), &schema); err != nil || len(schema.Properties) == 0 {
			t.Fatalf("%s: %d properties, %v", d.Kind, len(schema.Properties), err)
		}
		for key := range schema.Properties {
			if !strings.Contains(text.String(), "`"+key+"`") && !strings.Contains(text.String(), "`"+key+":") {
				t.Errorf("no guide names %s of kind %s", key, d.Kind)
			}
		}
	}
}
