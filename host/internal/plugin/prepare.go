package plugin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"
)

// Launch runs a plugin of the catalogue: the bytes that its lock names, and no
// others. A plugin with a Problem does not run.
func (e *Entry) Launch(ctx context.Context, o Options) (adapter.Adapter, *adapter.Failure) {
	o = o.withDefaults()
	if e.Problem != "" {
		return nil, e.failure(e.Problem)
	}
	if e.Dev {
		o.Logger.Warn("a plugin under development runs: nothing was locked, and verdicts that rest on it are unverified",
			"kind", e.Kind, "path", e.Path)
		id := adapter.Identity{Kind: e.Kind, Digest: "dev", Unverified: true}
		if e.socket {
			return reattach(ctx, id, e.Path, o)
		}
		return Launch(ctx, id, Direct(e.Path), o)
	}
	image, digest, err := e.prepare(o.Workspace)
	if err != nil {
		return nil, e.failure("its bytes could not be copied: " + plainError(err))
	}
	if digest != e.Digest {
		_ = image.Close()
		return nil, e.failure(fmt.Sprintf("%s differs from the lock (locked sha256:%.12s, found sha256:%.12s): "+
			"if that is meant, run effectkit adapters lock", e.Path, e.Digest, digest))
	}
	return Launch(ctx, adapter.Identity{Kind: e.Kind, Digest: digest}, image, o)
}

func (e *Entry) failure(why string) *adapter.Failure {
	return &adapter.Failure{Ground: effect.AdapterFailed, Detail: fmt.Sprintf("%q cannot be used: %s", e.Kind, why), Misconfigured: true}
}

// prepare copies the plugin while hashing it, so that the bytes which were
// hashed are the bytes which run. (An open file is not enough: its inode can
// be written to after it was hashed.)
func (e *Entry) prepare(w *Workspace) (*Image, string, error) {
	if e.Dir {
		return e.prepareTree(w)
	}
	name := filepath.Base(e.Path)
	if image, digest, ok, err := sealedCopy(e.Path, name); ok {
		return image, digest, err
	}
	dir, err := w.privateDir()
	if err != nil {
		return nil, "", err
	}
	digest, err := privateCopy(dir, name, e.Path, 0o500)
	image := &Image{path: filepath.Join(dir, name), argv: []string{name}, close: func() error { return removeAll(dir) }}
	if err != nil {
		_ = image.Close()
		return nil, "", err
	}
	return image, digest, nil
}

// prepareTree copies a plugin directory whole. Its digest is the SHA-256 of
// one line a file, plugin.json first and then the files in the order of their
// names: the file's SHA-256 in hex, "x" where it is executable or "-", and its
// path, with a blank between and a line feed behind.
func (e *Entry) prepareTree(w *Workspace) (*Image, string, error) {
	dir, err := w.privateDir()
	if err != nil {
		return nil, "", err
	}
	image := &Image{cwd: dir, close: func() error { return removeAll(dir) }}
	tree := sha256.New()
	for _, rel := range append([]string{ManifestName}, e.manifest.Files...) {
		if err := copyInto(tree, dir, rel, filepath.Join(e.Path, filepath.FromSlash(rel))); err != nil {
			_ = image.Close()
			return nil, "", err
		}
	}
	// What is run is what was copied, not what was read before.
	copied, problem := readTree(dir)
	if problem != "" {
		_ = image.Close()
		return nil, "", fmt.Errorf("it changed while it was copied: %s", problem)
	}
	image.path, image.argv = copied.Entry[0], copied.Entry
	if copied.interpreter() == "" {
		image.path = filepath.Join(dir, filepath.FromSlash(copied.Entry[0]))
	}
	return image, hex.EncodeToString(tree.Sum(nil)), nil
}

func copyInto(tree io.Writer, dir, rel, from string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	mode, mark := os.FileMode(0o400), "-"
	if info.Mode()&0o111 != 0 {
		mode, mark = 0o500, "x"
	}
	digest, err := privateCopy(dir, filepath.FromSlash(rel), from, mode)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(tree, "%s %s %s\n", digest, mark, rel)
	return err
}
