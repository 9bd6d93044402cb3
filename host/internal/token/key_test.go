package token

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func TestFromDirMakesOneKeyForAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "state")
	keys := make([][]byte, 16)
	var wg sync.WaitGroup
	for i := range keys {
		wg.Go(func() {
			var err error
			if keys[i], err = FromDir(dir); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, k := range keys {
		if len(k) != 32 || !bytes.Equal(k, keys[0]) {
			t.Fatalf("keys %x and %x", keys[0], k)
		}
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, KeyFile): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v", path, info.Mode(), err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left %v", left)
	}
}

func TestAKeyThatCannotBeTrustedIsRefused(t *testing.T) {
	cases := map[string]struct {
		text string
		mode os.FileMode
		want string
	}{
		"open to others": {strings.Repeat("ab", 32) + "\n", 0o644, "open to others"},
		"too short":      {"abcd\n", 0o600, "not a state key"},
		"not hex":        {strings.Repeat("zz", 32), 0o600, "not a state key"},
	}
	for name, c := range cases {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, KeyFile), []byte(c.text), c.mode); err != nil {
			t.Fatal(err)
		}
		if _, err := FromDir(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestFromSecret(t *testing.T) {
	if _, err := FromSecret("short"); err == nil {
		t.Error("a short secret was taken")
	}
	a, err := FromSecret("a long enough secret")
	b, _ := FromSecret("a long enough secreT")
	if err != nil || len(a) != 32 || bytes.Equal(a, b) {
		t.Errorf("%x, %x, %v", a, b, err)
	}
}
