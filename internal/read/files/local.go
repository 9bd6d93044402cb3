package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// ErrNotRegular says that a path is not a regular file, and so is not opened.
var ErrNotRegular = errors.New("not a regular file")

var errReplaced = fmt.Errorf("%w: replaced while it was opened", ErrNotRegular)

// dirBatch is how many names of a folder are held at once.
const dirBatch = 1024

// keptFolders is how many folders of a tree are held open between calls.
const keptFolders = 32

// localTree reads a folder of this machine beneath its root. Every step down is
// an openat of one name that refuses links: os.Root would follow one that stays
// within the root, and looks at an entry more often than once.
type localTree struct {
	top    *os.File
	source string
	mu     sync.Mutex
	kept   map[string]*os.File // folders that were listed, by path
}

// OpenLocal opens a folder of this machine. The error is that of the file
// system; it wraps [fs.ErrNotExist] and its like, or syscall.ENOTDIR for a
// root that is a file.
func OpenLocal(root string) (Tree, error) {
	// Opened to be listed: a folder that may only be entered would show nothing.
	// The root itself may be a link; it is the one path that the operator wrote.
	fd, err := retry(func() (int, error) {
		return unix.Open(root, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, fmt.Errorf("root: %w", err)
	}
	top := os.NewFile(uintptr(fd), root)
	info, err := lookAt(fd, ".")
	if err != nil {
		_ = top.Close()
		return nil, err
	}
	return &localTree{top: top, source: fmt.Sprintf("folder:%d:%d", info.Stamp.Device, info.Stamp.Node)}, nil
}

// folder opens a folder of the tree, without following a link at any step, so
// that each look at an entry of it does not start from the top. Where it is
// kept open it is not closed by done.
func (t *localTree) folder(dir string) (f *os.File, done func(), err error) {
	if dir == "." {
		return t.top, func() {}, nil
	}
	if !inside(dir) {
		return nil, nil, fs.ErrInvalid
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f, ok := t.kept[dir]; ok {
		return f, func() {}, nil
	}
	f = t.top
	for name := range strings.SplitSeq(dir, "/") {
		fd, err := openAt(f, name, unix.O_DIRECTORY)
		if f != t.top {
			_ = f.Close()
		}
		if err != nil {
			return nil, nil, err
		}
		f = os.NewFile(uintptr(fd), dir)
	}
	if len(t.kept) == keptFolders {
		return f, func() { _ = f.Close() }, nil
	}
	if t.kept == nil {
		t.kept = map[string]*os.File{}
	}
	t.kept[dir] = f
	return f, func() {}, nil
}

// inside tells whether a path goes down from the root alone. Unlike
// fs.ValidPath it takes names that are not UTF-8, which files have.
func inside(name string) bool {
	if name == "." {
		return true
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}

// ReadDir lists a folder, then looks at each entry without following links.
func (t *localTree) ReadDir(ctx context.Context, dir string, visit func(Info) error) error {
	return t.list(ctx, dir, func(folder int, name string) error {
		info, err := lookAt(folder, name)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		info.Path = path.Join(dir, name)
		return visit(info)
	})
}

// Names lists a folder by its names alone.
func (t *localTree) Names(ctx context.Context, dir string, visit func(name string) error) error {
	return t.list(ctx, dir, func(_ int, name string) error { return visit(name) })
}

// list asks for names alone: some file systems do not tell types in a listing,
// and each would be looked up once more.
func (t *localTree) list(ctx context.Context, dir string, visit func(folder int, name string) error) error {
	folder, done, err := t.folder(dir)
	if err != nil {
		return err
	}
	defer done()
	// One of its own: two listings at once would share the place in the folder.
	fd, err := openAt(folder, ".", unix.O_DIRECTORY)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), dir)
	defer f.Close()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		names, readErr := f.Readdirnames(dirBatch)
		for _, name := range names {
			if err := visit(fd, name); err != nil {
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
	if !inside(name) {
		return Info{}, fs.ErrInvalid
	}
	folder, done, err := t.folder(path.Dir(name))
	if err != nil {
		return Info{}, err
	}
	defer done()
	info, err := lookAt(int(folder.Fd()), path.Base(name))
	info.Path = name
	return info, err
}

// Open looks first, since to open a pipe or a device is to act on it, and then
// at what was opened: only the same regular file is handed out.
func (t *localTree) Open(_ context.Context, name string) (File, error) {
	if !inside(name) {
		return nil, fs.ErrInvalid
	}
	folder, done, err := t.folder(path.Dir(name))
	if err != nil {
		return nil, err
	}
	defer done()
	seen, err := lookAt(int(folder.Fd()), path.Base(name))
	if err != nil {
		return nil, err
	}
	if !seen.Mode.IsRegular() {
		return nil, fmt.Errorf("%w: %s", ErrNotRegular, seen.Mode.Type())
	}
	fd, err := openAt(folder, path.Base(name), unix.O_NONBLOCK)
	if errors.Is(err, unix.ELOOP) {
		return nil, errReplaced
	}
	if err != nil {
		return nil, err
	}
	f := &localFile{fd: fd}
	f.opened.Path = name
	f.opened, err = f.Stat()
	if err == nil && (f.opened.Stamp.Device != seen.Stamp.Device || f.opened.Stamp.Node != seen.Stamp.Node) {
		err = errReplaced
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// Source is the root's device and inode.
func (t *localTree) Source() string { return t.source }

// Clock is this machine's own.
func (t *localTree) Clock() Clock { return Clock{Uncertainty: 50 * time.Millisecond} }

// Close closes the root and the folders that were kept.
func (t *localTree) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.kept {
		_ = f.Close()
	}
	t.kept = nil
	return t.top.Close()
}
