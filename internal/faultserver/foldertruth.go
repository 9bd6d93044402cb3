package faultserver

import (
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Truth reads the folders themselves, also what no reader may.
func (f *Folder) Truth() (Truth, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	main := f.Root("main")
	if _, err := os.Lstat(f.away()); err == nil {
		main = f.away()
	}
	out := Truth{}
	for table, root := range map[string]string{"main": main, "side": f.Root("side")} {
		var records []Record
		err := openly(root, func() (err error) {
			records, err = f.records(root)
			return err
		})
		if err != nil {
			return nil, err
		}
		out[table] = records
	}
	return out, nil
}

func (f *Folder) records(root string) ([]Record, error) {
	var out []Record
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || name == "." || f.run.Face == "email" && (name == "new" || name == "cur" || name == "tmp") {
			return err
		}
		row, err := f.row(path, name, e)
		if err == nil {
			out = append(out, Record{Rowid: number(name), Row: row})
		}
		return err
	})
	return out, err
}

// row is what stands at a path. Only a regular file under a final name has the
// fields of a document.
func (f *Folder) row(path, name string, e fs.DirEntry) (Row, error) {
	temporary := strings.HasSuffix(name, ".part") || strings.HasPrefix(name, "tmp/")
	if !e.Type().IsRegular() {
		return Row{"name": name, "broken": e.Type().String()}, nil
	}
	var text []byte
	err := openly(path, func() (err error) {
		text, err = os.ReadFile(path)
		return err
	})
	if err != nil {
		return nil, err
	}
	info, err := e.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return Row{"name": name, "broken": "gone"}, nil
	}
	if err != nil {
		return nil, err
	}
	if temporary {
		return Row{"name": name, "broken": "temporary"}, nil
	}
	r := parseDocument(f.run.Face, string(text))
	r["name"], r["age"] = name, "fresh"
	if f.run.Face == "email" {
		r["name"] = "claim.json" // a message's name says nothing
	}
	if time.Since(info.ModTime()) > staleAge/2 {
		r["age"] = "stale"
	}
	return r, nil
}

// number stands for a name. A message stays the same when it is read.
func number(name string) int64 {
	h := fnv.New64a()
	base, _, _ := strings.Cut(filepath.Base(name), ":")
	_, _ = h.Write([]byte(base))
	return int64(h.Sum64())
}
