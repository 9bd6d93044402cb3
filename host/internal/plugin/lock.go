package plugin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// lockVersion is the one version of the file that there is.
const lockVersion = 1

// Lock is effectkit.lock: which bytes an operator trusts, by kind and platform.
// The file is JSON, keys in order, so that it is the same however it came
// about and reads well in a review.
type Lock struct {
	Version int                   `json:"version"`
	Plugins map[string]LockedKind `json:"plugins"`
}

// LockedKind is one plugin.
type LockedKind struct {
	// Version is what the plugin said of itself when it was locked.
	Version string `json:"version"`
	// Interpreter is the program that runs a plugin directory's entry; "" for a
	// plugin that runs itself.
	Interpreter string `json:"interpreter,omitempty"`
	// Digests are "sha256:" and hex, by os/arch.
	Digests map[string]string `json:"digests"`
}

// LockError is a lock file that cannot be used.
type LockError struct {
	Path    string
	Problem string
}

// Error names the file and what is wrong with it.
func (e *LockError) Error() string {
	return fmt.Sprintf("%s: %s: run effectkit adapters lock to write it anew", e.Path, e.Problem)
}

var digestForm = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)

// ReadLock reads a lock file. One that is not there is an empty lock. The
// error is a [*LockError].
func ReadLock(path string) (*Lock, error) {
	empty := &Lock{Version: lockVersion, Plugins: map[string]LockedKind{}}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return empty, nil
	}
	fail := func(format string, args ...any) (*Lock, error) {
		return nil, &LockError{Path: path, Problem: fmt.Sprintf(format, args...)}
	}
	if err != nil {
		return fail("it cannot be read: %s", plainError(err))
	}
	l := empty
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(l); err != nil || d.More() {
		return fail("it is not a lock")
	}
	if l.Version != lockVersion {
		return fail("it is of version %d, this host knows %d", l.Version, lockVersion)
	}
	if l.Plugins == nil {
		l.Plugins = map[string]LockedKind{}
	}
	for kind, p := range l.Plugins {
		for platform, digest := range p.Digests {
			if !digestForm.MatchString(digest) {
				return fail("the digest of %q for %s is not sha256: and 64 hex digits", kind, platform)
			}
		}
	}
	return l, nil
}

// Bytes are the file's.
func (l *Lock) Bytes() []byte {
	text, err := json.MarshalIndent(l, "", "  ") // sorts the keys of maps
	if err != nil {
		panic(err) // strings and numbers alone
	}
	return append(text, '\n')
}

// Write puts the lock in its place, whole or not at all.
func (l *Lock) Write(path string) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".effectkit.lock-")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(l.Bytes())
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Close())
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// find is what the lock says of a kind on this platform.
func (l *Lock) find(kind string) (version, digest string, ok bool) {
	if l == nil {
		return "", "", false
	}
	p := l.Plugins[kind]
	digest, ok = strings.CutPrefix(p.Digests[Platform], "sha256:")
	return p.Version, digest, ok
}

// put takes a plugin into the lock. Digests of other platforms stay where they
// are of the same version.
func (l *Lock) put(kind, version, interpreter, digest string) {
	old := l.Plugins[kind]
	p := LockedKind{Version: version, Interpreter: interpreter, Digests: map[string]string{}}
	if old.Version == version {
		for platform, d := range old.Digests {
			p.Digests[platform] = d
		}
	}
	p.Digests[Platform] = "sha256:" + digest
	l.Plugins[kind] = p
}
