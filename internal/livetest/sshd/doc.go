// Package sshd starts a private OpenSSH server for a test: its own keys, its
// own user, a port that the system chose on loopback, and a read-only root
// that it may not leave. It stops by the process that was started, and leaves
// the machine's own users and server alone: what it needs of them is laid over
// theirs in a mount namespace of its own.
//
// It is for tests only.
package sshd
