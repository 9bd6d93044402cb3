package engine

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/effectkit/effectkit/sdk"
)

func TestLostSaysWhichSortOfFailure(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want string
	}{
		{&net.DNSError{Name: "secret.example", IsNotFound: true}, "the server cannot be reached: its name is not resolved"},
		{&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, "the server refuses the connection"},
		{&net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}, "the server cannot be reached: there is no route to it"},
		{&net.OpError{Op: "dial", Err: os.ErrNotExist}, "the server cannot be reached: the socket does not exist"},
		{x509.UnknownAuthorityError{}, "the server shows a certificate of an unknown authority: name it in sslrootcert"},
		{x509.HostnameError{Certificate: &x509.Certificate{}, Host: "secret.example"}, "the server shows a certificate of another name"},
		{tls.RecordHeaderError{}, "the server does not speak TLS"},
		{context.DeadlineExceeded, "the server did not answer in time"},
		{context.Canceled, "the server did not answer before the read was stopped"},
		{&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, "the server did not answer in time"},
		{errors.New("secret"), "the server broke the connection"},
	} {
		err := Lost("the server", fmt.Errorf("wrapped: %w", tc.err))
		if err.Error() != tc.want || err.Reason != sdk.ReasonUnreachable || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v: %v", tc.err, err)
		}
		if errors.Unwrap(errors.Unwrap(err)) == nil {
			t.Errorf("the cause of %v is lost", err)
		}
	}
}
