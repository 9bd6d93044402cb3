package host

import (
	"context"

	"google.golang.org/grpc/metadata"
)

// Trace is a trace context as it crosses a process boundary (W3C Trace Context,
// section 3). The host reads neither; it hands them to adapters.
type Trace struct {
	Parent string // traceparent
	State  string // tracestate; "" for none
}

// WithTrace makes a context whose reads carry a trace context to every adapter,
// built in or not, as gRPC metadata.
func WithTrace(ctx context.Context, t Trace) context.Context {
	if t.Parent == "" {
		return ctx
	}
	ctx = metadata.AppendToOutgoingContext(ctx, "traceparent", t.Parent)
	if t.State != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "tracestate", t.State)
	}
	return ctx
}
