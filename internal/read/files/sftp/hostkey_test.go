package sftp

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/sdk"
)

const address = "127.0.0.1:2222"

// hostKeys are keys of the three types that servers have.
func hostKeys(t *testing.T) map[string]ssh.PublicKey {
	t.Helper()
	_, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]ssh.PublicKey{}
	for name, private := range map[string]any{"ed25519": ed, "ecdsa": ec, "rsa": rs} {
		signer, err := ssh.NewSignerFromKey(private)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = signer.PublicKey()
	}
	return out
}

// known is a verifier of a file with these lines.
func known(t *testing.T, lines ...string) *verifier {
	t.Helper()
	at := filepath.Join(t.TempDir(), "known_hosts")
	if err := os.WriteFile(at, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := newVerifier(at, address)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func line(host string, key ssh.PublicKey) string { return knownhosts.Line([]string{host}, key) }

func TestOnlyAlgorithmsOfRecordedKeysAreAskedFor(t *testing.T) {
	keys := hostKeys(t)
	for name, c := range map[string]struct {
		lines []string
		want  []string
	}{
		"nothing recorded":               {[]string{"# nothing"}, nil},
		"another host alone":             {[]string{line("other.example.test:2222", keys["ed25519"])}, nil},
		"the host on another port":       {[]string{line("127.0.0.1:22", keys["ed25519"])}, nil},
		"one type":                       {[]string{line(address, keys["ed25519"])}, []string{"ssh-ed25519"}},
		"an RSA key signs with SHA-2":    {[]string{line(address, keys["rsa"])}, []string{"rsa-sha2-512", "rsa-sha2-256"}},
		"two types, in the file's order": {[]string{line(address, keys["ecdsa"]), line(address, keys["ed25519"])}, []string{"ecdsa-sha2-nistp256", "ssh-ed25519"}},
		"one type twice":                 {[]string{line(address, keys["ed25519"]), line(address, keys["ed25519"])}, []string{"ssh-ed25519"}},
		"a hashed name":                  {[]string{knownhosts.HashHostname(knownhosts.Normalize(address)) + " " + strings.SplitN(line(address, keys["ed25519"]), " ", 2)[1]}, []string{"ssh-ed25519"}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := cmp.Diff(c.want, known(t, c.lines...).algorithms()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestAHostKeyIsTakenOnlyWhenItIsRecorded(t *testing.T) {
	keys := hostKeys(t)
	offered := "ssh-ed25519 " + ssh.FingerprintSHA256(keys["ed25519"])
	for name, c := range map[string]struct {
		lines []string
		want  string // the refusal's detail; "" for none
	}{
		"recorded":                     {[]string{line(address, keys["ed25519"])}, ""},
		"recorded beside another type": {[]string{line(address, keys["rsa"]), line(address, keys["ed25519"])}, ""},
		"unknown": {nil, "the host key of 127.0.0.1:2222 is unknown: it offers " + offered +
			"; when its administrator confirms that fingerprint, add this line to known_hosts: " + line(address, keys["ed25519"])},
		"changed": {[]string{"# first", line(address, keys["rsa"])}, "the host key of 127.0.0.1:2222 has changed: it offers " + offered +
			", known_hosts line 2 has ssh-rsa " + ssh.FingerprintSHA256(keys["rsa"]) + "; ask its administrator, and only then replace that line"},
		"revoked": {[]string{"@revoked " + line(address, keys["ed25519"])}, "the host key of 127.0.0.1:2222 is refused by known_hosts: it offers " + offered},
	} {
		t.Run(name, func(t *testing.T) {
			v := known(t, c.lines...)
			err := v.check(address, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 2222}, keys["ed25519"])
			if c.want == "" {
				if err != nil || v.refusal != nil || v.seen == nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			re := sdk.AsReadError(v.refusal)
			if err == nil || v.seen != nil || re == nil || re.Reason != sdk.ReasonUnreachable || re.Detail != c.want {
				t.Errorf("answered by %v, %+v", err, re)
			}
		})
	}
}

func TestAKnownHostsFileThatCannotBeReadIsMisconfigured(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "known_hosts")
	if err := os.WriteFile(broken, []byte("host ssh-ed25519 not-base64\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{broken, filepath.Join(t.TempDir(), "absent")} {
		_, err := newVerifier(file, address)
		re := sdk.AsReadError(err)
		if re == nil || re.Reason != sdk.ReasonMisconfigured || re.Detail != `"known_hosts" cannot be read as a known_hosts file; record the host's key there` {
			t.Errorf("answered by %v", err)
		}
	}
}
