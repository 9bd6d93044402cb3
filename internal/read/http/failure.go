package httpread

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"syscall"

	"github.com/effectkit/effectkit/sdk"
)

// networkFailure says why no answer came. The text of a net error can carry a
// URL with values in it, so that only its sort is told.
func networkFailure(ctx context.Context, u *url.URL, err error) error {
	return sdk.Unreachable("%s did not answer: %s", u.Host, networkCause(ctx, err)).WithCause(err)
}

func networkCause(ctx context.Context, err error) string {
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var op *net.OpError
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return "the read was stopped"
	case ctx.Err() != nil || errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded):
		return "its time was over"
	case errors.As(err, &dns):
		return "its name has no address"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "connection refused"
	case errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE):
		return "connection reset"
	case errors.As(err, &unknown):
		return "its certificate is signed by an unknown authority"
	case errors.As(err, &hostname):
		return "its certificate is for another name"
	case errors.As(err, &invalid), errors.As(err, &verification):
		return "its certificate is not valid"
	case errors.As(err, &record):
		return "it does not speak TLS there"
	case errors.As(err, &op) && op.Op == "remote error": // so crypto/tls tells an alert
		return "it refused the TLS handshake"
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return "it closed the connection"
	}
	return "the connection failed"
}

// statusText is a status with its standard name; a server's own is not told.
func statusText(status int) string {
	if name := http.StatusText(status); name != "" {
		return fmt.Sprintf("%d %s", status, name)
	}
	return fmt.Sprint(status)
}

// statusFailure is the answer of a status that carries no list.
func statusFailure(host string, status int) error {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return sdk.CredentialRefused("%s answered %s", host, statusText(status))
	case status == http.StatusNotModified:
		return sdk.Unreachable("%s answered %s, which was not asked for", host, statusText(status))
	case status == http.StatusNotFound:
		return sdk.Unreachable("%s answered %s: check the address that the section names", host, statusText(status))
	}
	return sdk.Unreachable("%s answered %s", host, statusText(status))
}
