package plugin

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Image is a program that is ready to run: the very bytes that were hashed.
type Image struct {
	path  string
	argv  []string
	cwd   string // "" is the process's home
	close func() error
}

// Close lets go of the bytes.
func (i *Image) Close() error {
	if i.close == nil {
		return nil
	}
	return i.close()
}

func (i *Image) dir(home string) string {
	if i.cwd != "" {
		return i.cwd
	}
	return home
}

// start runs the image. Another goroutine may just have started a child that
// still holds a copy's descriptor for writing (golang/go#22315), so "text file
// busy" is tried again for a while.
func (i *Image) start(attr *os.ProcAttr) (*os.Process, error) {
	for wait := time.Millisecond; ; wait *= 2 {
		p, err := startProcess(i.path, i.argv, attr)
		if !errors.Is(err, syscall.ETXTBSY) || wait > 200*time.Millisecond {
			return p, err
		}
		time.Sleep(wait)
	}
}

// BuiltIn is the image of this program serving one of its own adapters:
// SELF adapter KIND.
func BuiltIn(self, kind string) *Image {
	return &Image{path: self, argv: []string{self, "adapter", kind}}
}

// Direct is the image of a program as it lies on disk, for a plugin under
// development: nothing is locked.
func Direct(path string) *Image {
	return &Image{path: path, argv: []string{path}}
}

// copyHashed copies a file while hashing it.
func copyHashed(to io.Writer, from string) (digest string, err error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	h := sha256.New()
	if n, err := io.Copy(io.MultiWriter(to, h), io.LimitReader(in, maxImage+1)); err != nil {
		return "", err
	} else if n > maxImage {
		return "", fmt.Errorf("%s is over %d bytes", from, int64(maxImage))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// maxImage is the largest file of a plugin.
const maxImage = 1 << 30

// privateCopy copies a file into a private directory while hashing it.
func privateCopy(dir, rel, from string, mode os.FileMode) (digest string, err error) {
	to := filepath.Join(dir, rel)
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return "", err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return "", err
	}
	digest, err = copyHashed(out, from)
	return digest, errors.Join(err, out.Close())
}
