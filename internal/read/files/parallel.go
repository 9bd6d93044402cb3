package files

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each is [Parallel] over a list.
func Each[T any](ctx context.Context, list []T, work func(context.Context, T) error) error {
	workers := min(runtime.GOMAXPROCS(0), len(list))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := next.Add(1) - 1
				if i >= int64(len(list)) {
					return
				}
				if err := work(ctx, list[i]); err != nil {
					stop(err)
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// Parallel hands what produce yields to work, several at a time; workers 0 is
// the number of CPUs. The first error of either ends both; a work that is under
// way is waited for.
func Parallel[T any](ctx context.Context, workers int, produce func(yield func(T) error) error, work func(context.Context, T) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	todo := make(chan T, 4*workers)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for item := range todo {
				if ctx.Err() != nil {
					continue
				}
				if err := work(ctx, item); err != nil {
					stop(err)
				}
			}
		})
	}
	err := produce(func(item T) error {
		select {
		case todo <- item:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
	close(todo)
	wg.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
