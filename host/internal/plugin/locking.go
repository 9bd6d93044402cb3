package plugin

import (
	"context"

	"github.com/effectkit/effectkit/host/internal/adapter"
)

// Locked is one plugin as it was locked, or why it was not.
type Locked struct {
	Kind    string
	Path    string
	Version string
	Digest  string // hex
	// Changed is true where the lock said something else before, or nothing.
	Changed bool
	// Problem says why it was not locked; "" when it was.
	Problem string
}

// LockAll makes a lock of every plugin that is found at the paths of r: it
// copies and hashes each, and starts it once to hear that it is of the kind
// that its name says. What r.Lock holds of other platforms stays; a plugin
// that is not found any more goes. The lock is not written. Plugins under
// development are not locked.
func LockAll(ctx context.Context, r Request, o Options) (*Lock, []Locked) {
	o = o.withDefaults()
	old := r.Lock
	if old == nil {
		old = &Lock{}
	}
	lock := &Lock{Version: lockVersion, Plugins: map[string]LockedKind{}}
	r.toLock, r.Dev = true, nil
	var report []Locked
	for _, e := range Find(r).Entries() {
		one := Locked{Kind: e.Kind, Path: e.Path, Problem: e.Problem}
		if one.Problem == "" {
			one.Version, one.Digest, one.Problem = e.examine(ctx, o)
		}
		if one.Problem == "" {
			if was, ok := old.Plugins[e.Kind]; ok {
				lock.Plugins[e.Kind] = was
			}
			version, digest, ok := old.find(e.Kind)
			one.Changed = !ok || version != one.Version || digest != one.Digest
			lock.put(e.Kind, one.Version, e.manifest.interpreter(), one.Digest)
		}
		report = append(report, one)
	}
	return lock, report
}

// examine copies, hashes and starts a plugin once.
func (e *Entry) examine(ctx context.Context, o Options) (version, digest, problem string) {
	image, digest, err := e.prepare(o.Workspace)
	if err != nil {
		return "", "", "its bytes could not be copied: " + plainError(err)
	}
	a, f := Launch(ctx, adapter.Identity{Kind: e.Kind, Digest: digest}, image, o)
	if f != nil {
		return "", "", f.Detail
	}
	version = a.Identity().Version
	_ = a.Close()
	return version, digest, ""
}
