package plugin

import (
	"os"
	"syscall"
)

// ownedByUs tells whether a file is this user's.
func ownedByUs(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}
