package email

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/effectkit/effectkit/internal/read/files"
)

// found is a message's file, and the part of its name that stays when it is
// read or moved.
type found struct {
	path   string
	unique string
}

// isMaildir tells whether a root is a Maildir rather than a folder of files.
func isMaildir(ctx context.Context, tree files.Tree) (bool, error) {
	for _, dir := range []string{"new", "cur"} {
		info, err := tree.Lstat(ctx, dir)
		if errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode.IsDir() {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// uniqueName is what stays of a message's file name: what comes before the
// flags (after a colon) and before what servers add (after a comma, such as
// ,S=1234).
func uniqueName(base string) string {
	if i := strings.IndexAny(base, ":,"); i > 0 {
		return base[:i]
	}
	return base
}

// listMaildir finds the messages of one folder of a Maildir. A message moves
// from new to cur while it is listed, so new is listed again after cur. Seen
// under two names it is one message when only one of them is still there; names
// that stand at once are as many deliveries. tmp is never read. What is no file
// shows when it is opened.
func listMaildir(ctx context.Context, tree files.Tree, folder string) ([]found, error) {
	names := map[string][]string{} // paths by the unique part
	for _, sub := range []string{"new", "cur", "new"} {
		dir := path.Join(folder, sub)
		err := tree.Names(ctx, dir, func(name string) error {
			if strings.HasPrefix(name, ".") { // of no message, by maildir(5)
				return nil
			}
			unique, at := uniqueName(name), path.Join(dir, name)
			if !slices.Contains(names[unique], at) {
				names[unique] = append(names[unique], at)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	var out []found
	for unique, paths := range names {
		if len(paths) > 1 {
			var err error
			if paths, err = standing(ctx, tree, paths); err != nil {
				return nil, err
			}
		}
		for _, at := range paths {
			out = append(out, found{path: at, unique: unique})
		}
	}
	return out, nil
}

// standing are the paths at which something is. Where nothing is left, the
// message moved once more: its last name stands for it, and is looked for anew
// when it is read.
func standing(ctx context.Context, tree files.Tree, paths []string) ([]string, error) {
	var out []string
	for _, at := range paths {
		switch _, err := tree.Lstat(ctx, at); {
		case err == nil:
			out = append(out, at)
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	if len(out) == 0 {
		return paths[len(paths)-1:], nil
	}
	return out, nil
}

// tmpAge is how long a delivery may take before its file is left over
// (maildir(5) removes files of 36 hours).
const tmpAge = 36 * time.Hour

// delivering tells whether something is being written into tmp.
func delivering(ctx context.Context, tree files.Tree, now time.Time) bool {
	busy := false
	err := tree.ReadDir(ctx, "tmp", func(i files.Info) error {
		if i.Mode.IsRegular() && now.Sub(i.ModTime) < tmpAge {
			busy = true
		}
		return nil
	})
	return busy && err == nil
}

// otherFolders counts the sub-folders of a Maildir (Maildir++) that are not
// read.
func otherFolders(ctx context.Context, tree files.Tree, read []string) (int, error) {
	n := 0
	err := tree.ReadDir(ctx, ".", func(i files.Info) error {
		if !i.Mode.IsDir() || !strings.HasPrefix(i.Path, ".") {
			return nil
		}
		for _, r := range read {
			if r == i.Path {
				return nil
			}
		}
		if info, err := tree.Lstat(ctx, path.Join(i.Path, "cur")); err == nil && info.Mode.IsDir() {
			n++
		}
		return nil
	})
	return n, err
}
