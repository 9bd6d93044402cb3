package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/examples/shop/till"
)

// build makes the programs that the demo runs.
func build(t *testing.T) (effectkit, shop string) {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "build", "-o", dir+"/", "./cmd/effectkit", "./examples/shop")
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "effectkit"), filepath.Join(dir, "shop")
}

func TestDemo(t *testing.T) {
	effectkit, shop := build(t)
	d := runner{effectkit: effectkit, shop: shop, dir: t.TempDir()}
	got, err := d.all(rows)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", "table.golden"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), table(rows, got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if n := wrong(rows, got); n != 0 {
		t.Errorf("%d rows are not right", n)
	}
}

func TestEveryWayOfTheShopHasARow(t *testing.T) {
	have := map[string]bool{}
	for _, r := range rows {
		have[r.way] = true
	}
	for _, way := range till.Ways() {
		if !have[way] {
			t.Errorf("the demo does not show %q", way)
		}
	}
	if len(have) != len(till.Ways()) {
		t.Errorf("%d rows, %d ways", len(have), len(till.Ways()))
	}
}

func TestAWrongRowIsSeen(t *testing.T) {
	one := []row{{"clean", "an order", answer{0, effect.GroundConfirmed, proceed, 0}}}
	got := []answer{{0, effect.GroundConfirmed, proceed, 2}}
	if wrong(one, got) != 1 || !strings.Contains(table(one, got), "WRONG") {
		t.Error("a wrong exit status passes")
	}
	if wrong(one, []answer{{}}) != 1 {
		t.Error("no answer passes")
	}
}
