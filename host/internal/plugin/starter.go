package plugin

import (
	"os"
	"runtime"
	"sync"
)

// The kernel's parent death signal is tied to the thread that started the
// child: when that thread ends, the child is killed. So one goroutine, locked
// to its thread, starts every plugin, and it never returns.
var (
	startOnce     sync.Once
	startRequests chan startRequest
)

type startRequest struct {
	path string
	argv []string
	attr *os.ProcAttr
	done chan<- startResult
}

type startResult struct {
	process *os.Process
	err     error
}

// startProcess starts a program from the one thread that starts them all.
func startProcess(path string, argv []string, attr *os.ProcAttr) (*os.Process, error) {
	startOnce.Do(func() {
		startRequests = make(chan startRequest)
		go serveStarts()
	})
	done := make(chan startResult, 1)
	startRequests <- startRequest{path, argv, attr, done}
	r := <-done
	return r.process, r.err
}

// serveStarts is the goroutine that never returns.
func serveStarts() {
	runtime.LockOSThread()
	for r := range startRequests {
		p, err := os.StartProcess(r.path, r.argv, r.attr)
		r.done <- startResult{p, err}
	}
}
