package judge

import (
	"bufio"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func readVectors(t testing.TB) []Case {
	t.Helper()
	f, err := os.Open("testdata/judge.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []Case
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		c, err := ParseCase("judge.jsonl", lines.Bytes())
		if err != nil {
			t.Fatalf("line %d: %v", len(out)+1, err)
		}
		out = append(out, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestEveryVectorAgrees(t *testing.T) {
	vectors := readVectors(t)
	if len(vectors) != 349 {
		t.Fatalf("%d vectors, want 349", len(vectors))
	}
	for _, c := range vectors {
		t.Run(c.Name, func(t *testing.T) {
			j := Judge(c.Request)
			if diff := cmp.Diff(*c.Want, j.Wanted()); diff != "" {
				t.Errorf("%s\n%s", j.Reason, diff)
			}
		})
	}
}
