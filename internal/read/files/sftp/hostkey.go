package sftp

import (
	"errors"
	"fmt"
	"net"
	"slices"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/effectkit/effectkit/sdk"
)

// verifier checks host keys against a known_hosts file and remembers what it
// refused, since ssh wraps the cause in text.
type verifier struct {
	known   ssh.HostKeyCallback
	address string
	seen    ssh.PublicKey
	refusal error
}

// newVerifier reads the file. It is read for each connection, so that a key
// recorded meanwhile counts.
func newVerifier(file, address string) (*verifier, error) {
	known, err := knownhosts.New(file)
	if err != nil {
		return nil, sdk.Misconfigured("%q cannot be read as a known_hosts file; record the host's key there", "known_hosts").WithCause(err)
	}
	return &verifier{known: known, address: address}, nil
}

// check is the ssh.HostKeyCallback.
func (v *verifier) check(address string, remote net.Addr, key ssh.PublicKey) error {
	err := v.known(address, remote, key)
	if err == nil {
		v.seen = key
		return nil
	}
	v.refusal = v.explain(key, err)
	return err
}

func (v *verifier) explain(key ssh.PublicKey, err error) error {
	offered := key.Type() + " " + ssh.FingerprintSHA256(key)
	var ke *knownhosts.KeyError
	switch {
	case !errors.As(err, &ke):
		return sdk.Unreachable("the host key of %s is refused by known_hosts: it offers %s", v.address, offered).WithCause(err)
	case len(ke.Want) == 0:
		return sdk.Unreachable("the host key of %s is unknown: it offers %s; when its administrator confirms that fingerprint, add this line to known_hosts: %s",
			v.address, offered, knownhosts.Line([]string{v.address}, key)).WithCause(err)
	}
	w := ke.Want[0]
	return sdk.Unreachable("the host key of %s has changed: it offers %s, known_hosts line %d has %s %s; ask its administrator, and only then replace that line",
		v.address, offered, w.Line, w.Key.Type(), ssh.FingerprintSHA256(w.Key)).WithCause(err)
}

// algorithms are those of the keys that the file has for the host, so that the
// server offers one that can be checked; nil when it has none.
func (v *verifier) algorithms() []string {
	err := v.known(v.address, &net.TCPAddr{IP: net.IPv4zero}, probeKey{})
	var ke *knownhosts.KeyError
	if !errors.As(err, &ke) {
		return nil
	}
	var out []string
	for _, w := range ke.Want {
		for _, a := range algorithmsOf(w.Key.Type()) {
			if !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

// algorithmsOf are the signatures made with a type of key; an RSA key signs
// with SHA-2 (RFC 8332).
func algorithmsOf(keyType string) []string {
	if keyType == ssh.KeyAlgoRSA {
		return []string{ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256}
	}
	return []string{keyType}
}

// probeKey is a key that no file has: asking for it lists those that it has.
type probeKey struct{}

func (probeKey) Type() string                        { return "effectkit-probe" }
func (probeKey) Marshal() []byte                     { return []byte("effectkit-probe") }
func (probeKey) Verify([]byte, *ssh.Signature) error { return fmt.Errorf("not a key") }
