package httpread

import (
	"crypto/tls"
	"crypto/x509"
	"os"

	"github.com/effectkit/effectkit/sdk"
)

// maxKeyFile caps a certificate or key file.
const maxKeyFile = 1 << 20

func tlsConfig(s *Settings) (*tls.Config, error) {
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.VerifyTLS != nil && !*s.VerifyTLS {
		c.InsecureSkipVerify = true
	}
	if s.TLSCAFile != "" {
		pem, err := readSmall("tls_ca_file", s.TLSCAFile)
		if err != nil {
			return nil, err
		}
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(pem) {
			return nil, sdk.Misconfigured("tls_ca_file: no certificate in PEM form")
		}
	}
	if (s.TLSCertFile == "") != (s.TLSKeyFile == "") {
		return nil, sdk.Misconfigured("tls_cert_file and tls_key_file go together")
	}
	if s.TLSCertFile != "" {
		certPEM, err := readSmall("tls_cert_file", s.TLSCertFile)
		if err != nil {
			return nil, err
		}
		keyPEM, err := readSmall("tls_key_file", s.TLSKeyFile)
		if err != nil {
			return nil, err
		}
		pair, err := tls.X509KeyPair(certPEM, keyPEM)
		if err != nil {
			return nil, sdk.Misconfigured("tls_cert_file: no certificate in PEM form that tls_key_file belongs to")
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}

func readSmall(property, path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return nil, sdk.Misconfigured("%s: no such file", property)
	case info.Size() > maxKeyFile:
		return nil, sdk.Misconfigured("%s: larger than 1 MiB", property)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, sdk.Misconfigured("%s: cannot be read", property)
	}
	return data, nil
}
