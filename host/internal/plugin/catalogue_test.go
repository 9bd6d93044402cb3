package plugin

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// put writes a file below dir, with its directories.
func put(t *testing.T, dir, rel, content string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // whatever the umask
		t.Fatal(err)
	}
	return path
}

// putSelf copies this test program, which serves when it is named as a plugin.
func putSelf(t *testing.T, dir, name string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	path := filepath.Join(dir, name)
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

func reserved(kind string) bool { return kind == "sql" || kind == "document-hash" }

// found is a catalogue as lines, without the test's own directory.
func found(dir string, c *Catalogue) string {
	var out strings.Builder
	for _, e := range c.Entries() {
		fmt.Fprintf(&out, "%s: %s: %s\n", e.Kind, e.Path, e.Problem)
	}
	return strings.ReplaceAll(out.String(), dir, "DIR")
}

func TestWhatCannotBeUsedIsListedWithTheReason(t *testing.T) {
	dir := t.TempDir()
	outside := put(t, t.TempDir(), "effectkit-adapter-out-side", "x", 0o755)
	const ok = 0o755
	put(t, dir, "all/effectkit-adapter-good-one", "x", ok)
	put(t, dir, "all/effectkit-adapter-good-two", "x", ok)
	put(t, dir, "all/effectkit-adapter-sql", "x", ok)
	put(t, dir, "all/effectkit-adapter-document-hash", "x", ok)
	put(t, dir, "all/effectkit-adapter-plain", "x", ok)
	put(t, dir, "all/effectkit-adapter-Bad_Name", "x", ok)
	put(t, dir, "all/effectkit-adapter-not-executable", "x", 0o644)
	put(t, dir, "all/effectkit-adapter-open-to-all", "x", 0o757)
	put(t, dir, "all/deploy.sh", "x", ok)
	put(t, dir, "all/effectkit-adapter-twin-kind", "x", ok)
	put(t, dir, "more/effectkit-adapter-twin-kind", "x", ok)
	put(t, dir, "stray", "x", ok)
	put(t, dir, "open/effectkit-adapter-in-open", "x", ok)
	if err := os.Chmod(filepath.Join(dir, "open"), 0o777); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"all/effectkit-adapter-link-out":    outside,
		"all/effectkit-adapter-link-in":     filepath.Join(dir, "all/effectkit-adapter-good-one"),
		"all/effectkit-adapter-link-broken": filepath.Join(dir, "nothing"),
	} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	lock := &Lock{Plugins: map[string]LockedKind{}}
	lock.put("good-one", "1", "", strings.Repeat("a", 64))
	lock.put("good-two", "1", "", strings.Repeat("a", 64))
	c := Find(Request{
		Paths: []string{
			filepath.Join(dir, "all"), filepath.Join(dir, "more"), filepath.Join(dir, "open"), filepath.Join(dir, "stray"), filepath.Join(dir, "gone"),
			filepath.Join(dir, "open/effectkit-adapter-in-open"),
		},
		Lock: lock, Reserved: reserved,
		Dev: map[string]string{"new-kind": filepath.Join(dir, "gone"), "sql": filepath.Join(dir, "stray"), "my-own": filepath.Join(dir, "stray"), "good-two": filepath.Join(dir, "stray")},
	})
	golden(t, "refused.golden", strings.ReplaceAll(found(dir, c), Platform, "OS/ARCH"))
}

func TestAPluginDirectoryHoldsWhatItsManifestNamesAndNothingElse(t *testing.T) {
	const good = `{"entry": ["main", "--serve"], "files": ["main", "lib/a.js"]}`
	for _, c := range []struct {
		name     string
		manifest string
		prepare  func(t *testing.T, dir string)
		want     string
	}{
		{"a good one", good, nil, ""},
		{"no manifest", "", nil, "plugin.json cannot be read: no such file or directory"},
		{"not JSON", "{", nil, `plugin.json is not of the form {"entry": ["…"], "files": ["…"]}`},
		{"an unknown key", `{"entry": ["main"], "file": []}`, nil, `plugin.json is not of the form {"entry": ["…"], "files": ["…"]}`},
		{"no entry", `{"files": ["main", "lib/a.js"]}`, nil, "plugin.json names no entry"},
		{"a file outside", `{"entry": ["main"], "files": ["main", "lib/a.js", "../x"]}`, nil, `plugin.json names "../x", which is twice there or no path inside the directory`},
		{"a file twice", `{"entry": ["main"], "files": ["main", "main", "lib/a.js"]}`, nil, `plugin.json names "main", which is twice there or no path inside the directory`},
		{"a name with a line feed", `{"entry": ["main"], "files": ["main", "lib/a.js", "a\nb"]}`, nil, `plugin.json names "a\nb", which is twice there or no path inside the directory`},
		{"a file that is not there", `{"entry": ["main"], "files": ["main", "lib/a.js", "z"]}`, nil, "plugin.json names z, which is not there"},
		{"a stray script", good, func(t *testing.T, dir string) { put(t, dir, "lib/stray.sh", "", 0o755) }, "lib/stray.sh is not among the files of plugin.json"},
		{"a file that anybody may write to", good, func(t *testing.T, dir string) { put(t, dir, "lib/a.js", "", 0o646) }, "anybody may write to lib/a.js"},
		{"a directory that anybody may write to", good, func(t *testing.T, dir string) { _ = os.Chmod(filepath.Join(dir, "lib"), 0o777) }, "anybody may write to its directory DIR/lib"},
		{"a link", good, func(t *testing.T, dir string) { _ = os.Symlink("/etc/passwd", filepath.Join(dir, "lib/z")) }, "lib/z is a link: a plugin's files are its own"},
		{"an entry that is no file of it", `{"entry": ["bin/x"], "files": ["main", "lib/a.js"]}`, nil, `its entry "bin/x" is not a file of it`},
		{"an interpreter by its name", `{"entry": ["node", "main"], "files": ["main", "lib/a.js"]}`, nil, `its entry "node" is neither a file of it nor an interpreter by its absolute path`},
		{"an interpreter that is not there", `{"entry": ["/nowhere/node", "main"], "files": ["main", "lib/a.js"]}`, nil, `its interpreter /nowhere/node cannot be read: no such file or directory`},
		{"an entry that is not executable", `{"entry": ["lib/a.js"], "files": ["main", "lib/a.js"]}`, nil, `its entry "lib/a.js" cannot be run: it is not executable`},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), FilePrefix+"some-kind")
			put(t, dir, "main", "x", 0o755)
			put(t, dir, "lib/a.js", "x", 0o644)
			if c.manifest != "" {
				put(t, dir, ManifestName, c.manifest, 0o644)
			}
			if c.prepare != nil {
				c.prepare(t, dir)
			}
			_, problem := readTree(dir)
			if got := strings.ReplaceAll(problem, dir, "DIR"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func splitLines(text []byte) []string { return strings.Split(strings.TrimSpace(string(text)), "\n") }
