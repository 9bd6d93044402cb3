package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/effectkit/effectkit/sdk"
)

// state is what can be seen of a database without opening it. Opening and
// closing the file ourselves would drop the POSIX locks that this process
// holds on it through another library.
type state struct {
	source   string // device, inode and birth: another file is another source
	size     int64
	modified time.Time
	changed  time.Time // the inode's change, which no program can set
	log      bool      // a write-ahead log, be it empty
	wal      bool      // one that is not empty
	shm      bool      // the log's shared memory
	journal  bool      // a rollback journal
}

// observe looks at a database and its companions. A missing file is
// Unreachable: it may come, and nothing here creates it.
func observe(path string) (state, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return state{}, sdk.Unreachable("the sqlite database file does not exist").WithCause(err)
	case errors.Is(err, fs.ErrPermission):
		return state{}, sdk.CredentialRefused("the sqlite database file may not be read by this user").WithCause(err)
	case err != nil:
		return state{}, sdk.Unreachable("the sqlite database file cannot be looked at").WithCause(err)
	case !info.Mode().IsRegular():
		return state{}, sdk.Misconfigured("the sqlite database is not a regular file")
	}
	s := state{size: info.Size(), modified: info.ModTime()}
	if s.source, s.changed, err = identity(path, info); err != nil {
		return state{}, sdk.Unreachable("the sqlite database file cannot be told from another").WithCause(err)
	}
	log := size(path + "-wal")
	s.log, s.wal = log >= 0, log > 0
	s.shm = size(path+"-shm") >= 0
	s.journal = size(path+"-journal") > 0
	return s, nil
}

// size of a file; -1 when there is none.
func size(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return -1
	}
	return info.Size()
}

// still tells whether nothing happened to the file since s.
func (s state) still(now state) bool {
	return s.source == now.source && s.size == now.size && s.modified.Equal(now.modified) &&
		s.changed.Equal(now.changed) && !now.wal && !now.journal
}

// uri is the path as sqlite opens it.
func uri(path, options string) string {
	escape := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23")
	return "file:" + escape.Replace(path) + "?mode=ro" + options
}
