package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"sync"
	"syscall"
	"time"
)

// ErrNotRegular says that a path is not a regular file, and so is not opened.
var ErrNotRegular = errors.New("not a regular file")

// dirBatch is how many entries of a folder are held at once.
const dirBatch = 1024

// keptFolders is how many folders of a tree are held open between calls.
const keptFolders = 32

// localTree reads a folder of this machine beneath its root.
type localTree struct {
	root   *os.Root
	source string
	mu     sync.Mutex
	kept   map[string]*os.Root // folders that were listed, by path
}

// folder is a folder of the tree as a root of its own, so that each look at an
// entry of it does not start from the top. Where it is kept open it is not
// closed by done.
func (t *localTree) folder(dir string) (r *os.Root, done func(), err error) {
	if dir == "." {
		return t.root, func() {}, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if r, ok := t.kept[dir]; ok {
		return r, func() {}, nil
	}
	seen, err := t.root.Lstat(dir)
	if err != nil {
		return nil, nil, err
	}
	r, err = t.root.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	// The root refuses to leave itself; a link to a folder within it would still
	// be followed, so what was opened must be what was looked at.
	if opened, err := r.Stat("."); err != nil || !os.SameFile(seen, opened) {
		_ = r.Close()
		return nil, nil, errors.New("a folder was replaced while it was opened")
	}
	if len(t.kept) == keptFolders {
		return r, func() { _ = r.Close() }, nil
	}
	if t.kept == nil {
		t.kept = map[string]*os.Root{}
	}
	t.kept[dir] = r
	return r, func() {}, nil
}

// OpenLocal opens a folder of this machine. The error is that of the file
// system; it wraps [fs.ErrNotExist] and its like, or syscall.ENOTDIR for a
// root that is a file.
func OpenLocal(root string) (Tree, error) {
	r, err := os.OpenRoot(root)
	if err != nil {
		// OpenRoot says that a file is no folder in words alone.
		if info, statErr := os.Stat(root); statErr == nil && !info.IsDir() {
			return nil, fmt.Errorf("root: %w", syscall.ENOTDIR)
		}
		return nil, err
	}
	info, err := r.Stat(".")
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	// A folder that may be entered but not listed opens, and then shows nothing.
	dir, err := r.Open(".")
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	_ = dir.Close()
	return &localTree{root: r, source: "folder:" + node(info)}, nil
}

// ReadDir lists a folder, then looks at each entry without following links.
func (t *localTree) ReadDir(ctx context.Context, dir string, visit func(Info) error) error {
	return t.list(ctx, dir, func(folder *os.Root, name string) error {
		info, err := folder.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return visit(localInfo(path.Join(dir, name), info))
	})
}

// Names lists a folder by its names alone.
func (t *localTree) Names(ctx context.Context, dir string, visit func(name string) error) error {
	return t.list(ctx, dir, func(_ *os.Root, name string) error { return visit(name) })
}

// list asks for names alone: some file systems do not tell types in a listing,
// and each would be looked up once more.
func (t *localTree) list(ctx context.Context, dir string, visit func(*os.Root, string) error) error {
	folder, done, err := t.folder(dir)
	if err != nil {
		return err
	}
	defer done()
	f, err := folder.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		names, readErr := f.Readdirnames(dirBatch)
		for _, name := range names {
			if err := visit(folder, name); err != nil {
				return err
			}
		}
		if errors.Is(readErr, io.EOF) {
			return nil
		}
		if readErr != nil {
			return readErr
		}
	}
}

// Lstat looks at one entry.
func (t *localTree) Lstat(_ context.Context, name string) (Info, error) {
	folder, done, err := t.folder(path.Dir(name))
	if err != nil {
		return Info{}, err
	}
	defer done()
	info, err := folder.Lstat(path.Base(name))
	if err != nil {
		return Info{}, err
	}
	return localInfo(name, info), nil
}

// Open looks first, opens without blocking on a pipe, and looks at what was
// opened: only the same regular file is handed out.
func (t *localTree) Open(_ context.Context, name string) (File, error) {
	folder, done, err := t.folder(path.Dir(name))
	if err != nil {
		return nil, err
	}
	defer done()
	seen, err := folder.Lstat(path.Base(name))
	if err != nil {
		return nil, err
	}
	if !seen.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s", ErrNotRegular, seen.Mode().Type())
	}
	f, err := folder.OpenFile(path.Base(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	opened, err := f.Stat()
	if err == nil && !os.SameFile(seen, opened) {
		err = fmt.Errorf("%w: replaced while it was opened", ErrNotRegular)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return localFile{File: f, opened: localInfo(name, opened)}, nil
}

// Source is the root's device and inode.
func (t *localTree) Source() string { return t.source }

// Clock is this machine's own.
func (t *localTree) Clock() Clock { return Clock{Uncertainty: 50 * time.Millisecond} }

// Close closes the root and the folders that were kept.
func (t *localTree) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.kept {
		_ = r.Close()
	}
	t.kept = nil
	return t.root.Close()
}

type localFile struct {
	*os.File
	opened Info
}

func (f localFile) Opened() Info { return f.opened }

func (f localFile) Stat() (Info, error) {
	info, err := f.File.Stat()
	if err != nil {
		return Info{}, err
	}
	return localInfo(f.opened.Path, info), nil
}

func localInfo(name string, info fs.FileInfo) Info {
	return Info{
		Path: name, Mode: info.Mode(), Size: info.Size(), ModTime: info.ModTime(),
		Stamp: node(info) + ":" + changeTime(info),
	}
}

// node is the device and inode behind an entry.
func node(info fs.FileInfo) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", st.Dev, st.Ino)
	}
	return ""
}
