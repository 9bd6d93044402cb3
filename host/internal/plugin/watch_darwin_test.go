package plugin

import "testing"

// watchPID gives a function that waits for the end of a process that is not
// our child.
func watchPID(_ *testing.T, pid int) func() { return func() { waitExit(pid) } }
