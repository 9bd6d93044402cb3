package adapter

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/effectkit/effectkit/effect"
	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// everyCode is each status code that can end a call, and some that cannot.
func everyCode() (all []codes.Code) {
	for c := codes.Canceled; c <= codes.Unauthenticated+3; c++ {
		all = append(all, c)
	}
	return all
}

func TestAStatusWithoutOurDetailSaysLittle(t *testing.T) {
	for _, code := range everyCode() {
		t.Run(code.String(), func(t *testing.T) {
			want := effect.AdapterFailed
			if code == codes.DeadlineExceeded {
				want = effect.Unreachable
			}
			c := classify(context.Background(), status.Error(code, "a vendor's text with a value"))
			if c.ground != want || c.misconfigured || c.detail == "" || c.crash != (code == codes.Unavailable) {
				t.Errorf("%+v, want %s", c, want)
			}
			if !c.ground.Unreadable() {
				t.Errorf("%s confirms or refutes", c.ground)
			}
		})
	}
}

func TestOurDetailDecidesWhateverTheCode(t *testing.T) {
	reasons := map[adapterv1.Reason]effect.Ground{
		adapterv1.Reason_REASON_UNSPECIFIED:        effect.AdapterFailed,
		adapterv1.Reason_REASON_UNREACHABLE:        effect.Unreachable,
		adapterv1.Reason_REASON_CREDENTIAL_REFUSED: effect.CredentialRefused,
		adapterv1.Reason_REASON_MISCONFIGURED:      effect.AdapterFailed,
		adapterv1.Reason_REASON_TOO_LARGE:          effect.EvidenceTooLarge,
		99:                                         effect.AdapterFailed,
	}
	if len(reasons) != len(adapterv1.Reason_name)+1 {
		t.Error("a reason without a case")
	}
	for _, code := range everyCode() {
		for reason, want := range reasons {
			t.Run(fmt.Sprintf("%s %s", code, reason), func(t *testing.T) {
				st, err := status.New(code, "text").WithDetails(&adapterv1.Failure{Reason: reason, Detail: "why"})
				if err != nil {
					t.Fatal(err)
				}
				c := classify(context.Background(), st.Err())
				if c.ground != want || c.detail != "why" || c.misconfigured != (reason == adapterv1.Reason_REASON_MISCONFIGURED) {
					t.Errorf("%+v, want %s", c, want)
				}
				if !c.ground.Unreadable() {
					t.Errorf("%s confirms or refutes", c.ground)
				}
			})
		}
	}
}

func TestTwoDetailsOfOursAreNone(t *testing.T) {
	st, err := status.New(codes.Internal, "").WithDetails(
		&adapterv1.Failure{Reason: adapterv1.Reason_REASON_TOO_LARGE}, &adapterv1.Failure{Reason: adapterv1.Reason_REASON_UNREACHABLE})
	if err != nil {
		t.Fatal(err)
	}
	if c := classify(context.Background(), st.Err()); c.ground != effect.AdapterFailed {
		t.Errorf("%+v", c)
	}
}

func TestTheCallersOwnEndIsNoCrash(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancelLate := context.WithTimeout(context.Background(), -1)
	defer cancelLate()
	for _, code := range everyCode() {
		err := status.Error(code, "")
		if c := classify(cancelled, err); c.ground != effect.Unreachable || c.detail != "stopped by the caller" || c.crash {
			t.Errorf("%s: %+v", code, c)
		}
		if c := classify(late, err); c.ground != effect.Unreachable || c.detail != "no answer in time" || c.crash {
			t.Errorf("%s: %+v", code, c)
		}
	}
}

func TestWhatASinkRefuses(t *testing.T) {
	ctx := context.Background()
	if c := refusedBySink(ctx, sdk.TooLarge("over 10 rows")); c.ground != effect.EvidenceTooLarge || c.detail != "over 10 rows" {
		t.Errorf("%+v", c)
	}
	if c := refusedBySink(ctx, errors.New("disk full")); c.ground != effect.AdapterFailed || c.detail != "the snapshot could not be kept: disk full" {
		t.Errorf("%+v", c)
	}
}
