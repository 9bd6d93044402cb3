package adapter

import (
	"context"
	"errors"
	"io"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/wire"
)

// Capture reads once into sink.
func (in *instance) Capture(ctx context.Context, req CaptureRequest, sink sdk.Sink) (sdk.Trailer, *Failure) {
	r := in.remote
	if in.slots != nil {
		select {
		case in.slots <- struct{}{}:
			defer func() { <-in.slots }()
		case <-ctx.Done():
			c, _ := stopped(ctx)
			return sdk.Trailer{}, r.fail(callCapture, c)
		}
	}
	lease, f := r.process.Acquire(ctx)
	if f != nil {
		return sdk.Trailer{}, f
	}
	id, f := in.in(ctx, lease)
	if f != nil {
		lease.Release()
		return sdk.Trailer{}, f
	}
	name := r.nextCapture()
	trailer, ended, f := r.capture(ctx, lease, id, name, req, sink)
	if ended {
		lease.Release()
	} else {
		r.followUp(lease, name)
	}
	return trailer, f
}

// capture does one call and checks its stream. ended is false when the adapter
// may still be at work on it.
func (r *remote) capture(ctx context.Context, lease Lease, id, name string, req CaptureRequest, sink sdk.Sink) (t sdk.Trailer, ended bool, f *Failure) {
	callCtx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the stream wherever this returns
	stream, err := adapterv1.NewAdapterClient(lease.Conn()).Capture(callCtx, &adapterv1.CaptureRequest{
		Instance: id,
		Bindings: wire.BindingsToProto(req.Bindings),
		Hints: &adapterv1.Hints{
			Fields:  req.Fields,
			MaxRows: uint64(max(req.MaxRows, 0)), MaxBytes: uint64(max(req.MaxBytes, 0)),
		},
		Capture: name,
	})
	if err != nil {
		return t, ctx.Err() == nil, r.failed(ctx, lease, callCapture, err)
	}
	s := streamState{sink: sink, scrub: r.opts.Scrub}
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return t, ctx.Err() == nil, r.failed(ctx, lease, callCapture, err)
		}
		if c := s.take(ctx, m); c != nil {
			return t, false, r.fail(callCapture, *c)
		}
	}
	if s.trailer == nil {
		return t, true, r.fail(callCapture, broken("the stream ended without a trailer"))
	}
	return *s.trailer, true, nil
}

// streamState is how far a capture's stream came. It hands on what is sound
// and stops at what is not.
type streamState struct {
	sink    sdk.Sink
	scrub   func(string) string
	header  bool
	records uint64
	trailer *sdk.Trailer
}

// take checks and hands on one message; a cause ends the capture.
func (s *streamState) take(ctx context.Context, m *adapterv1.CaptureResponse) *cause {
	fail := func(c cause) *cause { return &c }
	if s.trailer != nil {
		return fail(broken("the stream went on after its trailer"))
	}
	switch part := m.GetPart().(type) {
	case *adapterv1.CaptureResponse_Header:
		if s.header {
			return fail(broken("a second header"))
		}
		s.header = true
		h, err := wire.HeaderFromProto(part.Header)
		if err != nil {
			return fail(broken("header: %v", err))
		}
		if err := s.sink.Header(h); err != nil {
			return fail(refusedBySink(ctx, err))
		}
	case *adapterv1.CaptureResponse_Batch:
		if !s.header {
			return fail(broken("a batch before the header"))
		}
		b, err := wire.BatchFromProto(part.Batch)
		if err != nil {
			return fail(broken("%v", err))
		}
		s.records += uint64(b.Rows())
		if err := s.sink.Batch(b); err != nil {
			return fail(refusedBySink(ctx, err))
		}
	case *adapterv1.CaptureResponse_Trailer:
		return s.end(part.Trailer)
	default:
		return fail(broken("a message that is neither header, batch nor trailer"))
	}
	return nil
}

func (s *streamState) end(m *adapterv1.Trailer) *cause {
	if !s.header {
		c := broken("a trailer before the header")
		return &c
	}
	t, err := wire.TrailerFromProto(m)
	if err != nil {
		c := broken("%v", err)
		return &c
	}
	if t.Records != s.records {
		c := broken("the trailer counts %d records, the batches held %d", t.Records, s.records)
		return &c
	}
	for i := range t.Gaps {
		t.Gaps[i].Detail = s.scrub(t.Gaps[i].Detail)
	}
	s.trailer = &t
	return nil
}
