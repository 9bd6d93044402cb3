package sqlite

import (
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// identity names a file by device, inode and birth (statx(2)): inodes are used
// again, so that they alone do not tell a file from the one that replaced it.
// Where a file system keeps no births they are left out, the same every time.
func identity(path string, _ os.FileInfo) (id string, changed time.Time, err error) {
	var st unix.Statx_t
	mask := unix.STATX_BASIC_STATS | unix.STATX_BTIME
	if err := unix.Statx(unix.AT_FDCWD, path, 0, mask, &st); err != nil {
		return "", time.Time{}, err
	}
	id = fmt.Sprintf("sqlite:%d.%d:%d", st.Dev_major, st.Dev_minor, st.Ino)
	if st.Mask&unix.STATX_BTIME != 0 {
		id += fmt.Sprintf(":%d.%09d", st.Btime.Sec, st.Btime.Nsec)
	}
	return id, time.Unix(st.Ctime.Sec, int64(st.Ctime.Nsec)), nil
}
