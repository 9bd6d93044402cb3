package adapter

import (
	"context"
	"slices"
	"time"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
)

// followUp gives back the lease of a capture that did not come to its end, and
// sees to it that the process lets go of it: the grace over, the adapter is
// asked which captures still run. One that holds on to it, or does not
// answer, is drained.
func (r *remote) followUp(lease Lease, capture string) {
	r.followUps.Go(func() {
		defer lease.Release()
		if !r.cancels {
			lease.Drain()
			return
		}
		for wait := max(r.opts.Grace/16, 1); ; wait *= 2 {
			running, ok := r.stillRunning(lease, capture)
			if r.closing.Err() != nil || (ok && !running) {
				return
			}
			if !ok || wait > r.opts.Grace/2 {
				lease.Drain()
				return
			}
			select {
			case <-r.closing.Done():
				return
			case <-time.After(wait):
			}
		}
	})
}

// stillRunning asks the process; ok is false when it does not answer.
func (r *remote) stillRunning(lease Lease, capture string) (running, ok bool) {
	ctx, cancel := context.WithTimeout(r.closing, r.opts.AnswerWithin)
	defer cancel()
	resp, err := adapterv1.NewAdapterClient(lease.Conn()).Running(ctx, &adapterv1.RunningRequest{})
	if err != nil {
		return false, false
	}
	return slices.Contains(resp.GetCaptures(), capture), true
}

// releaseWithin bounds how long closing waits for a process that does not
// answer.
const releaseWithin = time.Second

// release forgets an instance in the process that runs, without waiting for
// it.
func (r *remote) release(ids map[uint64]*configured) {
	r.releases.Go(func() {
		// Not r.closing: Close waits for this, so that an instance gives up its
		// connections.
		ctx, cancel := context.WithTimeout(context.Background(), min(r.opts.AnswerWithin, releaseWithin))
		defer cancel()
		lease, ok := r.process.Running()
		if !ok {
			return
		}
		defer lease.Release()
		c := ids[lease.Generation()]
		if c == nil {
			return
		}
		c.mu.Lock()
		id := c.id
		c.mu.Unlock()
		if id != "" {
			_, _ = adapterv1.NewAdapterClient(lease.Conn()).Release(ctx, &adapterv1.ReleaseRequest{Instance: id})
		}
	})
}
