package judge

import (
	"bytes"
	"os"
	"testing"
)

// The variants were worked out from SEMANTICS by hand, line by line, before
// they were judged. A want that a line leaves out is not compared.
func TestEveryVariantAgrees(t *testing.T) {
	text, err := os.ReadFile("testdata/variants.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	if len(lines) != 407 {
		t.Fatalf("%d variants, want 407", len(lines))
	}
	for _, line := range lines {
		c, err := ParseCase("variants.jsonl", line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		t.Run(c.Name, func(t *testing.T) {
			j := Judge(c.Request)
			if c.Want.Decision != j.Decision || (c.Want.Ground != "" && c.Want.Ground != j.Ground) {
				t.Errorf("got %s %v, want %s %s: %s", j.Decision, j.Grounds, c.Want.Decision, c.Want.Ground, j.Reason)
			}
		})
	}
}
