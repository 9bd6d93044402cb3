package host

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"path/filepath"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/secret"
	"github.com/effectkit/effectkit/host/internal/token"
)

// state is where tokens go, and the keys under which values are hidden and
// tokens sealed.
type state struct {
	dir string
	// lacks says why nothing can be stored: there is no state directory and none
	// was asked for. Keys then last as long as the host. "" when there is one.
	lacks string
	seal  []byte // tokens
	hide  []byte // identities of readers, values of contracts
	blind []byte // redacted values
}

// openState finds or makes the state directory and its key. One that was asked
// for and cannot be used is a problem; where none was asked for, the host does
// without.
func openState(d *deploy.Deployment, lookup func(string) (string, bool), scrub *secret.Scrubber) (*state, []Problem) {
	s := &state{dir: d.State.Dir}
	asked := s.dir != "" || d.State.KeyEnv != ""
	if s.dir == "" {
		s.dir = userState(lookup)
	}
	key, err := s.key(d.State, lookup, scrub)
	if err != nil && asked {
		return s, []Problem{{Code: CodeState, Pos: effect.Position{File: d.File}, Message: "state: " + err.Error(), Fix: "name a usable folder with state: {dir: …}, or a variable with key_env"}}
	}
	if err != nil {
		s.lacks = err.Error()
		key = make([]byte, 32)
		if _, err := rand.Read(key); err != nil {
			return s, []Problem{{Code: CodeState, Message: "no randomness: " + err.Error()}}
		}
	}
	for label, into := range map[string]*[]byte{"seal": &s.seal, "hide": &s.hide, "blind": &s.blind} {
		if *into, err = hkdf.Key(sha256.New, key, nil, "effectkit "+label, 32); err != nil {
			return s, []Problem{{Code: CodeState, Message: "state: " + err.Error()}}
		}
	}
	return s, nil
}

func (s *state) key(d deploy.State, lookup func(string) (string, bool), scrub *secret.Scrubber) ([]byte, error) {
	if d.KeyEnv != "" {
		found, err := secret.Resolve(map[string]secret.Variable{"": {Name: d.KeyEnv}}, lookup)
		if err != nil {
			return nil, err
		}
		scrub.Add(found[""])
		key, err := token.FromSecret(found[""])
		if err != nil {
			return nil, fmt.Errorf("the variable %s %w", d.KeyEnv, err)
		}
		return key, nil
	}
	if s.dir == "" {
		return nil, fmt.Errorf("there is no home folder to keep state in")
	}
	return token.FromDir(s.dir)
}

// userState is the user's state directory (XDG Base Directory Specification);
// "" where there is none.
func userState(lookup func(string) (string, bool)) string {
	if dir, ok := lookup("XDG_STATE_HOME"); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "effectkit")
	}
	if home, ok := lookup("HOME"); ok && filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "effectkit")
	}
	return ""
}
