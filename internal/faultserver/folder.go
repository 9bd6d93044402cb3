package faultserver

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Folder is a system of record that is a folder or a mailbox, with a second one
// beside it. It is safe for concurrent use.
type Folder struct {
	dir string
	now func() time.Time

	mu      sync.Mutex
	run     Run
	named   map[string]string // paths by the names of steps
	unique  int               // messages so far
	pending []due
	failed  error
}

// NewFolder makes a folder that has nothing yet: call Load. dir is a folder for
// its files; now is the time by the caller's clock.
func NewFolder(dir string, now func() time.Time) *Folder { return &Folder{dir: dir, now: now} }

// Root is the folder of a table, "main" or "side".
func (f *Folder) Root(table string) string { return filepath.Join(f.dir, "roots", table) }

func (f *Folder) outside() string { return filepath.Join(f.dir, "outside") }

// Load starts over: fresh folders, and a fault to play out on them.
func (f *Folder) Load(r Run) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.run, f.pending, f.failed, f.unique, f.named = r, nil, nil, 0, map[string]string{}
	if err := f.remove(); err != nil {
		return err
	}
	dirs := []string{f.outside(), f.Root("main"), f.Root("side")}
	if r.Face == "email" {
		for _, table := range []string{"main", "side"} {
			for _, sub := range []string{"new", "cur", "tmp"} {
				dirs = append(dirs, filepath.Join(f.Root(table), sub))
			}
		}
	}
	for _, dir := range dirs {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	for _, one := range seedDocuments {
		path, err := f.deliver(one.table, one.row)
		if err != nil {
			return err
		}
		f.named[one.named] = path
	}
	return nil
}

// remove removes everything, also what may not be read.
func (f *Folder) remove() error {
	for _, table := range []string{"main", "side"} {
		if err := os.Chmod(f.Root(table), 0o755); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return errors.Join(os.RemoveAll(filepath.Join(f.dir, "roots")), os.RemoveAll(f.outside()), os.RemoveAll(f.away()))
}

// Close removes everything.
func (f *Folder) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.remove()
}

// Act has the action happen, and gives what its screen shows.
func (f *Folder) Act() Screen {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.now()
	f.pending = merged(f.pending, schedule(f.run.Fault.Steps, f.run.Face, now.Add(f.run.Shift)))
	f.advance(now)
	return f.run.Fault.Screen
}

// Advance applies every step that is due.
func (f *Folder) Advance(now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advance(now)
}

func (f *Folder) advance(now time.Time) {
	for len(f.pending) > 0 && !f.pending[0].at.After(now) {
		next := f.pending[0].step
		f.pending = f.pending[1:]
		f.failed = errors.Join(f.failed, f.apply(next))
	}
}

// Finish applies all that is still to come, and gives the truth at the end.
func (f *Folder) Finish() (Truth, error) {
	f.mu.Lock()
	for len(f.pending) > 0 {
		f.advance(f.pending[len(f.pending)-1].at)
	}
	failed := f.failed
	f.mu.Unlock()
	t, err := f.Truth()
	return t, errors.Join(failed, err)
}

// apply does one step.
func (f *Folder) apply(s Step) error {
	table := s.Table
	if table == "" {
		table = "main"
	}
	switch s.Op {
	case "deliver":
		row := Row{}
		if s.Like == "ours" {
			row = IntendedDocument(f.run.Key)
		}
		maps.Copy(row, s.Row)
		path, err := f.deliver(table, row)
		if s.Like == "ours" {
			f.named["ours"] = path
		}
		return err
	case "complete":
		return f.complete()
	case "remove":
		return os.Remove(f.named[s.Of])
	case "deny_root":
		return os.Chmod(f.Root("main"), 0)
	case "remove_root":
		return os.Rename(f.Root("main"), f.away())
	}
	return f.replaceRoot()
}

// away is where a root goes that is removed or replaced. The truth goes with it.
func (f *Folder) away() string { return filepath.Join(f.dir, "away") }
