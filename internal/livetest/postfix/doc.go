// Package postfix starts a private Postfix for a test: its own queue and
// configuration in a folder of its own, a port that the system chose on
// loopback, and a Maildir for each mailbox of example.test. It stops by the
// process that was started, and leaves the machine's own mail alone.
//
// It is for tests only.
package postfix
