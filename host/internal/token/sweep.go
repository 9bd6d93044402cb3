package token

import (
	"os"
	"path/filepath"
	"time"
)

// Suffix ends the name of every token that the host names itself.
const Suffix = ".baseline"

// Sweep removes the tokens of a folder that were made before a time, so that
// those of runs that were killed do not gather for ever. It counts them; what
// cannot be looked at or removed stays.
func Sweep(dir string, before time.Time) (removed int) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || filepath.Ext(e.Name()) != Suffix {
			continue
		}
		info, err := e.Info()
		if err == nil && info.ModTime().Before(before) && os.Remove(filepath.Join(dir, e.Name())) == nil {
			removed++
		}
	}
	return removed
}
