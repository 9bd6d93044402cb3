package peers

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// installTimeout bounds one installation.
const installTimeout = 5 * time.Minute

// installed gives the folder with the scripts and their packages, made once on
// a machine for each state of testdata.
var installed = sync.OnceValues(func() (string, error) {
	hash := sha256.New()
	entries, err := files.ReadDir("testdata")
	if err != nil {
		return "", err
	}
	contents := map[string][]byte{}
	for _, e := range entries {
		text, err := files.ReadFile("testdata/" + e.Name())
		if err != nil {
			return "", err
		}
		contents[e.Name()] = text
		fmt.Fprintf(hash, "%s %d\n", e.Name(), len(text))
		hash.Write(text)
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("effectkit-peers-%d-%s", os.Getuid(), hex.EncodeToString(hash.Sum(nil)[:8])))
	if isOurs(dir) {
		return dir, nil
	}
	return dir, install(dir, contents)
})

// isOurs tells whether a folder is there and nobody else's to write in.
func isOurs(dir string) bool {
	info, err := os.Lstat(dir)
	return err == nil && info.IsDir() && info.Mode().Perm() == 0o700
}

// install makes the folder under another name first, so that a half one is
// never found.
func install(dir string, contents map[string][]byte) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm is not installed")
	}
	half, err := os.MkdirTemp("", "effectkit-peers-half-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(half)
	for name, text := range contents {
		if err := os.WriteFile(filepath.Join(half, name), text, 0o600); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), installTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	cmd.Dir = half
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	if err := os.Rename(half, dir); err != nil && !isOurs(dir) { // another test may have been first
		return err
	}
	return nil
}
