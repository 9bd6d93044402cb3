package adapter

import (
	"context"
	"fmt"

	"github.com/effectkit/effectkit/effect"
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/wire"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// This file is the one place that maps an outcome of a call to a ground. None
// of the grounds it gives confirms or refutes anything.

// cause is what a call came to, before it has the adapter's name.
type cause struct {
	ground        effect.Ground
	detail        string
	misconfigured bool
	// crash asks for what the process left behind.
	crash bool
}

// classify maps the error that a call to an adapter ended with. ctx is the
// caller's: its end is no fault of the adapter's.
//
//   - With our detail, the reason in it decides, whatever the code.
//   - Without, a code may mean anything (a vendor's rate limit is
//     ResourceExhausted too, and a proxy's refusal PermissionDenied), so that
//     only the end of a deadline says more than "the adapter failed".
func classify(ctx context.Context, err error) cause {
	if c, ok := stopped(ctx); ok {
		return c
	}
	st := status.Convert(err)
	if f := detailOf(st); f != nil {
		return reasonCause(f.GetReason(), wire.Sentence(f.GetDetail()))
	}
	switch st.Code() {
	case codes.DeadlineExceeded:
		return cause{ground: effect.Unreachable, detail: "no answer in time"}
	case codes.Unavailable:
		return cause{ground: effect.AdapterFailed, detail: "the connection to the adapter broke", crash: true}
	case codes.ResourceExhausted:
		return cause{ground: effect.AdapterFailed, detail: fmt.Sprintf(
			"a message over %d bytes, or a limit that the adapter does not explain", wire.MaxMessage)}
	case codes.Unimplemented:
		return cause{ground: effect.AdapterFailed, detail: "the adapter does not serve this call of the contract"}
	}
	return cause{ground: effect.AdapterFailed, detail: fmt.Sprintf("the call ended with status %s and no reason", st.Code())}
}

// stopped tells whether the caller's own context ended the call.
func stopped(ctx context.Context) (cause, bool) {
	switch ctx.Err() {
	case nil:
		return cause{}, false
	case context.DeadlineExceeded:
		return cause{ground: effect.Unreachable, detail: "no answer in time"}, true
	}
	return cause{ground: effect.Unreachable, detail: "stopped by the caller"}, true
}

func reasonCause(r adapterv1.Reason, detail string) cause {
	switch r {
	case adapterv1.Reason_REASON_UNREACHABLE:
		return cause{ground: effect.Unreachable, detail: detail}
	case adapterv1.Reason_REASON_CREDENTIAL_REFUSED:
		return cause{ground: effect.CredentialRefused, detail: detail}
	case adapterv1.Reason_REASON_MISCONFIGURED:
		return cause{ground: effect.AdapterFailed, detail: detail, misconfigured: true}
	case adapterv1.Reason_REASON_TOO_LARGE:
		return cause{ground: effect.EvidenceTooLarge, detail: detail}
	}
	return cause{ground: effect.AdapterFailed, detail: detail}
}

// refusedBySink maps what the host's own sink said: its caps, or its store.
func refusedBySink(ctx context.Context, err error) cause {
	if c, ok := stopped(ctx); ok {
		return c
	}
	if re := sdk.AsReadError(err); re != nil && re.Reason == sdk.ReasonTooLarge {
		return cause{ground: effect.EvidenceTooLarge, detail: re.Detail}
	}
	return cause{ground: effect.AdapterFailed, detail: "the snapshot could not be kept: " + wire.Sentence(err.Error())}
}

// broken is an adapter that did not keep the contract.
func broken(format string, args ...any) cause {
	return cause{ground: effect.AdapterFailed, detail: fmt.Sprintf(format, args...)}
}

// detailOf is our detail of a status; nil when it has none, or several.
func detailOf(st *status.Status) *adapterv1.Failure {
	var found *adapterv1.Failure
	for _, d := range st.Details() {
		if f, ok := d.(*adapterv1.Failure); ok {
			if found != nil {
				return nil
			}
			found = f
		}
	}
	return found
}
