package sftp

import (
	"errors"
	"io"
	"net"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"

	"github.com/effectkit/effectkit/sdk"
)

// Auth is one way to say who we are. Exactly one field is set.
type Auth struct {
	Password string
	// Key is a private key in a form that ssh writes, not encrypted.
	Key string
	// AgentSocket is the path of an ssh agent's socket.
	AgentSocket string
}

// CheckKey tells whether a private key can be used. The error is a
// [sdk.ReadError] that shows nothing of the key.
func CheckKey(key string) error {
	_, err := parseKey(key)
	return err
}

func parseKey(key string) (ssh.Signer, error) {
	signer, err := ssh.ParsePrivateKey([]byte(key))
	var locked *ssh.PassphraseMissingError
	switch {
	case errors.As(err, &locked):
		return nil, sdk.CredentialRefused("the private key is encrypted; give one without a passphrase, or use agent")
	case err != nil:
		return nil, sdk.CredentialRefused("the private key does not parse; it starts with -----BEGIN and ends with its END line and a line break")
	}
	return signer, nil
}

// authMethods makes ssh's methods. What it hands back is closed after the
// handshake.
func authMethods(auth []Auth) (methods []ssh.AuthMethod, closers []io.Closer, err error) {
	for _, a := range auth {
		switch {
		case a.Key != "":
			signer, err := parseKey(a.Key)
			if err != nil {
				return nil, closers, err
			}
			methods = append(methods, ssh.PublicKeys(signer))
		case a.AgentSocket != "":
			c, err := net.Dial("unix", a.AgentSocket)
			if err != nil {
				return nil, closers, sdk.CredentialRefused("the ssh agent at %q does not answer", a.AgentSocket).WithCause(err)
			}
			closers = append(closers, c)
			methods = append(methods, ssh.PublicKeysCallback(agent.NewClient(c).Signers))
		default:
			password := a.Password
			methods = append(methods, ssh.Password(password),
				ssh.KeyboardInteractive(func(_, _ string, questions []string, echos []bool) ([]string, error) {
					answers := make([]string, len(questions))
					for i := range questions {
						if !echos[i] {
							answers[i] = password
						}
					}
					return answers, nil
				}))
		}
	}
	return methods, closers, nil
}
