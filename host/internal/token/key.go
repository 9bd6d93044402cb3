package token

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// minSecret is the least length of a state key that comes from the
// environment.
const minSecret = 16

// KeyFile is the name of the key that is made in a state directory.
const KeyFile = "state.key"

// FromSecret makes a state key of a secret text.
func FromSecret(secret string) ([]byte, error) {
	if len(secret) < minSecret {
		return nil, fmt.Errorf("has fewer than %d characters", minSecret)
	}
	return hkdf.Key(sha256.New, []byte(secret), nil, "effectkit state key", 32)
}

// FromDir reads the key in a state directory, or makes directory (mode 0700)
// and key (mode 0600) where there are none. A key that others may read is
// refused.
func FromDir(dir string) ([]byte, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the state directory cannot be made: %w", err)
	}
	path := filepath.Join(dir, KeyFile)
	key, err := readKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := makeKey(dir, path); err != nil {
		return nil, fmt.Errorf("the state key cannot be made: %w", err)
	}
	return readKey(path)
}

func readKey(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s: the state key is open to others; make it a file of mode 0600", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSuffix(string(text), "\n"))
	if err != nil || len(key) != 32 {
		return nil, fmt.Errorf("%s: not a state key; remove it, and stored baselines with it", path)
	}
	return key, nil
}

// makeKey puts a whole key in place or none: of two processes at once, one
// wins and both read the same.
func makeKey(dir, path string) error {
	f, err := os.CreateTemp(dir, "."+KeyFile+"-") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	key := make([]byte, 32)
	if _, err = rand.Read(key); err == nil {
		_, err = f.WriteString(hex.EncodeToString(key) + "\n")
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}
