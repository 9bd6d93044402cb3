package adapter

import (
	"github.com/effectkit/effectkit/sdk/wire"

	"google.golang.org/grpc"
)

// DialOptions are the caps and buffers of a client's connection, and who
// observes it. Flow-control windows stay as gRPC has them: they find their size
// by themselves, and a stalled reader costs its adapter little.
func (o Options) DialOptions() []grpc.DialOption {
	out := []grpc.DialOption{
		grpc.WithDefaultCallOptions(
			grpc.MaxCallRecvMsgSize(wire.MaxMessage),
			grpc.MaxCallSendMsgSize(wire.MaxMessage),
		),
		grpc.WithWriteBufferSize(wire.TransportBuffer),
		grpc.WithReadBufferSize(wire.TransportBuffer),
	}
	if o.Stats != nil {
		out = append(out, grpc.WithStatsHandler(o.Stats))
	}
	return out
}
