package adapter

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk"

	"google.golang.org/grpc"
)

// holding is an adapter in another language, one of whose captures goes on
// after it was cancelled.
type holding struct {
	scripted
	cancels bool // what it says of itself
	holds   bool
	name    atomic.Value
}

func (h *holding) Describe(context.Context, *adapterv1.DescribeRequest) (*adapterv1.DescribeResponse, error) {
	return &adapterv1.DescribeResponse{Kind: "some-kind", Tier: 1, Capabilities: &adapterv1.Capabilities{Cancel: h.cancels}}, nil
}

func (h *holding) Capture(req *adapterv1.CaptureRequest, stream grpc.ServerStreamingServer[adapterv1.CaptureResponse]) error {
	h.name.Store(req.GetCapture())
	if err := stream.Send(header("")); err != nil {
		return err
	}
	<-stream.Context().Done()
	return stream.Context().Err()
}

func (h *holding) Running(context.Context, *adapterv1.RunningRequest) (*adapterv1.RunningResponse, error) {
	if h.holds {
		return &adapterv1.RunningResponse{Captures: []string{"another", h.name.Load().(string)}}, nil
	}
	return &adapterv1.RunningResponse{Captures: []string{"another"}}, nil
}

// drained is a process that remembers whether it was taken out of use.
type drained struct {
	Process
	drains, leases atomic.Int32
}

func (d *drained) Acquire(ctx context.Context) (Lease, *Failure) {
	l, f := d.Process.Acquire(ctx)
	if f == nil {
		d.leases.Add(1)
	}
	return &drainedLease{l, d}, f
}

type drainedLease struct {
	Lease
	of *drained
}

func (l *drainedLease) Drain()   { l.of.drains.Add(1) }
func (l *drainedLease) Release() { l.of.leases.Add(-1); l.Lease.Release() }

// whenBegun cancels a capture when it is under way.
type whenBegun struct {
	collected
	cancel func()
}

func (w *whenBegun) Header(sdk.Header) error { w.cancel(); return nil }

func TestAProcessIsReplacedWhenItHoldsOnToACapture(t *testing.T) {
	for _, c := range []struct {
		name    string
		adapter *holding
		drains  int32
	}{
		{"it lets go", &holding{cancels: true}, 0},
		{"it holds on", &holding{cancels: true, holds: true}, 1},
		{"it never said that it lets go", &holding{}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := serveInMemory(func(r grpc.ServiceRegistrar) { adapterv1.RegisterAdapterServer(r, c.adapter) }, Options{})
			if err != nil {
				t.Fatal(err)
			}
			d := &drained{Process: p}
			a, f := Open(t.Context(), d, Identity{Kind: "some-kind", Digest: someDigest}, Options{Grace: time.Millisecond})
			if f != nil {
				t.Fatal(f)
			}
			defer a.Close()
			in, f := a.Configure(t.Context(), nil, nil)
			if f != nil {
				t.Fatal(f)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if _, f := in.Capture(ctx, CaptureRequest{}, &whenBegun{cancel: cancel}); f == nil || f.Ground != effect.Unreachable {
				t.Errorf("got %v", f)
			}
			a.(*remote).followUps.Wait()
			if d.drains.Load() != c.drains || d.leases.Load() != 0 {
				t.Errorf("drained %d times, %d leases are still out", d.drains.Load(), d.leases.Load())
			}
		})
	}
}
