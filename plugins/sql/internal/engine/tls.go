package engine

import (
	"crypto/tls"
	"crypto/x509"
	"os"

	"github.com/effectkit/effectkit/sdk"
)

// Config is the settings of crypto/tls for an address; nil where the
// connection is not encrypted. It reads the PEM files. The error is
// [sdk.Misconfigured].
func (a *Address) Config() (*tls.Config, error) {
	if a.Socket != "" || a.TLS.Mode == TLSDisable {
		return nil, nil
	}
	c := &tls.Config{ServerName: a.Host, MinVersion: tls.VersionTLS12}
	if a.TLS.RootCert != "" {
		pem, err := os.ReadFile(a.TLS.RootCert)
		if err != nil {
			return nil, sdk.Misconfigured("sslrootcert cannot be read").WithCause(err)
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, sdk.Misconfigured("sslrootcert holds no certificate in PEM")
		}
	}
	if a.TLS.Cert != "" {
		pair, err := tls.LoadX509KeyPair(a.TLS.Cert, a.TLS.Key)
		if err != nil {
			return nil, sdk.Misconfigured("sslcert and sslkey are no pair in PEM").WithCause(err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	switch a.TLS.Mode {
	case TLSRequire:
		c.InsecureSkipVerify = true // what the mode says; TestConnection says it too
	case TLSVerifyCA:
		c.InsecureSkipVerify = true // the chain is verified below, the name is not
		c.VerifyConnection = chain(c.RootCAs)
	}
	return c, nil
}

// chain verifies a server's certificate without its name.
func chain(roots *x509.CertPool) func(tls.ConnectionState) error {
	return func(s tls.ConnectionState) error {
		if len(s.PeerCertificates) == 0 {
			return x509.CertificateInvalidError{Reason: x509.NotAuthorizedToSign}
		}
		options := x509.VerifyOptions{Roots: roots, Intermediates: x509.NewCertPool()}
		for _, c := range s.PeerCertificates[1:] {
			options.Intermediates.AddCert(c)
		}
		_, err := s.PeerCertificates[0].Verify(options)
		return err
	}
}
