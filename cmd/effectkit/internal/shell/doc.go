// Package shell quotes words for a POSIX shell, so that a command line that is
// printed can be pasted. It runs nothing.
package shell
