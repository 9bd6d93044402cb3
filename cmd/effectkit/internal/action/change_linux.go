package action

import "golang.org/x/sys/unix"

// change is what happened to the command.
type change int

const (
	ended change = iota
	stopped
)

const cldStopped = 5 // CLD_STOPPED of sigaction(2)

// awaitChange blocks until the command has ended or was stopped. It does not
// reap, so that the process group cannot become somebody else's while signals
// are passed on.
func awaitChange(pid int) change {
	for {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, pid, &info, unix.WEXITED|unix.WSTOPPED|unix.WNOWAIT, nil)
		if err == unix.EINTR {
			continue
		}
		if err != nil || info.Code != cldStopped {
			return ended
		}
		_ = unix.Waitid(unix.P_PID, pid, &info, unix.WSTOPPED|unix.WNOHANG, nil)
		return stopped
	}
}
