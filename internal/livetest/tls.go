package livetest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// EnableTLS gives the server a fresh certificate for 127.0.0.1 and turns TLS on
// until the test ends. It gives the path of the certificate's authority.
func (s *PostgresServer) EnableTLS(t testing.TB) (root string) {
	t.Helper()
	data := filepath.Join(s.process.dir, "data")
	root = filepath.Join(t.TempDir(), "root.pem")
	cert, key := certificate(t, root)
	for name, text := range map[string][]byte{"server.crt": cert, "server.key": key} {
		path := filepath.Join(data, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(path, s.owner.uid, s.owner.gid); err != nil {
			t.Fatal(err)
		}
	}
	s.Exec(t, "postgres", "ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()")
	t.Cleanup(func() { s.Exec(t, "postgres", "ALTER SYSTEM RESET ssl", "SELECT pg_reload_conf()") })
	return root
}

// certificate makes an authority, writes it to root, and has it sign a
// certificate for 127.0.0.1.
func certificate(t testing.TB, root string) (cert, key []byte) {
	t.Helper()
	authority := template("test authority")
	authority.IsCA, authority.BasicConstraintsValid, authority.KeyUsage = true, true, x509.KeyUsageCertSign
	authorityKey := newKey(t)
	signed := sign(t, authority, authority, authorityKey, authorityKey)
	if err := os.WriteFile(root, signed, 0o600); err != nil {
		t.Fatal(err)
	}
	server := template("test server")
	server.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	serverKey := newKey(t)
	der, err := x509.MarshalPKCS8PrivateKey(serverKey)
	if err != nil {
		t.Fatal(err)
	}
	return sign(t, server, authority, serverKey, authorityKey), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func template(name string) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, big.NewInt(1<<62))
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func sign(t testing.TB, cert, by *x509.Certificate, key, byKey *ecdsa.PrivateKey) []byte {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, cert, by, &key.PublicKey, byKey)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
