package plugin

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/host/internal/adapter"

	"github.com/google/go-cmp/cmp"
)

func TestALockReadsWellAndTheSameEveryTime(t *testing.T) {
	l := &Lock{Version: 1, Plugins: map[string]LockedKind{
		"b-kind": {Version: "2.0.0", Interpreter: "/usr/bin/node", Digests: map[string]string{
			"linux/arm64": "sha256:" + strings.Repeat("b", 64), "darwin/arm64": "sha256:" + strings.Repeat("c", 64),
		}},
		"a-kind": {Version: "1.0.0", Digests: map[string]string{"linux/amd64": "sha256:" + strings.Repeat("a", 64)}},
	}}
	golden(t, "effectkit.lock", string(l.Bytes()))
	path := filepath.Join(t.TempDir(), "effectkit.lock")
	if err := l.Write(path); err != nil {
		t.Fatal(err)
	}
	back, err := ReadLock(path)
	if err != nil || !cmp.Equal(l, back) {
		t.Errorf("%v, %s", err, cmp.Diff(l, back))
	}
}

func TestALockThatCannotBeReadSaysWhy(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "it is not a lock"},
		{"version: 1", "it is not a lock"},
		{`{"version": 1, "plugins": {}} {}`, "it is not a lock"},
		{`{"version": 2, "plugins": {}}`, "it is of version 2, this host knows 1"},
		{`{"version": 1, "plugin": {}}`, "it is not a lock"},
		{`{"version": 1, "plugins": {"a-b": {"digests": {"linux/amd64": "sha256:1"}}}}`, `the digest of "a-b" for linux/amd64 is not sha256: and 64 hex digits`},
	} {
		path := put(t, t.TempDir(), "effectkit.lock", c.text, 0o644)
		_, err := ReadLock(path)
		var le *LockError
		if want := path + ": " + c.want + ": run effectkit adapters lock to write it anew"; !errors.As(err, &le) || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if l, err := ReadLock(filepath.Join(t.TempDir(), "none")); err != nil || len(l.Plugins) != 0 {
		t.Errorf("a lock that is not there: %v, %v", l, err)
	}
	if l, err := ReadLock(put(t, t.TempDir(), "l", `{"version": 1, "plugins": null}`, 0o644)); err != nil || l.Plugins == nil {
		t.Errorf("a lock of nothing: %v, %v", l, err)
	}
}

func TestLockingKeepsOtherPlatformsOfTheSameVersion(t *testing.T) {
	l := &Lock{Plugins: map[string]LockedKind{"a-b": {Version: "1", Digests: map[string]string{"plan9/mips": "sha256:old"}}}}
	l.put("a-b", "1", "", "new")
	if d := l.Plugins["a-b"].Digests; len(d) != 2 || d[Platform] != "sha256:new" {
		t.Errorf("%v", d)
	}
	l.put("a-b", "2", "", "newer")
	if d := l.Plugins["a-b"].Digests; len(d) != 1 || d[Platform] != "sha256:newer" {
		t.Errorf("%v", d)
	}
}

// lockAll locks what is in dir, and fails the test when something was not.
func lockAll(t *testing.T, dir string, old *Lock, o Options) (*Lock, []Locked) {
	t.Helper()
	lock, report := LockAll(t.Context(), Request{Paths: []string{dir}, Lock: old, Reserved: reserved}, o)
	for _, one := range report {
		if one.Problem != "" {
			t.Fatal(one.Problem)
		}
	}
	return lock, report
}

func entryOf(t *testing.T, dir string, lock *Lock) *Entry {
	t.Helper()
	c := Find(Request{Paths: []string{dir}, Lock: lock, Reserved: reserved})
	if len(c.Entries()) != 1 {
		t.Fatalf("%d entries", len(c.Entries()))
	}
	return c.Entries()[0]
}

func TestOnlyTheLockedBytesRun(t *testing.T) {
	o, _ := testOptions(t)
	dir := t.TempDir()
	path := putSelf(t, dir, FilePrefix+"test-kind")

	e := entryOf(t, dir, nil)
	_, f := e.Launch(t.Context(), o)
	if want := fmt.Sprintf(`"test-kind" cannot be used: it is not in the lock for %s: to trust these bytes, run effectkit adapters lock`, Platform); f == nil || f.Detail != want {
		t.Errorf("not locked: %v", f)
	}

	lock, report := lockAll(t, dir, nil, o)
	if len(report) != 1 || !report[0].Changed || report[0].Version != "1.2.3" {
		t.Errorf("%+v", report)
	}
	if again, report := lockAll(t, dir, lock, o); report[0].Changed || !bytes.Equal(again.Bytes(), lock.Bytes()) {
		t.Errorf("the second time: %+v", report)
	}

	e = entryOf(t, dir, lock)
	a, f := e.Launch(t.Context(), o)
	if f != nil {
		t.Fatal(f)
	}
	defer a.Close()
	if id := a.Identity(); id.Digest != e.Digest || id.Version != "1.2.3" || id.Unverified {
		t.Errorf("%+v", id)
	}

	altered, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := altered.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	_ = altered.Close()
	dies := configured(t, a, "die")
	if _, f := dies.Capture(t.Context(), adapter.CaptureRequest{}, &sink{}); f == nil {
		t.Fatal("it did not die")
	}
	if _, f := configured(t, a, "").Capture(t.Context(), adapter.CaptureRequest{}, &sink{}); f != nil {
		t.Errorf("what was locked no longer starts: %v", f)
	}
	_, f = entryOf(t, dir, lock).Launch(t.Context(), o)
	want := fmt.Sprintf(`"test-kind" cannot be used: %s differs from the lock (locked sha256:%.12s, found sha256:`, path, e.Digest)
	if f == nil || !f.Misconfigured || !strings.HasPrefix(f.Detail, want) || !strings.HasSuffix(f.Detail, "): if that is meant, run effectkit adapters lock") {
		t.Errorf("altered: %v", f)
	}
}

func TestAScriptRunsFromAPrivateCopy(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o, _ := testOptions(t)
	dir := t.TempDir()
	put(t, dir, FilePrefix+"test-kind", "#!/bin/sh\nexec "+self+" be well-made\n", 0o755)
	lock, _ := lockAll(t, dir, nil, o)
	a, f := entryOf(t, dir, lock).Launch(t.Context(), o)
	if f != nil {
		t.Fatal(f)
	}
	_ = a.Close()
}

func TestAPluginDirectoryIsLockedAndCopiedWhole(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o, _ := testOptions(t)
	parent := t.TempDir()
	dir := filepath.Join(parent, FilePrefix+"test-kind")
	put(t, dir, ManifestName, `{"entry": ["`+self+`", "be", "well-made"], "files": ["lib/data.txt"]}`, 0o644)
	put(t, dir, "lib/data.txt", "one", 0o644)
	lock, _ := lockAll(t, parent, nil, o)
	if lock.Plugins["test-kind"].Interpreter != self {
		t.Errorf("the interpreter was not recorded: %+v", lock)
	}
	a, f := entryOf(t, parent, lock).Launch(t.Context(), o)
	if f != nil {
		t.Fatal(f)
	}
	defer a.Close()
	var got sink
	if _, f := configured(t, a, "look around").Capture(t.Context(), adapter.CaptureRequest{}, &got); f != nil {
		t.Fatal(f)
	}
	copied := got.text("cwd")
	if text, err := os.ReadFile(filepath.Join(copied, "lib/data.txt")); err != nil || string(text) != "one" || copied == dir {
		t.Errorf("it runs in %s: %q, %v", copied, text, err)
	}
	for _, change := range []func(){
		func() { put(t, dir, "lib/data.txt", "two", 0o644) },
		func() { put(t, dir, "lib/data.txt", "one", 0o755) },
	} {
		change()
		if _, f := entryOf(t, parent, lock).Launch(t.Context(), o); f == nil || !strings.Contains(f.Detail, "differs from the lock") {
			t.Errorf("altered: %v", f)
		}
	}
	put(t, dir, "lib/data.txt", "one", 0o644)
	again, f := entryOf(t, parent, lock).Launch(t.Context(), o)
	if f != nil {
		t.Fatalf("as it was: %v", f)
	}
	_ = again.Close()
}

func TestAPluginOfAnotherKindIsNotLocked(t *testing.T) {
	o, _ := testOptions(t)
	dir := t.TempDir()
	putSelf(t, dir, FilePrefix+"other-kind")
	lock, report := LockAll(t.Context(), Request{Paths: []string{dir}, Reserved: reserved}, o)
	if len(lock.Plugins) != 0 || len(report) != 1 || !strings.HasSuffix(report[0].Problem, `describe: it says that its kind is "test-kind", and was opened as "other-kind"`) {
		t.Errorf("%+v", report)
	}
}

func TestAPluginUnderDevelopmentIsUnverifiedAndSaysSo(t *testing.T) {
	o, log := testOptions(t)
	path := putSelf(t, t.TempDir(), FilePrefix+"test-kind")
	c := Find(Request{Dev: map[string]string{"test-kind": path}, Reserved: reserved})
	a, f := c.Entries()[0].Launch(t.Context(), o)
	if f != nil {
		t.Fatal(f)
	}
	defer a.Close()
	if !a.Identity().Unverified || !strings.Contains(log.String(), "a plugin under development runs") {
		t.Errorf("%+v\n%s", a.Identity(), log)
	}
}

func TestABuiltInRunsIsolated(t *testing.T) {
	if got := BuiltIn("/usr/bin/effectkit", "sql"); got.path != "/usr/bin/effectkit" || !cmp.Equal(got.argv, []string{"/usr/bin/effectkit", "adapter", "sql"}) {
		t.Errorf("%+v", got)
	}
}
