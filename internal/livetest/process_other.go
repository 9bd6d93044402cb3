//go:build !linux

package livetest

import "syscall"

// attributes make a child run as another user.
func attributes(c *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: c}
}
