package sdk

import (
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk/wire"
	"github.com/effectkit/effectkit/value"

	"google.golang.org/grpc"
)

// Capture reads once into the stream: a header, batches, a trailer.
func (s *server) Capture(req *adapterv1.CaptureRequest, stream grpc.ServerStreamingServer[adapterv1.CaptureResponse]) (err error) {
	defer recovered("Capture", &err)
	ctx := stream.Context()
	in, err := s.use(req.GetInstance())
	if err != nil {
		return err
	}
	defer s.done(in)
	defer s.track(req.GetCapture())()
	cfg, err := in.config(req.GetBindings())
	if err != nil {
		return statusOf(ctx, err)
	}
	w := NewRecordWriter(ctx, streamSink{stream})
	err = in.Instance.Capture(ctx, &CaptureRequest{
		Config:   cfg,
		Fields:   req.GetHints().GetFields(),
		MaxRows:  limit(req.GetHints().GetMaxRows()),
		MaxBytes: limit(req.GetHints().GetMaxBytes()),
	}, w)
	if err != nil {
		return statusOf(ctx, err)
	}
	trailer, err := w.Finish()
	if err != nil {
		return statusOf(ctx, err)
	}
	return stream.Send(&adapterv1.CaptureResponse{
		Part: &adapterv1.CaptureResponse_Trailer{Trailer: wire.TrailerToProto(trailer)},
	})
}

// track lists a capture as running until its handler ends.
func (s *server) track(name string) (end func()) {
	if name == "" {
		return func() {}
	}
	s.mu.Lock()
	s.running[name] = struct{}{}
	s.mu.Unlock()
	return func() {
		s.mu.Lock()
		delete(s.running, name)
		s.mu.Unlock()
	}
}

// limit is a cap as authors see it; one beyond 63 bits is none.
func limit(n uint64) int64 { return max(int64(n), 0) }

// streamSink sends a capture's parts.
type streamSink struct {
	stream grpc.ServerStreamingServer[adapterv1.CaptureResponse]
}

func (s streamSink) Header(h Header) error {
	return s.stream.Send(&adapterv1.CaptureResponse{
		Part: &adapterv1.CaptureResponse_Header{Header: wire.HeaderToProto(h)},
	})
}

func (s streamSink) Batch(b *value.Batch) error {
	m, err := wire.BatchToProto(b)
	if err != nil {
		return failed("%v", err)
	}
	return s.stream.Send(&adapterv1.CaptureResponse{Part: &adapterv1.CaptureResponse_Batch{Batch: m}})
}
