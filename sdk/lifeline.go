package sdk

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"
)

// watchLifeline calls gone when the descriptor that a host named comes to its
// end: the host holds the other end and is no more. "" watches nothing, for
// hosts that have no such pipe.
func watchLifeline(fd string, gone func()) error {
	if fd == "" {
		return nil
	}
	n, err := strconv.Atoi(fd)
	if err != nil || n < 3 {
		return fmt.Errorf("%q is no descriptor of a lifeline", fd)
	}
	syscall.CloseOnExec(n) // what the adapter starts must not hold it
	f := os.NewFile(uintptr(n), "lifeline")
	if f == nil {
		return fmt.Errorf("%q is no descriptor of a lifeline", fd)
	}
	go func() {
		_, _ = io.Copy(io.Discard, f)
		gone()
	}()
	return nil
}
