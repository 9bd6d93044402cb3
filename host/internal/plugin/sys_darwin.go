package plugin

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// childAttr puts a plugin into a process group of its own. That it dies with
// the host rests on the lifeline alone here.
func childAttr() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// waitExit waits until a child has ended and leaves it unreaped, so that its
// pid, and with it its group, cannot be anybody else's yet.
func waitExit(pid int) {
	queue, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer unix.Close(queue)
	var change unix.Kevent_t
	unix.SetKevent(&change, pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	change.Fflags = unix.NOTE_EXIT
	events := make([]unix.Kevent_t, 1)
	for {
		_, err := unix.Kevent(queue, []unix.Kevent_t{change}, events, nil)
		if !errors.Is(err, unix.EINTR) {
			return // the event, or ESRCH: it ended before it could be watched
		}
	}
}
