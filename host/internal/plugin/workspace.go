package plugin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// workspacePrefix begins the name of every workspace. It is short: a socket's
// path must fit a hundred bytes.
const workspacePrefix = "ek-"

// longestBase is the longest path under which a socket's path still fits.
const longestBase = 40

// Workspace is a directory that nobody but this user may enter, for the homes,
// sockets and copies of plugins. A lock on it tells that its host lives; what a
// dead host left is swept when the next one starts.
type Workspace struct {
	dir  string
	lock *os.File

	mu   sync.Mutex
	next int
}

// OpenWorkspace sweeps what dead hosts left under base and makes a new
// directory there. "" is the system's directory for temporary files.
func OpenWorkspace(base string) (*Workspace, error) {
	if base == "" {
		base = os.TempDir()
	}
	if len(base) > longestBase {
		base = "/tmp"
	}
	sweep(base)
	dir, err := os.MkdirTemp(base, workspacePrefix) // 0700
	if err != nil {
		return nil, fmt.Errorf("a private directory for plugins could not be made: %w", err)
	}
	lock, err := lockIn(dir)
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("a private directory for plugins could not be locked: %w", err)
	}
	return &Workspace{dir: dir, lock: lock}, nil
}

// lockIn makes the lock of a workspace. It has its name only once it is held,
// or another host's sweep could take it in between.
func lockIn(dir string) (*os.File, error) {
	unnamed := filepath.Join(dir, "lock.new")
	lock, err := os.OpenFile(unnamed, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, err
	}
	return lock, os.Rename(unnamed, filepath.Join(dir, "lock"))
}

// privateDir makes a directory for one process, or one copy.
func (w *Workspace) privateDir() (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next++
	dir := filepath.Join(w.dir, strconv.Itoa(w.next))
	return dir, os.Mkdir(dir, 0o700)
}

// Close removes the workspace with all that is in it.
func (w *Workspace) Close() error {
	err := removeAll(w.dir)
	return errors.Join(err, w.lock.Close())
}

// sweep removes the workspaces of this user whose host is dead. One that
// cannot be removed is left for the next start.
func sweep(base string) {
	entries, err := os.ReadDir(base)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.IsDir() && strings.HasPrefix(e.Name(), workspacePrefix) {
			sweepOne(filepath.Join(base, e.Name()))
		}
	}
}

func sweepOne(dir string) {
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|unix.O_NOFOLLOW, 0)
	if err != nil {
		return // another user's, or not a workspace
	}
	defer lock.Close()
	info, err := os.Lstat(dir)
	if err != nil || !ownedByUs(info) {
		return
	}
	if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
		_ = removeAll(dir)
	}
}

// removeAll removes a tree whose directories may be read-only.
func removeAll(dir string) error {
	_ = filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(dir)
}
