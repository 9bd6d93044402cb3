package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
)

// Whole reads a file of at most limit bytes into memory. Errors are those of
// [Content.Read]. mayMove accepts that the file is renamed while it is read, as
// mail is when somebody looks at it.
func Whole(ctx context.Context, tree Tree, name string, limit int64, mayMove bool) (Info, []byte, error) {
	f, err := tree.Open(ctx, name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNotRegular) {
		return Info{}, nil, ErrMoved
	}
	if err != nil {
		return Info{}, nil, err
	}
	defer f.Close()
	before := f.Opened()
	if before.Size > limit {
		return Info{}, nil, ErrTooLong
	}
	raw := make([]byte, before.Size+1) // some stores give a size of 0 for what has content
	n, err := io.ReadFull(f, raw)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return Info{}, nil, err
	}
	after, err := f.Stat()
	if err != nil {
		return Info{}, nil, err
	}
	if mayMove {
		after.Stamp = before.Stamp // a rename changes the stamp and nothing in the file
	}
	if int64(n) != before.Size || !before.Untouched(after) {
		return Info{}, nil, ErrMoved
	}
	return before, raw[:n], nil
}
