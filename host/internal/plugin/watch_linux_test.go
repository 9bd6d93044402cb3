package plugin

import (
	"testing"

	"golang.org/x/sys/unix"
)

// watchPID gives a function that waits for the end of a process that is not
// our child.
func watchPID(t *testing.T, pid int) func() {
	t.Helper()
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Close(fd) })
	return func() {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		for {
			if n, err := unix.Poll(fds, -1); n == 1 || (err != nil && err != unix.EINTR) {
				return
			}
		}
	}
}
