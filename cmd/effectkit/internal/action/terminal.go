package action

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// terminal is the controlling terminal, when this process is in its foreground.
// A nil *terminal is none: the command then runs in the background, where it is
// right at home.
type terminal struct {
	tty  *os.File
	self int // this process's group
}

func openTerminal() *terminal {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	t := &terminal{tty: tty, self: syscall.Getpgrp()}
	if !t.foreground() {
		tty.Close()
		return nil
	}
	return t
}

func (t *terminal) fd() int { return int(t.tty.Fd()) }

// foreground tells whether this process's group has the terminal.
func (t *terminal) foreground() bool {
	group, err := unix.IoctlGetInt(t.fd(), unix.TIOCGPGRP)
	return err == nil && group == t.self
}

// owned tells whether there is a terminal to give and take.
func (t *terminal) owned() bool { return t != nil }

// attributes put the command into a group of its own, in the foreground where
// this process was: keys such as Ctrl-C then reach the command once, not twice.
func (t *terminal) attributes() *syscall.SysProcAttr {
	if t == nil {
		return &syscall.SysProcAttr{Setpgid: true}
	}
	return &syscall.SysProcAttr{Foreground: true, Ctty: t.fd()}
}

// reclaim takes the foreground back.
func (t *terminal) reclaim() {
	if t != nil {
		t.lend(t.self)
	}
}

// lend gives the foreground to a group. A process in the background that does
// so is sent SIGTTOU, which would stop it.
func (t *terminal) lend(group int) {
	signal.Ignore(syscall.SIGTTOU)
	defer signal.Reset(syscall.SIGTTOU)
	_ = unix.IoctlSetPointerInt(t.fd(), unix.TIOCSPGRP, group)
}

func (t *terminal) close() {
	if t != nil {
		t.tty.Close()
	}
}
