package sftp

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
)

func TestAKeyThatCannotBeUsedIsRefusedWithoutShowingIt(t *testing.T) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	whole := string(pem.EncodeToMemory(block))
	if err := CheckKey(whole); err != nil {
		t.Errorf("a key is refused: %v", err)
	}
	locked, err := ssh.MarshalPrivateKeyWithPassphrase(private, "", []byte("secret"))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ key, want string }{
		"encrypted":     {string(pem.EncodeToMemory(locked)), "the private key is encrypted; give one without a passphrase, or use agent"},
		"cut":           {whole[:len(whole)/2], "the private key does not parse"},
		"on one line":   {strings.ReplaceAll(whole, "\n", " "), "the private key does not parse"},
		"a public key":  {"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI", "the private key does not parse"},
		"nothing":       {"", "the private key does not parse"},
		"a path of one": {"/home/user/.ssh/id_ed25519", "the private key does not parse"},
	} {
		t.Run(name, func(t *testing.T) {
			re := sdk.AsReadError(CheckKey(c.key))
			if re == nil || re.Reason != sdk.ReasonCredentialRefused || !strings.HasPrefix(re.Detail, c.want) {
				t.Errorf("answered by %+v", re)
			}
			if len(c.key) > 20 && re != nil && strings.Contains(fmt.Sprint(re, re.Detail), c.key[:20]) && c.key[:5] != "-----" {
				t.Error("the key is shown")
			}
		})
	}
}

func TestAnAgentThatDoesNotAnswerIsARefusedCredential(t *testing.T) {
	_, _, err := authMethods([]Auth{{AgentSocket: filepath.Join(t.TempDir(), "absent")}})
	if re := sdk.AsReadError(err); re == nil || re.Reason != sdk.ReasonCredentialRefused || !strings.HasPrefix(re.Detail, "the ssh agent at ") {
		t.Errorf("answered by %v", err)
	}
}

func TestWhyAConnectionFailedIsSaidWithoutMore(t *testing.T) {
	for want, err := range map[string]error{
		"its name does not resolve": &net.OpError{Op: "dial", Err: &net.DNSError{Name: "x", IsNotFound: true}},
		"timed out":                 context.DeadlineExceeded,
		"connection refused":        &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED},
		"the connection failed":     errors.New("password=secret"),
	} {
		if got := netCause(err); got != want {
			t.Errorf("%v is said as %q, want %q", err, got, want)
		}
	}
}

func TestAServerThatIsNotThereIsUnreachable(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	_ = l.Close()
	knownHosts := filepath.Join(t.TempDir(), "known_hosts")
	if err := os.WriteFile(knownHosts, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := New(Config{Host: "127.0.0.1", Port: port, User: "u", KnownHosts: knownHosts, Root: "/", Auth: []Auth{{Password: "p"}}})
	_, err = d.Open(t.Context())
	want := fmt.Sprintf("127.0.0.1:%d does not answer: connect: connection refused", port)
	if re := sdk.AsReadError(err); re == nil || re.Reason != sdk.ReasonUnreachable || re.Detail != want {
		t.Errorf("answered by %v", err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

// What one entry is answered with is told from a connection that broke: the
// first is a gap, the second leaves nothing that can be believed.
func TestOnlyABrokenConnectionEndsACapture(t *testing.T) {
	for name, c := range map[string]struct {
		err    error
		broken bool
	}{
		"an entry that is gone":             {fs.ErrNotExist, false},
		"an entry that is forbidden":        {fs.ErrPermission, false},
		"an entry that is no file":          {files.ErrNotRegular, false},
		"an answer of the server's":         {&sftp.StatusError{Code: uint32(sftp.ErrSSHFxFailure)}, false},
		"a connection that the server lost": {&sftp.StatusError{Code: uint32(sftp.ErrSSHFxConnectionLost)}, true},
		"a connection that there is none":   {&sftp.StatusError{Code: uint32(sftp.ErrSSHFxNoConnection)}, true},
		"the end of the connection":         {io.EOF, true},
		"a packet that is cut":              {io.ErrUnexpectedEOF, true},
	} {
		t.Run(name, func(t *testing.T) {
			tr := &tree{}
			err := tr.failed("a.csv", c.err)
			if tr.broken != c.broken || errors.Is(err, files.ErrConnection) != c.broken || !c.broken && err != c.err {
				t.Errorf("broken is %v, error %v", tr.broken, err)
			}
		})
	}
	for err, want := range map[error]sdk.Reason{fs.ErrNotExist: sdk.ReasonUnreachable, fs.ErrPermission: sdk.ReasonCredentialRefused} {
		if re := sdk.AsReadError((&tree{}).failed(".", err)); re == nil || re.Reason != want {
			t.Errorf("a root with %v is answered by %v", err, re)
		}
	}
}
