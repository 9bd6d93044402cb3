package file

import (
	"path"
	"time"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"

	"golang.org/x/text/unicode/norm"
)

// recorder makes records of files.
type recorder struct {
	*instance
	tree  files.Tree
	hash  bool
	want  string
	w     *sdk.RecordWriter
	tally files.Tally
	seen  map[string]bool // normal forms, where names are normalised
	row   []value.Value
}

func (r *recorder) record(f files.Found) error {
	name := f.Info.Path
	if r.nfc {
		name = norm.NFC.String(name)
		if r.seen == nil {
			r.seen = map[string]bool{}
		}
		if r.seen[name] {
			r.tally.Ambiguous++
			return nil
		}
		r.seen[name] = true
	}
	id := value.OfText(name)
	mtime := f.Info.ModTime.UTC()
	row := append(r.row[:0], id, id, value.OfText(path.Base(name)), value.OfInt(f.Info.Size),
		value.OfTime(mtime, mtime.Format(time.RFC3339Nano)), value.OfBool(f.Info.Size >= r.minSize))
	if r.window > 0 {
		row = append(row, r.fresh(mtime))
	}
	if r.content.Probe != nil {
		row = append(row, value.OfBool(f.Match))
	}
	if r.hash {
		row = append(row, value.OfText(f.SHA256))
	}
	if r.expect {
		row = append(row, value.OfBool(f.SHA256 == r.want))
	}
	r.row = row
	return r.w.Row(row...)
}

// fresh tells whether a file is no older than the window, by the clock that
// stamped it, which of an SFTP server is known once it listed the root.
// Missing where that clock's uncertainty could decide.
func (r *recorder) fresh(mtime time.Time) value.Value {
	fresh, known := r.tree.Clock().Fresh(r.now(), mtime, r.window)
	if !known {
		r.tally.Undated++
		return value.Value{}
	}
	return value.OfBool(fresh)
}
