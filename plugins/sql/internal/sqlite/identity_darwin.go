package sqlite

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// identity names a file by device, inode and birth.
func identity(_ string, info os.FileInfo) (id string, changed time.Time, err error) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "", time.Time{}, fmt.Errorf("no file status")
	}
	id = fmt.Sprintf("sqlite:%d:%d:%d.%09d", st.Dev, st.Ino, st.Birthtimespec.Sec, st.Birthtimespec.Nsec)
	return id, time.Unix(st.Ctimespec.Sec, st.Ctimespec.Nsec), nil
}
