package files

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// plant makes a tree: a name that ends with / is a folder, "a -> b" a link,
// "a |" a pipe, anything else a file of its own name.
func plant(t *testing.T, entries ...string) string {
	t.Helper()
	root := t.TempDir()
	for _, e := range entries {
		var err error
		switch at := filepath.Join(root, e); {
		case e[len(e)-1] == '/':
			err = os.MkdirAll(at, 0o755)
		case e[len(e)-1] == '|':
			err = syscall.Mkfifo(filepath.Join(root, e[:len(e)-2]), 0o600)
		default:
			if name, target, ok := cutLink(e); ok {
				err = os.Symlink(target, filepath.Join(root, name))
				break
			}
			if err = os.MkdirAll(filepath.Dir(at), 0o755); err == nil {
				err = os.WriteFile(at, []byte(e), 0o644)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func cutLink(e string) (name, target string, ok bool) {
	for i := range e {
		if i+4 <= len(e) && e[i:i+4] == " -> " {
			return e[:i], e[i+4:], true
		}
	}
	return "", "", false
}

func open(t *testing.T, root string) Tree {
	t.Helper()
	tree, err := OpenLocal(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tree.Close() })
	return tree
}

func pattern(t *testing.T, text string) *Pattern {
	t.Helper()
	p, err := NewPattern(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAWalkTakesFilesAndTalliesTheRest(t *testing.T) {
	for name, c := range map[string]struct {
		entries []string
		pattern string
		marker  string
		want    []string
		tally   Tally
	}{
		"files that fit, in this folder alone": {
			entries: []string{"a.csv", "b.csv", "c.txt", "d/e.csv"}, pattern: "*.csv",
			want: []string{"a.csv", "b.csv"},
		},
		"files of every folder": {
			entries: []string{"a.csv", "d/e.csv", "d/f/g.csv", "empty/"}, pattern: "**",
			want: []string{"a.csv", "d/e.csv", "d/f/g.csv"},
		},
		"a file that is still being written": {
			entries: []string{"a.csv.part", ".b.csv", "c.txt.part"}, pattern: "*.csv",
			tally: Tally{Temporary: 2},
		},
		"a link is not followed, wherever it leads": {
			entries: []string{"a.csv", "b.csv -> a.csv", "c.csv -> /etc/passwd", "d.csv -> nowhere", "e.txt -> a.csv"}, pattern: "*.csv",
			want: []string{"a.csv"}, tally: Tally{Links: 3},
		},
		"a link to a folder is not entered": {
			entries: []string{"real/a.csv", "link -> real", "out -> /etc"}, pattern: "**/*.csv",
			want: []string{"real/a.csv"}, tally: Tally{Links: 2},
		},
		"a folder with the name of a file": {
			entries: []string{"a.csv/"}, pattern: "*.csv", tally: Tally{Folders: 1},
		},
		"a folder beside files of any name": {
			entries: []string{"a", "archive/"}, pattern: "*", want: []string{"a"},
		},
		"a pipe is not opened": {
			entries: []string{"a.csv |"}, pattern: "*.csv", tally: Tally{Devices: 1},
		},
		"a file without its marker": {
			entries: []string{"a.csv", "a.csv.done", "b.csv", "c.csv.done"}, pattern: "*", marker: ".done",
			want: []string{"a.csv"}, tally: Tally{Unmarked: 1},
		},
	} {
		t.Run(name, func(t *testing.T) {
			tree := open(t, plant(t, c.entries...))
			var got []string
			var tally Tally
			w := Walk{Pattern: pattern(t, c.pattern), Marker: c.marker}
			err := w.Files(context.Background(), tree, &tally, func(i Info) error {
				got = append(got, i.Path)
				return nil
			})
			slices.Sort(got)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, got, cmpopts.EquateEmpty()); d != "" {
				t.Errorf("files (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.tally, tally); d != "" {
				t.Errorf("tally (-want +got):\n%s", d)
			}
		})
	}
}

func TestTheVisitorsErrorEndsTheWalk(t *testing.T) {
	tree := open(t, plant(t, "d/a", "d/b"))
	enough := errors.New("enough")
	calls := 0
	err := Walk{Pattern: pattern(t, "**")}.Files(context.Background(), tree, &Tally{}, func(Info) error {
		calls++
		return enough
	})
	if !errors.Is(err, enough) || calls != 1 {
		t.Errorf("after %d calls: %v", calls, err)
	}
}

func TestMoreFilesThanAllowedAreNotAShortList(t *testing.T) {
	tree := open(t, plant(t, "a", "b", "c"))
	for limit, want := range map[int]error{2: ErrTooMany, 3: nil} {
		err := Walk{Pattern: pattern(t, "*"), MaxEntries: limit}.Files(context.Background(), tree, &Tally{}, func(Info) error { return nil })
		if !errors.Is(err, want) {
			t.Errorf("limit %d: %v, want %v", limit, err, want)
		}
	}
}

// hooked is a tree in which something happens when a file is first read.
type hooked struct {
	Tree
	reading func()
}

func (h hooked) Open(ctx context.Context, name string) (File, error) {
	f, err := h.Tree.Open(ctx, name)
	return &hookedFile{File: f, reading: h.reading}, err
}

type hookedFile struct {
	File
	reading func()
}

func (f *hookedFile) Read(p []byte) (int, error) {
	if f.reading != nil {
		f.reading()
		f.reading = nil
	}
	return f.File.Read(p)
}

func TestAFileThatMovesUnderTheReaderIsInFlight(t *testing.T) {
	for name, move := range map[string]func(at string) error{
		"it grows": func(at string) error {
			f, err := os.OpenFile(at, os.O_APPEND|os.O_WRONLY, 0)
			if err == nil {
				_, err = f.WriteString("more")
				_ = f.Close()
			}
			return err
		},
		"it is cut":     func(at string) error { return os.Truncate(at, 1) },
		"it is removed": os.Remove,
		"it is replaced": func(at string) error {
			if err := os.WriteFile(at+".new", []byte("a.csv"), 0o644); err != nil {
				return err
			}
			return os.Rename(at+".new", at)
		},
		"it is rewritten with its size and time kept": func(at string) error {
			info, err := os.Stat(at)
			if err != nil {
				return err
			}
			if err := os.WriteFile(at, []byte("b.csv"), 0o644); err != nil {
				return err
			}
			return os.Chtimes(at, info.ModTime(), info.ModTime())
		},
	} {
		t.Run(name, func(t *testing.T) {
			root := plant(t, "a.csv")
			at := filepath.Join(root, "a.csv")
			settleChangeTime(t, at)
			tree := hooked{Tree: open(t, root), reading: func() {
				if err := move(at); err != nil {
					t.Error(err)
				}
			}}
			var tally Tally
			scan := Scan{Walk: Walk{Pattern: pattern(t, "*.csv")}, Content: Content{Hash: true}}
			err := scan.Run(context.Background(), tree, &tally, func(f Found) error {
				t.Errorf("%q became a record", f.Info.Path)
				return nil
			})
			if err != nil || tally.Moving != 1 {
				t.Errorf("tally %+v, error %v", tally, err)
			}
		})
	}
}

// settleChangeTime puts the file's change time a tick of the kernel's clock
// behind the present, as that of any file but one just written is.
func settleChangeTime(t *testing.T, at string) {
	t.Helper()
	tree := open(t, filepath.Dir(at))
	first, err := tree.Lstat(t.Context(), filepath.Base(at))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); {
		probe := filepath.Join(filepath.Dir(at), "tick")
		if err := os.WriteFile(probe, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		now, err := tree.Lstat(t.Context(), "tick")
		_ = os.Remove(probe)
		if err != nil {
			t.Fatal(err)
		}
		if now.Stamp.Changed != first.Stamp.Changed {
			return
		}
	}
	t.Fatal("the kernel's clock does not move")
}

func TestContentIsHashedAndProbedWhole(t *testing.T) {
	root := t.TempDir()
	long := make([]byte, 300<<10)
	for i := range long {
		long[i] = byte('a' + i%23)
	}
	copy(long[len(long)-5:], "TOTAL")
	if err := os.WriteFile(filepath.Join(root, "long"), long, 0o644); err != nil {
		t.Fatal(err)
	}
	tree := open(t, root)
	seen, err := tree.Lstat(context.Background(), "long")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content Content
		match   bool
		err     error
	}{
		"a text at the very end is found": {Content{Hash: true, Probe: regexp.MustCompile("TOTAL$")}, true, nil},
		"a text that is not there":        {Content{Hash: true, Probe: regexp.MustCompile("absent")}, false, nil},
		"an early match reads on":         {Content{Hash: true, Probe: regexp.MustCompile("abc")}, true, nil},
		"exactly as long as allowed":      {Content{Probe: regexp.MustCompile("TOTAL"), Limit: int64(len(long))}, true, nil},
		"longer than allowed":             {Content{Probe: regexp.MustCompile("abc"), Limit: int64(len(long)) - 1}, false, ErrTooLong},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.content.Read(context.Background(), tree, seen)
			if !errors.Is(err, c.err) || got.Match != c.match {
				t.Errorf("match %v, error %v", got.Match, err)
			}
			if err == nil && c.content.Hash && len(got.SHA256) != 64 {
				t.Errorf("hash %q", got.SHA256)
			}
		})
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Content{Hash: true}).Read(ended, tree, seen); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context ended: %v", err)
	}
}

func TestARootThatIsNotAFolderIsNeverAnEmptyOne(t *testing.T) {
	root := plant(t, "file")
	for path, want := range map[string]error{
		"file": syscall.ENOTDIR, "absent": fs.ErrNotExist,
	} {
		if _, err := OpenLocal(filepath.Join(root, path)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}

func TestAReplacedRootIsAnotherSource(t *testing.T) {
	root := plant(t, "in/a")
	in := filepath.Join(root, "in")
	first := open(t, in).Source()
	if again := open(t, in).Source(); again != first {
		t.Errorf("the same root answers as %q and %q", first, again)
	}
	if err := os.Rename(in, in+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(in, 0o755); err != nil {
		t.Fatal(err)
	}
	if again := open(t, in).Source(); again == first {
		t.Error("a replaced root answers as the same source")
	}
}

func TestNoPathLeadsOutOfTheRoot(t *testing.T) {
	outer := plant(t, "secret", "in/a", "in/d/b", "in/up -> ..", "in/d/link -> ../a", "in/deep -> d")
	tree := open(t, filepath.Join(outer, "in"))
	never := func(Info) error { t.Error("something was listed"); return nil }
	for _, dir := range []string{"..", "../in", "d/../..", "/", "", "up", "deep", "d/", "./d"} {
		if err := tree.ReadDir(t.Context(), dir, never); err == nil {
			t.Errorf("folder %q is listed", dir)
		}
	}
	for _, name := range []string{"../secret", "d/../../secret", "/etc/passwd", "up/secret", "deep/b", "d/link", ".", "d", ""} {
		if f, err := tree.Open(t.Context(), name); err == nil {
			_ = f.Close()
			t.Errorf("%q opens", name)
		}
	}
	for _, name := range []string{"..", "../secret", "up/secret", "/etc", ""} {
		if _, err := tree.Lstat(t.Context(), name); err == nil {
			t.Errorf("%q is looked at", name)
		}
	}
	if info, err := tree.Lstat(t.Context(), "up"); err != nil || info.Mode.Type() != fs.ModeSymlink {
		t.Errorf("a link is %v, %v", info.Mode, err)
	}
}

func TestMoreFoldersThanAreKeptOpenAreReadAlike(t *testing.T) {
	var entries []string
	for i := range keptFolders + 5 {
		entries = append(entries, filepath.Join("d", string(rune('a'+i%26))+string(rune('a'+i/26)), "file"))
	}
	tree := open(t, plant(t, entries...))
	var tally Tally
	n := 0
	scan := Scan{Walk: Walk{Pattern: pattern(t, "**")}, Content: Content{Hash: true}}
	err := scan.Run(t.Context(), tree, &tally, func(Found) error { n++; return nil })
	if err != nil || n != len(entries) || tally != (Tally{}) {
		t.Errorf("%d of %d files, tally %+v, error %v", n, len(entries), tally, err)
	}
}

func TestNamesThatAreOddAreNamesLikeOthers(t *testing.T) {
	for name, odd := range map[string]string{
		"with bytes that are no UTF-8": "a\xff\xfe.csv",
		"with a line break":            "a\nb.csv",
		"with a blank at its end":      "a.csv ",
		"of the greatest length":       strings.Repeat("x", 255),
		"like an option":               "-rf",
		"of three dots":                "...",
	} {
		t.Run(name, func(t *testing.T) {
			tree := open(t, plant(t, odd))
			var tally Tally
			var got []string
			scan := Scan{Walk: Walk{Pattern: pattern(t, "*")}, Content: Content{Hash: true}}
			err := scan.Run(t.Context(), tree, &tally, func(f Found) error { got = append(got, f.Info.Path); return nil })
			if odd == "..." { // a dot in front is a temporary name
				if err != nil || tally.Temporary != 1 {
					t.Errorf("tally %+v, error %v", tally, err)
				}
				return
			}
			if err != nil || len(got) != 1 || got[0] != odd || tally != (Tally{}) {
				t.Errorf("%q, tally %+v, error %v", got, tally, err)
			}
		})
	}
}

func TestAMarkerSpeaksForTheFileThatItFollowed(t *testing.T) {
	for name, c := range map[string]struct {
		marker time.Duration // after the file
		want   int
	}{
		"set after its file":               {time.Second, 1},
		"set at the same moment":           {0, 1},
		"left from what the file was once": {-time.Second, 0},
	} {
		t.Run(name, func(t *testing.T) {
			root := plant(t, "a.csv", "a.csv.done")
			at := time.Unix(1_700_000_000, 0)
			for file, when := range map[string]time.Time{"a.csv": at, "a.csv.done": at.Add(c.marker)} {
				if err := os.Chtimes(filepath.Join(root, file), when, when); err != nil {
					t.Fatal(err)
				}
			}
			var tally Tally
			n := 0
			w := Walk{Pattern: pattern(t, "*"), Marker: ".done"}
			err := w.Files(t.Context(), open(t, root), &tally, func(Info) error { n++; return nil })
			if err != nil || n != c.want || tally.Unmarked != 1-c.want {
				t.Errorf("%d files, tally %+v, error %v", n, tally, err)
			}
		})
	}
}

func TestAWalkEndsWhereItMust(t *testing.T) {
	deep := "d"
	for range MaxDepth + 2 {
		deep = filepath.Join(deep, "d")
	}
	tree := open(t, plant(t, "a", "b", filepath.Join(deep, "far")))
	count := func(w Walk) (n int, tally Tally, err error) {
		err = w.Files(t.Context(), tree, &tally, func(Info) error { n++; return nil })
		return n, tally, err
	}
	if n, tally, err := count(Walk{Pattern: pattern(t, "**")}); n != 2 || tally.Unlisted != 1 || err != nil {
		t.Errorf("a tree without end: %d files, %+v, %v", n, tally, err)
	}
	if n, _, err := count(Walk{Pattern: pattern(t, "*"), MaxEntries: 2}); n != 2 || err != nil {
		t.Errorf("as many as may be listed: %d files, %v", n, err)
	}
	if _, _, err := count(Walk{Pattern: pattern(t, "*"), MaxEntries: 1}); !errors.Is(err, ErrTooMany) {
		t.Errorf("more than may be listed: %v", err)
	}
	stop := errors.New("stop")
	if err := (Walk{Pattern: pattern(t, "*")}).Files(t.Context(), tree, &Tally{}, func(Info) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("a visitor's error is %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (Walk{Pattern: pattern(t, "*")}).Files(ended, tree, &Tally{}, func(Info) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("after its context ended: %v", err)
	}
}
