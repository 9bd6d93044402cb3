package file

import (
	"time"

	"github.com/effectkit/effectkit/internal/read/files/sftp"
	"github.com/effectkit/effectkit/sdk"
)

// defaultSkew is how far a server's clock may differ while it could not be
// measured.
const defaultSkew = 5 * time.Second

// sftpSection is the sftp part of a section.
type sftpSection struct {
	Host        string `json:"host"`
	Port        int    `json:"port"`
	User        string `json:"user"`
	KnownHosts  string `json:"known_hosts"`
	KeyEnv      string `json:"key_env"`
	PasswordEnv string `json:"password_env"`
	Agent       string `json:"agent"`
	Root        string `json:"root"`
}

// dialer checks the part and makes what opens the folder.
func (s *sftpSection) dialer(cfg sdk.Config) (*sftp.Dialer, error) {
	var auth []sftp.Auth
	if s.KeyEnv != "" {
		key := cfg.Secret("/sftp/key_env")
		if err := sftp.CheckKey(key); err != nil {
			return nil, err
		}
		auth = append(auth, sftp.Auth{Key: key})
	}
	if s.PasswordEnv != "" {
		auth = append(auth, sftp.Auth{Password: cfg.Secret("/sftp/password_env")})
	}
	if s.Agent != "" {
		auth = append(auth, sftp.Auth{AgentSocket: s.Agent})
	}
	if len(auth) != 1 {
		return nil, sdk.Misconfigured("%q needs exactly one of key_env, password_env and agent", "sftp")
	}
	return sftp.New(sftp.Config{
		Host: s.Host, Port: s.Port, User: s.User, KnownHosts: s.KnownHosts, Root: s.Root,
		Auth: auth, Skew: defaultSkew,
	}), nil
}
