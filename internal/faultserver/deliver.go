package faultserver

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// staleAge is how long ago a stale document was written.
const staleAge = 48 * time.Hour

// place is where a document of a row goes, and where it goes under a name that
// is not final. A message has a new name each time, unless it is written again.
func (f *Folder) place(table string, r Row) (final, temporary string) {
	name := fmt.Sprint(r["name"])
	root := f.Root(table)
	if f.run.Face != "email" {
		return filepath.Join(root, name), filepath.Join(root, name+".part")
	}
	if old := f.named["old"]; old != "" && name == "old.json" {
		return old, old
	}
	f.unique++
	unique := fmt.Sprintf("%d.M%dP1.clinic", 1772532000+f.unique, f.unique)
	return filepath.Join(root, "new", unique), filepath.Join(root, "tmp", unique)
}

// deliver puts a document into a folder, in the way that its row names.
func (f *Folder) deliver(table string, r Row) (path string, err error) {
	final, temporary := f.place(table, r)
	text := DocumentText(f.run.Face, r)
	path = final
	switch as := fmt.Sprint(r["as"]); as {
	case "part":
		err = os.WriteFile(final, []byte(text[:len(text)/2]), 0o644)
	case "empty":
		err = os.WriteFile(final, nil, 0o644)
	case "temporary":
		path, err = temporary, os.WriteFile(temporary, []byte(text), 0o644)
	case "denied":
		err = os.WriteFile(final, []byte(text), 0)
	case "folder":
		err = os.Mkdir(final, 0o755)
	case "pipe":
		err = syscall.Mkfifo(final, 0o644)
	case "link", "link_to_folder":
		target := f.outside()
		if as == "link" {
			target = filepath.Join(target, "document")
			err = os.WriteFile(target, []byte(text), 0o644)
		}
		if err == nil {
			err = os.Symlink(target, final)
		}
	default:
		err = writeWhole(final, temporary, text)
	}
	if err == nil && r["age"] == "stale" {
		at := time.Now().Add(-staleAge)
		err = os.Chtimes(path, at, at)
	}
	return path, err
}

// writeWhole has a document appear at once and whole.
func writeWhole(final, temporary, text string) error {
	if temporary == final {
		return os.WriteFile(final, []byte(text), 0o644)
	}
	if err := os.WriteFile(temporary, []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(temporary, final)
}

// complete makes ours whole: half a document gets its second half in place, a
// temporary name becomes the final one.
func (f *Folder) complete() error {
	path, row := f.named["ours"], IntendedDocument(f.run.Key)
	switch dir, base := filepath.Split(path); {
	case f.run.Face == "email" && filepath.Base(dir) == "tmp":
		return os.Rename(path, filepath.Join(f.Root("main"), "new", base))
	case filepath.Ext(base) == ".part":
		return os.Rename(path, path[:len(path)-len(".part")])
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	text := DocumentText(f.run.Face, row)
	if _, err := file.WriteString(text[len(text)/2:]); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

// replaceRoot puts a copy in the root's place, as a restored backup is. The
// truth stays with what was there.
func (f *Folder) replaceRoot() error {
	root := f.Root("main")
	if err := os.Rename(root, f.away()); err != nil {
		return err
	}
	return os.CopyFS(root, os.DirFS(f.away()))
}

// openly makes a path readable while read runs.
func openly(path string, read func() error) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 || info.Mode().Perm()&0o400 != 0 {
		return read()
	}
	if err := os.Chmod(path, 0o700); err != nil {
		return err
	}
	err = read()
	if back := os.Chmod(path, 0); err == nil {
		err = back
	}
	return err
}
