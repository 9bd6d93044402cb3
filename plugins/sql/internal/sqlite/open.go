package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/effectkit/effectkit/plugins/sql/internal/sqlite3"
	"github.com/effectkit/effectkit/sdk"
)

// settled is how long a file must have been left alone before its times can
// tell whether it changes: file systems keep them in ticks of some
// milliseconds.
const settled = 100 * time.Millisecond

// opened is a connection and what must still hold when the read is over.
type opened struct {
	*sqlite3.DB
	path   string
	before state
	// frozen: the file is read as immutable, without locks, so that it must not
	// have changed.
	frozen bool
}

// open opens a database in the one way that reads every commit and creates
// nothing.
func (e *Engine) open(ctx context.Context) (*opened, error) {
	o := &opened{path: e.path}
	var err error
	if o.before, err = observe(e.path); err != nil {
		return nil, err
	}
	options := []string{""}
	switch {
	case o.before.wal && !o.before.shm:
		return nil, sdk.Unreachable("the sqlite database has a write-ahead log without its shared memory, and reading it would create files: open it once with its own application")
	case o.before.shm && o.before.log:
		// Writing read marks into the shared memory only where reading does not
		// do: after a crash, or when no mark serves.
		options = []string{"&readonly_shm=1", ""}
	default:
		logged, err := writeAhead(ctx, e.path)
		if err != nil {
			return nil, err
		}
		if logged {
			if err := o.freeze(ctx); err != nil {
				return nil, err
			}
			options = []string{"&immutable=1"}
		}
	}
	for i, option := range options {
		if o.DB, err = connect(ctx, uri(e.path, option)); err == nil {
			return o, nil
		}
		if !needsMarks(err) || i == len(options)-1 {
			break
		}
	}
	return nil, explain(ctx, err)
}

// freeze waits until the file has been left alone for long enough.
func (o *opened) freeze(ctx context.Context) error {
	o.frozen = true
	for waited := time.Duration(0); waited < settled; {
		left := settled - time.Since(o.before.changed)
		if left <= 0 {
			return nil
		}
		left = min(left, settled)
		if err := wait(ctx, left); err != nil {
			return err
		}
		waited += left
		now, err := observe(o.path)
		if err != nil {
			return err
		}
		if !o.before.still(now) {
			waited = 0
		}
		o.before = now
		if now.wal || now.journal {
			return changedUnder()
		}
	}
	return nil
}

// after looks again once the rows are read. The source that it gives is that of
// the file which the path names now.
func (o *opened) after() (source string, err error) {
	now, err := observe(o.path)
	if err != nil {
		return "", err
	}
	if o.frozen && !o.before.still(now) {
		return "", changedUnder()
	}
	return now.source, nil
}

func changedUnder() error {
	return sdk.Unreachable("the sqlite database changed while it was read without its write-ahead log")
}

// writeAhead tells whether the file's header says that its commits go to a
// write-ahead log (bytes 18 and 19 of the file format). Opened in any way but
// immutable, such a file would get one.
func writeAhead(ctx context.Context, path string) (bool, error) {
	db, err := connect(ctx, uri(path, "&immutable=1"))
	if err != nil {
		return false, explain(ctx, err)
	}
	defer db.Close()
	st, err := db.Prepare("SELECT hex(substr(data, 19, 2)) FROM sqlite_dbpage WHERE pgno = 1")
	if err != nil {
		return false, explain(ctx, err)
	}
	defer st.Close()
	more, err := st.Step()
	if err != nil {
		return false, explain(ctx, err)
	}
	return more && st.Text(0) != "0101", nil
}

// connect opens and hardens one connection, and reads the schema once, so that
// what is wrong with the file shows here.
func connect(ctx context.Context, name string) (*sqlite3.DB, error) {
	db, err := sqlite3.Open(name)
	if err != nil {
		return nil, err
	}
	err = db.Harden()
	if err == nil {
		err = db.Exec("PRAGMA query_only = 1")
	}
	if err == nil {
		err = patiently(ctx, func() error { return db.Exec("PRAGMA schema_version") })
	}
	if err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// needsMarks tells whether a log could not be read without writing marks into
// its shared memory.
func needsMarks(err error) bool {
	var e *sqlite3.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case sqlite3.CodeReadOnlyCantInit, sqlite3.CodeReadOnlyCantLock, sqlite3.CodeReadOnlyRecovery:
		return true
	}
	return false
}

// patiently tries again while another process holds the lock.
func patiently(ctx context.Context, try func() error) error {
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		err := try()
		if !errors.Is(err, sqlite3.ErrBusy) {
			return err
		}
		if wait(ctx, pause) != nil {
			return err
		}
	}
}

// wait is a pause that the context can end.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return stopped(ctx)
	case <-t.C:
		return nil
	}
}
