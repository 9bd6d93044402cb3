package token

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSweepTakesOldTokensAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	limit := time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)
	for name, made := range map[string]time.Time{
		"old.baseline": limit.Add(-time.Second), "young.baseline": limit.Add(time.Second),
		"old.txt": limit.Add(-time.Hour), "baseline": limit.Add(-time.Hour),
	} {
		at := filepath.Join(dir, name)
		if err := os.WriteFile(at, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, made, made); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.baseline"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("old.txt", filepath.Join(dir, "link.baseline")); err != nil {
		t.Fatal(err)
	}
	if n := Sweep(dir, limit); n != 1 {
		t.Errorf("%d removed", n)
	}
	var left []string
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if d := cmp.Diff([]string{"baseline", "folder.baseline", "link.baseline", "old.txt", "young.baseline"}, left); d != "" {
		t.Errorf("left (-want +got):\n%s", d)
	}
	if n := Sweep(filepath.Join(dir, "none"), limit); n != 0 {
		t.Errorf("%d removed where there is no folder", n)
	}
}
