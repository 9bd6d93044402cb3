package sdk

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk/wire"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// reasons is the one table of reasons and how they travel.
var reasons = map[Reason]struct {
	wire adapterv1.Reason
	code codes.Code
}{
	ReasonUnspecified:       {adapterv1.Reason_REASON_UNSPECIFIED, codes.Internal},
	ReasonUnreachable:       {adapterv1.Reason_REASON_UNREACHABLE, codes.Unavailable},
	ReasonCredentialRefused: {adapterv1.Reason_REASON_CREDENTIAL_REFUSED, codes.PermissionDenied},
	ReasonMisconfigured:     {adapterv1.Reason_REASON_MISCONFIGURED, codes.InvalidArgument},
	ReasonTooLarge:          {adapterv1.Reason_REASON_TOO_LARGE, codes.ResourceExhausted},
}

// statusOf is how an author's error travels. A ReadError says why in its own
// words; of every other error only the type is told, since its text may hold a
// value or a secret.
func statusOf(ctx context.Context, err error) error {
	if re := AsReadError(err); re != nil {
		r, ok := reasons[re.Reason]
		if !ok {
			r = reasons[ReasonUnspecified]
		}
		return failure(r.code, r.wire, re.Detail)
	}
	if ctx.Err() != nil && (errors.Is(err, ctx.Err()) || status.Code(err) == codes.Canceled) {
		return status.FromContextError(ctx.Err()).Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return failure(codes.Unavailable, adapterv1.Reason_REASON_UNREACHABLE, "a deadline of the adapter's own passed")
	}
	return failure(codes.Internal, adapterv1.Reason_REASON_UNSPECIFIED,
		fmt.Sprintf("failed with an error that is no sdk.ReadError, of type %s", innermost(err)))
}

// failed is an error of the SDK's own about how an adapter used it. Its text
// holds no value.
func failed(format string, args ...any) *ReadError {
	return &ReadError{Detail: fmt.Sprintf(format, args...)}
}

func failure(code codes.Code, reason adapterv1.Reason, detail string) error {
	detail = wire.Sentence(detail)
	st, err := status.New(code, detail).WithDetails(&adapterv1.Failure{Reason: reason, Detail: detail})
	if err != nil { // cannot happen: the detail is one message of ours
		return status.Error(code, detail)
	}
	return st.Err()
}

// innermost is the type of the error at the end of err's chain.
func innermost(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return fmt.Sprintf("%T", err)
		}
		err = next
	}
}

// recovered turns a panic of the adapter into a failure that says where, and
// nothing of what: the value of a panic may be a record's.
func recovered(call string, err *error) {
	if recover() == nil {
		return
	}
	*err = failure(codes.Internal, adapterv1.Reason_REASON_UNSPECIFIED, fmt.Sprintf("%s panicked%s", call, panicSite()))
}

// panicSite is the line that panicked, as " at file.go:12"; "" when it cannot
// be told. It is called while the panic unwinds.
func panicSite() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicking := false
	for {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicking = true
		case panicking && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf(" at %s:%d", filepath.Base(f.File), f.Line)
		}
		if !more {
			return ""
		}
	}
}
