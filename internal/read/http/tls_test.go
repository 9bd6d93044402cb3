package httpread

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// authority signs certificates of its own for this machine.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	dir  string
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{dir: t.TempDir()}
	a.key = newKey(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &a.key.PublicKey, a.key)
	if err == nil {
		a.cert, err = x509.ParseCertificate(der)
	}
	if err != nil {
		t.Fatal(err)
	}
	a.write(t, "ca.pem", "CERTIFICATE", der)
	return a
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func (a *authority) write(t *testing.T, name, kind string, der []byte) string {
	t.Helper()
	path := filepath.Join(a.dir, name)
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// issue makes a certificate, as files and as a pair.
func (a *authority) issue(t *testing.T, name string, usage x509.ExtKeyUsage) (pair tls.Certificate, certFile, keyFile string) {
	t.Helper()
	key := newKey(t)
	template := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{usage}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, a.cert, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = a.write(t, name+".pem", "CERTIFICATE", der), a.write(t, name+".key", "PRIVATE KEY", keyDER)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, certFile, keyFile
}

func TestAPrivateAuthorityAndAClientCertificateAreUsed(t *testing.T) {
	a := newAuthority(t)
	server, _, _ := a.issue(t, "server", x509.ExtKeyUsageServerAuth)
	_, certFile, keyFile := a.issue(t, "client", x509.ExtKeyUsageClientAuth)
	pool := x509.NewCertPool()
	pool.AddCert(a.cert)
	s := httptest.NewUnstartedServer(jsonAnswer(nil, 200, "[]"))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.TLS = &tls.Config{Certificates: []tls.Certificate{server}, ClientCAs: pool, ClientAuth: tls.RequireAndVerifyClientCert}
	s.StartTLS()
	t.Cleanup(s.Close)
	ca := filepath.Join(a.dir, "ca.pem")
	for name, c := range map[string]struct {
		settings Settings
		want     string
	}{
		"both":                  {Settings{TLSCAFile: ca, TLSCertFile: certFile, TLSKeyFile: keyFile}, ""},
		"no client certificate": {Settings{TLSCAFile: ca}, "did not answer: it refused the TLS handshake"},
		"no authority":          {Settings{TLSCertFile: certFile, TLSKeyFile: keyFile}, "did not answer: its certificate is signed by an unknown authority"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ask(t, newClient(t, s.URL, opts{settings: c.settings}), "/", 0).said()
			if reset := strings.HasSuffix(got, "connection reset"); reset && name == "no client certificate" {
				return // the alert came too late to be read
			}
			if (c.want == "") != (got == "") || !strings.HasSuffix(got, c.want) {
				t.Errorf("said %q, want %q", got, c.want)
			}
		})
	}
}

func TestAClientCertificateIsACredential(t *testing.T) {
	a := newAuthority(t)
	_, certFile, keyFile := a.issue(t, "client", x509.ExtKeyUsageClientAuth)
	_, err := New(Options{Settings: Settings{BaseURL: "http://example.test", TLSCertFile: certFile, TLSKeyFile: keyFile}})
	if err == nil || err.Error() != "base_url: credentials need https; http serves them only on this machine" {
		t.Errorf("%v", err)
	}
}
