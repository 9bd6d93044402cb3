package files

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"time"
)

// MaxDepth is how deeply folders are entered.
const MaxDepth = 64

// Walk is what to look for in a tree.
type Walk struct {
	Pattern   *Pattern
	Temporary Temporary
	// Marker is the suffix of a marker file that says that the file whose name
	// it extends is whole, such as ".done"; "" for none. Markers are no
	// files, and one that is older than its file says nothing.
	Marker string
	// MaxEntries ends the walk with a [ErrTooMany]; 0 is no limit.
	MaxEntries int
}

// ErrTooMany says that a tree has more files than may be listed.
var ErrTooMany = errors.New("more files than may be listed")

// Files visits every regular file that fits, in no order, and tallies what it
// could not take. Only a root that cannot be listed, ctx's end, [ErrTooMany]
// and visit's own error end it early.
func (w Walk) Files(ctx context.Context, tree Tree, tally *Tally, visit func(Info) error) error {
	found := 0
	return w.folder(ctx, tree, ".", 0, tally, func(i Info) error {
		if found++; w.MaxEntries > 0 && found > w.MaxEntries {
			return ErrTooMany
		}
		return visit(i)
	})
}

func (w Walk) folder(ctx context.Context, tree Tree, dir string, depth int, tally *Tally, visit func(Info) error) error {
	var folders []string
	var waiting []Info
	markers := map[string]time.Time{} // when each was set, by the name that it is for
	err := tree.ReadDir(ctx, dir, func(i Info) error {
		if i.Mode.IsDir() {
			if w.Pattern.Match(i.Path) && !w.Pattern.Any() {
				tally.Folders++
			}
			if w.Pattern.Enter(i.Path) {
				folders = append(folders, i.Path)
			}
			return nil
		}
		if w.Marker == "" {
			return w.entry(i, tally, visit)
		}
		if name, ok := cutSuffix(i.Path, w.Marker); ok {
			markers[name] = i.ModTime
			return nil
		}
		waiting = append(waiting, i)
		return nil
	})
	if err != nil {
		if depth == 0 || ctx.Err() != nil || errors.Is(err, errVisit) {
			return err
		}
		tally.Unlisted++
		return nil
	}
	for _, i := range waiting {
		// A marker older than its file was set for what the file was before.
		set, marked := markers[i.Path]
		if w.Pattern.Match(i.Path) && i.Mode.IsRegular() && (!marked || set.Before(i.ModTime)) {
			tally.Unmarked++
			continue
		}
		if err := w.entry(i, tally, visit); err != nil {
			return err
		}
	}
	for _, f := range folders {
		if depth == MaxDepth {
			tally.Unlisted++
			continue
		}
		if err := w.folder(ctx, tree, f, depth+1, tally, visit); err != nil {
			return err
		}
	}
	return nil
}

// errVisit marks an error of the visitor's, which ends the whole walk, so that
// it is told from a folder that cannot be listed.
var errVisit = errors.New("")

type visitError struct{ error }

func (e visitError) Is(target error) bool { return target == errVisit }
func (e visitError) Unwrap() error        { return e.error }

// entry takes a regular file that fits, and tallies what looks like one.
func (w Walk) entry(i Info, tally *Tally, visit func(Info) error) error {
	dir, base := path.Split(i.Path)
	if finals, temporary := w.Temporary.Check(base); temporary {
		for _, f := range finals {
			if w.Pattern.Match(dir + f) {
				tally.Temporary++
				break
			}
		}
		return nil
	}
	if i.Mode&fs.ModeSymlink != 0 && w.Pattern.Enter(i.Path) {
		tally.Links++
		return nil
	}
	if !w.Pattern.Match(i.Path) {
		return nil
	}
	switch {
	case i.Mode.IsRegular():
		if err := visit(i); err != nil {
			return visitError{err}
		}
	case i.Mode&fs.ModeSymlink != 0:
		tally.Links++
	default:
		tally.Devices++
	}
	return nil
}

func cutSuffix(name, suffix string) (string, bool) {
	if len(name) > len(suffix) && name[len(name)-len(suffix):] == suffix {
		return name[:len(name)-len(suffix)], true
	}
	return name, false
}
