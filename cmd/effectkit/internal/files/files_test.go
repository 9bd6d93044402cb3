package files

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	if err := os.WriteFile(path, []byte("a: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, path, want, wantErr string
	}{
		{"a file", path, "a: 1\n", ""},
		{"standard input", "-", "piped", ""},
		{"no such file", filepath.Join(dir, "b"), "", "b\": no such file or directory"},
		{"a directory", dir, "", "is a directory, not a file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Read(tt.path, strings.NewReader("piped"))
			if tt.wantErr != "" {
				if err == nil || !strings.HasSuffix(err.Error(), tt.wantErr) {
					t.Fatalf("got %v, want an error that ends in %q", err, tt.wantErr)
				}
				return
			}
			if err != nil || string(got) != tt.want {
				t.Errorf("got %q, %v", got, err)
			}
		})
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestReadStopsAtTheCap(t *testing.T) {
	if _, err := Read("-", endless{}); err == nil || err.Error() != `"standard input": is larger than 64 MiB` {
		t.Errorf("got %v", err)
	}
}

func TestWriteAtomicReplacesWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "result.json")
	for _, text := range []string{"first, and longer", "second"} {
		if err := WriteAtomic(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, []byte(text)) {
			t.Errorf("got %q, %v", got, err)
		}
	}
	st, err := os.Stat(path)
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", st.Mode(), err)
	}
	left, _ := os.ReadDir(filepath.Dir(path))
	if len(left) != 1 {
		t.Errorf("%d files are left, want 1", len(left))
	}
}

func TestWritableLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := Writable(filepath.Join(dir, "r.json")); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("%d files are left", len(left))
	}
	if err := Writable(filepath.Join(dir, "none", "r.json")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if err := Writable(dir); err == nil {
		t.Error("a directory counts as writable")
	}
	if err := WriteAtomic(filepath.Join(dir, "none", "r.json"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// As root, a result put at a device would take the device's place, for every
// program of the machine.
func TestOnlyARegularFileMayBeReplaced(t *testing.T) {
	dir := t.TempDir()
	plain, link, fifo := filepath.Join(dir, "r.json"), filepath.Join(dir, "link"), filepath.Join(dir, "fifo")
	err := errors.Join(os.WriteFile(plain, nil, 0o600), os.Symlink(plain, link), syscall.Mkfifo(fifo, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, path, wantErr string }{
		{"an earlier result", plain, ""},
		{"a file that is not there yet", filepath.Join(dir, "new"), ""},
		{"a link to a file", link, "link\": is a link; name the file itself"},
		{"a pipe", fifo, "fifo\": is no regular file, and would be replaced by one"},
		{"a directory", dir, "is a directory, not a file"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Writable(tt.path)
			if tt.wantErr == "" && err != nil || tt.wantErr != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.wantErr)) {
				t.Errorf("got %v, want an error that ends in %q", err, tt.wantErr)
			}
		})
	}
}

func TestSameSeesOneFileUnderTwoNames(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	hard := filepath.Join(dir, "hard")
	err := errors.Join(os.WriteFile(a, nil, 0o600), os.WriteFile(b, nil, 0o600), os.Link(a, hard))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, one, other string
		want             bool
	}{
		{"the same name", a, a, true},
		{"another spelling", a, dir + "/./a", true},
		{"a hard link", a, hard, true},
		{"two files", a, b, false},
		{"one that is not there", a, filepath.Join(dir, "none"), false},
		{"no name", a, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Same(tt.one, tt.other); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
