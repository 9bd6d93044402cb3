package engine

import (
	"net"
	"strings"
	"time"
)

// Address is where a server is and how to come in.
type Address struct {
	Host     string
	Port     uint16 // 0 is the server's usual one
	Socket   string // a unix socket, in place of host and port
	User     string
	Password string
	Database string
	Timeout  time.Duration // to connect
	TLS      TLS
}

// TLSMode says how a connection is protected, in libpq's words.
type TLSMode string

// The modes. Without one, a server that is reached over the network must be
// encrypted and prove its name, and one on this machine need not.
const (
	TLSDisable    TLSMode = "disable"
	TLSRequire    TLSMode = "require" // encrypted; the server is not checked
	TLSVerifyCA   TLSMode = "verify-ca"
	TLSVerifyFull TLSMode = "verify-full"
)

// TLS is how a connection is protected. The others are paths of PEM files.
type TLS struct {
	Mode     TLSMode
	RootCert string
	Cert     string
	Key      string
}

// Settle fills in what is left out and gives what is wrong, "" for nothing.
func (a *Address) Settle() (problem string) {
	switch {
	case a.Host != "" && a.Socket != "":
		return `"host" and "unix_socket" exclude each other`
	case a.Host == "" && a.Socket == "":
		return `"host" or "unix_socket" is needed`
	case a.User == "":
		return `"user" is needed`
	case (a.TLS.Cert == "") != (a.TLS.Key == ""):
		return `"sslcert" and "sslkey" belong together`
	case a.Socket != "" && a.TLS != TLS{}:
		return "a unix socket takes no TLS"
	}
	if strings.HasPrefix(a.Host, "/") { // as libpq reads it
		a.Socket, a.Host = a.Host, ""
	}
	switch {
	case a.TLS.Mode != "":
	case a.Local() && a.TLS == TLS{}:
		a.TLS.Mode = TLSDisable
	default:
		a.TLS.Mode = TLSVerifyFull
	}
	if a.TLS.Mode == TLSDisable && (a.TLS.RootCert != "" || a.TLS.Cert != "") {
		return `"sslmode: disable" takes no certificates`
	}
	return ""
}

// Local tells whether the server is reached without a network: over a unix
// socket or a loopback address. A name counts only as localhost.
func (a *Address) Local() bool {
	if a.Socket != "" || strings.EqualFold(a.Host, "localhost") {
		return true
	}
	ip := net.ParseIP(a.Host)
	return ip != nil && ip.IsLoopback()
}

// Protected tells whether nobody between can read or answer in the server's
// place.
func (a *Address) Protected() bool {
	return a.Local() || a.TLS.Mode == TLSVerifyCA || a.TLS.Mode == TLSVerifyFull
}
