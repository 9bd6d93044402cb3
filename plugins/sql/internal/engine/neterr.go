package engine

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"syscall"

	"github.com/effectkit/effectkit/sdk"
)

// Lost is the read error of a connection that failed, with the sort of failure
// and without addresses. server is what people call the other end.
func Lost(server string, err error) *sdk.ReadError {
	return sdk.Unreachable("%s %s", server, sortOf(err)).WithCause(err)
}

// Unnamed tells whether a failure is of no sort that [Lost] knows.
func Unnamed(err error) bool { return sortOf(err) == broke }

const broke = "broke the connection"

func sortOf(err error) string {
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var timeout net.Error
	switch {
	case errors.As(err, &dns):
		return "cannot be reached: its name is not resolved"
	case errors.As(err, &unknown):
		return "shows a certificate of an unknown authority: name it in sslrootcert"
	case errors.As(err, &name):
		return "shows a certificate of another name"
	case errors.As(err, &invalid), errors.As(err, &verify):
		return "shows a certificate that is not valid"
	case errors.As(err, &record):
		return "does not speak TLS"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refuses the connection"
	case errors.Is(err, os.ErrNotExist):
		return "cannot be reached: the socket does not exist"
	case errors.Is(err, os.ErrPermission):
		return "cannot be reached: the socket may not be opened by this user"
	case errors.Is(err, context.Canceled):
		return "did not answer before the read was stopped"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded),
		errors.As(err, &timeout) && timeout.Timeout():
		return "did not answer in time"
	case errors.Is(err, syscall.EHOSTUNREACH), errors.Is(err, syscall.ENETUNREACH):
		return "cannot be reached: there is no route to it"
	}
	return broke
}
