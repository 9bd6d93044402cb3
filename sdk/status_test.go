package sdk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func TestEveryReasonTravels(t *testing.T) {
	for reason := ReasonUnspecified; reason <= ReasonTooLarge; reason++ {
		st := status.Convert(statusOf(t.Context(), &ReadError{Reason: reason, Detail: "why"}))
		f, ok := st.Details()[0].(*adapterv1.Failure)
		if !ok || int(f.GetReason()) != int(reason) || f.GetDetail() != "why" || st.Message() != "why" {
			t.Errorf("reason %d: %v", reason, st)
		}
	}
	if len(reasons) != len(adapterv1.Reason_name) {
		t.Error("a reason of the wire without one here")
	}
	if st := status.Convert(statusOf(t.Context(), &ReadError{Reason: 99})); st.Code() != codes.Internal {
		t.Errorf("an unknown reason: %v", st)
	}
}

func TestTheTextOfAnyOtherErrorStaysHere(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{errors.New("canary"), "failed with an error that is no sdk.ReadError, of type *errors.errorString"},
		{fmt.Errorf("open: %w", &fs.PathError{Path: "canary", Err: errors.New("x")}), "failed with an error that is no sdk.ReadError, of type *errors.errorString"},
	} {
		if st := status.Convert(statusOf(t.Context(), c.err)); st.Code() != codes.Internal || st.Message() != c.want {
			t.Errorf("%v", st)
		}
	}
}

func TestTheEndOfACallsContextIsNoFailure(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if st := status.Convert(statusOf(ctx, fmt.Errorf("x: %w", context.Canceled))); st.Code() != codes.Canceled {
		t.Errorf("%v", st)
	}
	if st := status.Convert(statusOf(t.Context(), context.DeadlineExceeded)); st.Code() != codes.Unavailable {
		t.Errorf("a deadline of the adapter's own: %v", st)
	}
}
