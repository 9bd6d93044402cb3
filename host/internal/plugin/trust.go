package plugin

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// wrongProgram says why a file may not be run; "" when it may.
func wrongProgram(info os.FileInfo) string {
	switch {
	case !info.Mode().IsRegular():
		return "it is not a regular file"
	case info.Mode()&0o002 != 0:
		return "anybody may write to it"
	case info.Mode()&0o111 == 0:
		return "it is not executable"
	}
	return ""
}

// worldWritable says that anybody may put files into a directory; "" when not.
// A sticky one keeps what is in it from everybody but its owner.
func worldWritable(dir string) string {
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return "its directory cannot be read: " + plainError(err)
	case info.Mode()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0:
		return "anybody may write to its directory " + dir
	}
	return ""
}

// leadsOut says that a path is a link out of its directory; "" when not.
func leadsOut(dir, path string) string {
	realDir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "it cannot be read: " + plainError(err)
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "it cannot be read: " + plainError(err)
	}
	if rel, err := filepath.Rel(realDir, target); err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "it is a link out of its directory"
	}
	return ""
}

// plainError is an error without the path, which stands beside it anyway.
func plainError(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
