package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// interrupts are SIGINT and SIGTERM, caught from the moment on that they would
// leave a question open.
type interrupts struct{ signals chan os.Signal }

func catchInterrupts() *interrupts {
	i := &interrupts{signals: make(chan os.Signal, 4)}
	signal.Notify(i.signals, syscall.SIGINT, syscall.SIGTERM)
	return i
}

// release gives the signals their default meaning again.
func (i *interrupts) release() { signal.Stop(i.signals) }

// cancelAfter derives a context that ends with the nth signal. Each one before
// it is told to spared. Call stop when the work is done; it tells whether the
// work was cut short.
func (i *interrupts) cancelAfter(ctx context.Context, n int, spared func()) (_ context.Context, stop func() bool) {
	ctx, cancel := context.WithCancel(ctx)
	done, left := make(chan struct{}), make(chan struct{})
	var cut atomic.Bool
	go func() {
		defer close(left)
		for ; ; n-- {
			select {
			case <-done:
				return
			case <-i.signals:
			}
			if n <= 1 {
				cut.Store(true)
				cancel()
				return
			}
			spared()
		}
	}()
	return ctx, func() bool {
		close(done)
		<-left
		cancel()
		return cut.Load()
	}
}
