package plugin

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// childAttr puts a plugin into a process group of its own and lets it die with
// the host.
func childAttr() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// waitExit waits until a child has ended and leaves it unreaped, so that its
// pid, and with it its group, cannot be anybody else's yet.
func waitExit(pid int) {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
