package adapter

import (
	"github.com/effectkit/effectkit/sdk/wire"

	"google.golang.org/grpc"
)

// DialOptions are the caps and buffers of a client's connection. Flow-control
// windows stay as gRPC has them: they find their size by themselves, and a
// stalled reader costs its adapter little.
func DialOptions() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithDefaultCallOptions(
			grpc.MaxCallRecvMsgSize(wire.MaxMessage),
			grpc.MaxCallSendMsgSize(wire.MaxMessage),
		),
		grpc.WithWriteBufferSize(wire.TransportBuffer),
		grpc.WithReadBufferSize(wire.TransportBuffer),
	}
}
