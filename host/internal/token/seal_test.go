package token

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

var key = bytes.Repeat([]byte{7}, 32)

func seal(t *testing.T, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "token")
	if err := Seal(path, key, func(w io.Writer) error { _, err := w.Write(content); return err }); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(path string, key []byte) (content []byte, err error) {
	err = Open(path, key, func(r io.Reader) error {
		content, err = io.ReadAll(r)
		return err
	})
	return content, err
}

func TestWhatWasSealedOpensOnce(t *testing.T) {
	for _, n := range []int{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize} {
		content := bytes.Repeat([]byte("effect "), n/7+1)[:n]
		path := seal(t, content)
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("mode %v, %v", info.Mode(), err)
		}
		if got, err := open(path, key); err != nil || !bytes.Equal(got, content) {
			t.Errorf("%d bytes: %d came back, %v", n, len(got), err)
		}
		if _, err := open(path, key); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a token served twice: %v", err)
		}
	}
}

func TestNoByteOfASealCanBeChanged(t *testing.T) {
	whole, err := os.ReadFile(seal(t, []byte("a baseline")))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "token")
	for i := range whole {
		for _, flip := range []byte{0x01, 0x80, 0xff} {
			altered := bytes.Clone(whole)
			altered[i] ^= flip
			if err := os.WriteFile(path, altered, 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := open(path, key); !errors.Is(err, ErrAltered) && !errors.Is(err, ErrNewer) {
				t.Fatalf("byte %d with %#x: %v", i, flip, err)
			}
		}
	}
}

func TestNoPartOfASealCanBeDroppedAddedOrSwapped(t *testing.T) {
	whole, err := os.ReadFile(seal(t, bytes.Repeat([]byte("x"), 3*chunkSize)))
	if err != nil {
		t.Fatal(err)
	}
	at := len(heading(version)) + saltSize
	const sealed = chunkSize + 16
	one, two, rest := whole[at:at+sealed], whole[at+sealed:at+2*sealed], whole[at+2*sealed:]
	cases := map[string][]byte{
		"empty":                  nil,
		"the heading alone":      whole[:at],
		"cut in a chunk":         whole[:at+100],
		"cut between chunks":     whole[:at+sealed],
		"the last chunk dropped": whole[:len(whole)-len(rest)],
		"a byte added":           append(bytes.Clone(whole), 0),
		"a chunk added":          append(bytes.Clone(whole), one...),
		"two chunks swapped":     bytes.Join([][]byte{whole[:at], two, one, rest}, nil),
		"the first dropped":      bytes.Join([][]byte{whole[:at], two, rest}, nil),
	}
	path := filepath.Join(t.TempDir(), "token")
	for name, altered := range cases {
		if err := os.WriteFile(path, altered, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := open(path, key); !errors.Is(err, ErrAltered) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A mistyped path must not cost a file that was never ours.
func TestAFileThatIsNoTokenIsLeftAlone(t *testing.T) {
	for name, text := range map[string]string{
		"a deployment":           "version: 1\neffects: {}\n",
		"empty":                  "",
		"a line without an end":  "effectkit-baseline",
		"another tool's heading": "effectkit-baselines 1\n",
	} {
		path := filepath.Join(t.TempDir(), "mine")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := open(path, key); !errors.Is(err, ErrAltered) {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%s: the file holds %q, %v", name, got, err)
		}
	}
}

func TestWhatIsNoRegularFileIsNeitherReadNorRemoved(t *testing.T) {
	dir := t.TempDir()
	fifo, link := filepath.Join(dir, "fifo"), filepath.Join(dir, "link")
	if err := errors.Join(syscall.Mkfifo(fifo, 0o600), os.Symlink(seal(t, []byte("x")), link)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fifo, link, dir} {
		if _, err := open(path, key); !errors.Is(err, ErrAltered) {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("it is gone: %v", err)
		}
	}
}

func TestAReaderThatStopsEarlyStillFindsAnAlteredEnd(t *testing.T) {
	path := seal(t, bytes.Repeat([]byte("x"), 2*chunkSize+5))
	whole, _ := os.ReadFile(path)
	whole[len(whole)-1] ^= 1
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	err := Open(path, key, func(r io.Reader) error { _, err := io.ReadFull(r, make([]byte, 10)); return err })
	if !errors.Is(err, ErrAltered) {
		t.Errorf("error %v, want ErrAltered", err)
	}
}

func TestVersionsAndKeys(t *testing.T) {
	path := seal(t, []byte("x"))
	whole, _ := os.ReadFile(path)
	newer := strings.Replace(string(whole), heading(1), heading(2), 1)
	if err := os.WriteFile(path, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := open(path, key); !errors.Is(err, ErrNewer) {
		t.Errorf("error %v, want ErrNewer", err)
	}
	if _, err := open(seal(t, []byte("x")), bytes.Repeat([]byte{8}, 32)); !errors.Is(err, ErrAltered) {
		t.Errorf("error %v under another key, want ErrAltered", err)
	}
}

func TestASealThatFailsLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	if err := Seal(path, key, func(io.Writer) error { return io.ErrShortWrite }); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Error("a file is left")
	}
	taken := seal(t, []byte("mine"))
	if err := Seal(taken, key, func(io.Writer) error { return nil }); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file was written over: %v", err)
	}
	if got, err := open(taken, key); err != nil || string(got) != "mine" {
		t.Errorf("%q, %v", got, err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(heading(1)))
	f.Add([]byte("effectkit-baseline 99999999999999999999\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "token")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := open(path, key); err == nil {
			t.Error("made-up bytes opened")
		}
	})
}

func TestATokenSurvivesAWrongKeyAndServesUnderTheRightOne(t *testing.T) {
	path := seal(t, []byte("a baseline"))
	if _, err := open(path, bytes.Repeat([]byte{8}, 32)); !errors.Is(err, ErrAltered) {
		t.Errorf("under another key: %v", err)
	}
	if got, err := open(path, key); err != nil || string(got) != "a baseline" {
		t.Errorf("under its own key after that: %q, %v", got, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it serves again: %v", err)
	}
}
