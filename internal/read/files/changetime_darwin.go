package files

import (
	"io/fs"
	"strconv"
	"syscall"
)

// changeTime is the inode's change time, which no ordinary program can set
// back: a rewrite that keeps size and modification time still moves it.
func changeTime(info fs.FileInfo) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return strconv.FormatInt(st.Ctimespec.Nano(), 10)
}
