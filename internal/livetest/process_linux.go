package livetest

import "syscall"

// attributes make a child run as another user and end when the tests do.
func attributes(c *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: c, Pdeathsig: syscall.SIGKILL}
}
