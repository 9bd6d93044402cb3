package files

import (
	"context"
	"errors"
	"sync"
)

// Scan walks a tree and reads the content of its files, several at a time.
type Scan struct {
	Walk    Walk
	Content Content
	// Workers is how many files are read at once; 0 is the number of CPUs.
	Workers int
}

// Run calls visit for each file, one at a time and in no order, and tallies
// those that could not be read. Errors are those of [Walk.Files] and visit's.
func (s Scan) Run(ctx context.Context, tree Tree, tally *Tally, visit func(Found) error) error {
	if !s.Content.Wanted() {
		return s.Walk.Files(ctx, tree, tally, func(i Info) error { return visit(Found{Info: i}) })
	}
	var mu sync.Mutex
	walked := Tally{}
	err := Parallel(ctx, s.Workers, func(yield func(Info) error) error {
		return s.Walk.Files(ctx, tree, &walked, yield)
	}, func(ctx context.Context, i Info) error {
		found, err := s.Content.Read(ctx, tree, i)
		mu.Lock()
		defer mu.Unlock()
		if err == nil {
			return visit(found)
		}
		if ctx.Err() == nil && tally.Take(err) {
			return nil
		}
		return err
	})
	tally.add(walked)
	return err
}

// Take counts a file that could not be read. It is false for an error that is
// not the file's alone.
func (t *Tally) Take(err error) bool {
	switch {
	case errors.Is(err, ErrMoved):
		t.Moving++
	case errors.Is(err, ErrTooLong):
		t.TooLong++
	case errors.Is(err, ErrConnection):
		return false
	default:
		t.Unreadable++
	}
	return true
}

// ErrConnection says that the tree itself is out of reach, so that no file of
// it can be read.
var ErrConnection = errors.New("connection lost")

func (t *Tally) add(o Tally) {
	t.Temporary += o.Temporary
	t.Moving += o.Moving
	t.Unmarked += o.Unmarked
	t.Links += o.Links
	t.Folders += o.Folders
	t.Devices += o.Devices
	t.Unreadable += o.Unreadable
	t.Unlisted += o.Unlisted
	t.TooLong += o.TooLong
	t.Ambiguous += o.Ambiguous
	t.Undated += o.Undated
}
