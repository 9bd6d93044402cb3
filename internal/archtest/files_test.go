package archtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxLines is the longest that a file may be, case tables of tests aside.
const maxLines = 600

// sources are the Go files under version control, or those of the folder where
// there is no git.
func sources(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "*.go")
	cmd.Dir = root(t)
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	names := strings.Fields(string(text))
	if len(names) < 50 {
		t.Fatalf("git knows of %d files alone", len(names))
	}
	return names
}

// promise matches words that put work off. It is put together, so that this
// file does not hold them.
var promise = regexp.MustCompile(`\b(` + "TO" + "DO|FIX" + "ME|XX" + `X)\b`)

func TestFilesKeepTheHouseRules(t *testing.T) {
	for _, name := range sources(t) {
		text, err := os.ReadFile(filepath.Join(root(t), name))
		if os.IsNotExist(err) {
			continue // removed, and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		generated := bytes.Contains(text, []byte("\n// Code generated ")) || bytes.HasPrefix(text, []byte("// Code generated "))
		if n := bytes.Count(text, []byte("\n")); n > maxLines && !generated && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s has %d lines, more than %d", name, n, maxLines)
		}
		if word := promise.Find(text); word != nil && !generated {
			t.Errorf("%s says %s", name, word)
		}
	}
}
