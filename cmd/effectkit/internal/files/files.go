package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// MaxSize is the largest file that a command line may name, in bytes.
const MaxSize = 64 << 20

// Read reads a regular file, or standard input for "-". The error names the
// path and what was wrong.
func Read(path string, stdin io.Reader) ([]byte, error) {
	if path == "-" {
		return limited("standard input", stdin)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, cause(err))
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return nil, fmt.Errorf("%q: is a directory, not a file", path)
	}
	return limited(path, f)
}

func limited(name string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, cause(err))
	}
	if len(data) > MaxSize {
		return nil, fmt.Errorf("%q: is larger than %d MiB", name, MaxSize>>20)
	}
	return data, nil
}

// WriteAtomic puts data at path, readable by the owner alone, so that a reader
// sees the old file or the new one and never a part of it.
func WriteAtomic(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".effectkit-*")
	if err != nil {
		return fmt.Errorf("%q: %w", path, cause(err))
	}
	defer os.Remove(f.Name()) // does nothing once the file has its name
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("%q: %w", path, cause(err))
	}
	return nil
}

// Writable tells before the action whether WriteAtomic could put a file at
// path: a result that cannot be kept is refused while nothing has happened. So
// is a path whose device, pipe or link a plain file would take the place of.
func Writable(path string) error {
	if st, err := os.Lstat(path); err == nil {
		switch mode := st.Mode(); {
		case mode.IsDir():
			return fmt.Errorf("%q: is a directory, not a file", path)
		case mode&fs.ModeSymlink != 0:
			return fmt.Errorf("%q: is a link; name the file itself", path)
		case !mode.IsRegular():
			return fmt.Errorf("%q: is no regular file, and would be replaced by one", path)
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".effectkit-*")
	if err != nil {
		return fmt.Errorf("%q: %w", path, cause(err))
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// Same tells whether two paths name one file that is there.
func Same(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// cause drops the path that the operating system's error repeats.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
