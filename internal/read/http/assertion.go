package httpread

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	_ "crypto/sha512" // SHA-384
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"

	"github.com/effectkit/effectkit/sdk"
)

// assertionSigner signs client assertions (RFC 7523, section 2.2) as SMART
// Backend Services asks: RS384, or ES384 for a key on P-384, five minutes long.
type assertionSigner struct {
	key      crypto.Signer
	alg      string
	keyID    string
	clientID string
	audience string
	clock    Clock
}

const assertionSeconds = 300

func newAssertionSigner(file, keyID, clientID, audience string, clock Clock) (*assertionSigner, error) {
	text, err := readSmall("auth.client_key_file", file)
	if err != nil {
		return nil, err
	}
	s := &assertionSigner{keyID: keyID, clientID: clientID, audience: audience, clock: clock}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, sdk.Misconfigured("auth.client_key_file: no private key in PEM form")
	}
	var key any
	if key, err = x509.ParsePKCS8PrivateKey(block.Bytes); err != nil {
		if key, err = x509.ParseECPrivateKey(block.Bytes); err != nil {
			key, err = x509.ParsePKCS1PrivateKey(block.Bytes)
		}
	}
	switch k := key.(type) {
	case *rsa.PrivateKey:
		s.key, s.alg = k, "RS384"
	case *ecdsa.PrivateKey:
		if k.Curve == elliptic.P384() {
			s.key, s.alg = k, "ES384"
		}
	}
	if err != nil || s.key == nil {
		return nil, sdk.Misconfigured("auth.client_key_file: the private key is RSA or EC on P-384")
	}
	return s, nil
}

func (s *assertionSigner) sign() (string, error) {
	var id [16]byte
	rand.Read(id[:])
	now := s.clock.Now().Unix()
	header := map[string]any{"alg": s.alg, "typ": "JWT"}
	if s.keyID != "" {
		header["kid"] = s.keyID
	}
	claims := map[string]any{
		"iss": s.clientID, "sub": s.clientID, "aud": s.audience,
		"exp": now + assertionSeconds, "iat": now, "jti": hex.EncodeToString(id[:]),
	}
	signed := part(header) + "." + part(claims)
	hash := crypto.SHA384.New()
	hash.Write([]byte(signed))
	sum := hash.Sum(nil)
	signature, err := s.signature(sum)
	if err != nil {
		return "", sdk.Misconfigured("auth.client_key_file: its key does not sign")
	}
	return signed + "." + base64.RawURLEncoding.EncodeToString(signature), nil
}

// signature is as JWA writes it (RFC 7518, sections 3.3 and 3.4).
func (s *assertionSigner) signature(sum []byte) ([]byte, error) {
	ec, ok := s.key.(*ecdsa.PrivateKey)
	if !ok {
		return s.key.Sign(rand.Reader, sum, crypto.SHA384)
	}
	r, t, err := ecdsa.Sign(rand.Reader, ec, sum)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 96)
	r.FillBytes(out[:48])
	t.FillBytes(out[48:])
	return out, nil
}

func part(claims map[string]any) string {
	text, _ := json.Marshal(claims) // strings and numbers alone
	return base64.RawURLEncoding.EncodeToString(text)
}
