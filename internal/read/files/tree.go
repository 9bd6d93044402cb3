package files

import (
	"context"
	"io"
	"io/fs"
	"time"
)

// Info is one entry of a folder, as lstat has it: a link is a link.
type Info struct {
	// Path is relative to the root, with slashes.
	Path string
	Mode fs.FileMode
	Size int64
	// ModTime is by the clock of whoever keeps the files.
	ModTime time.Time
	// Stamp changes when the file behind the path is another one, or when its
	// content or mode was written to, as far as the tree can tell. Two infos of
	// one path with one Stamp, Size and ModTime are of an untouched file.
	Stamp Stamp
}

// Stamp tells a file that was touched from one that was not; zero where a tree
// cannot tell.
type Stamp struct {
	Device, Node uint64
	Changed      int64 // nanoseconds of 1970, by whoever keeps the files
}

// Untouched tells whether the file was not replaced or written to between two
// looks at one path.
func (i Info) Untouched(later Info) bool {
	return i.Stamp == later.Stamp && i.Size == later.Size && i.ModTime.Equal(later.ModTime) && i.Mode == later.Mode
}

// File is an open regular file.
type File interface {
	io.ReadCloser
	// Opened is what the file was when it was opened.
	Opened() Info
	// Stat looks at the open file itself, now.
	Stat() (Info, error)
}

// Tree is a folder that is read and never written. It is safe for concurrent
// use. Paths are relative to its root, with slashes; "." is the root.
type Tree interface {
	// ReadDir visits the entries of a folder in no order, a batch at a time, so
	// that a large folder does not have to fit in memory. An entry that goes
	// away while it is looked at is left out. visit's error ends it.
	ReadDir(ctx context.Context, dir string, visit func(Info) error) error
	// Names visits the names in a folder without a look at what they are, which
	// is cheaper than ReadDir.
	Names(ctx context.Context, dir string, visit func(name string) error) error
	// Lstat looks at one entry.
	Lstat(ctx context.Context, name string) (Info, error)
	// Open opens a regular file without following a link. The error wraps
	// [ErrNotRegular] for anything else, also when it became so in between.
	Open(ctx context.Context, name string) (File, error)
	// Source says which store this is; it changes when the root is replaced.
	Source() string
	// Clock describes the clock of the modification times.
	Clock() Clock
	Close() error
}

// Clock is what is known of the clock that stamps a tree's files.
type Clock struct {
	// Offset is how far it is ahead of this machine's.
	Offset time.Duration
	// Uncertainty is how far Offset may be wrong, the granularity of the
	// modification times included.
	Uncertainty time.Duration
}

// Fresh tells whether a time by this clock is no older than the window at now.
// known is false where the clock's uncertainty could decide, and for a time in
// the future beyond it.
func (c Clock) Fresh(now, stamped time.Time, window time.Duration) (fresh, known bool) {
	age := now.Add(c.Offset).Sub(stamped)
	switch {
	case age >= -c.Uncertainty && age+c.Uncertainty <= window:
		return true, true
	case age-c.Uncertainty > window:
		return false, true
	}
	return false, false
}
