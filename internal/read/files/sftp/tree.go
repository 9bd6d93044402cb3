package sftp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"
	"time"

	"github.com/pkg/sftp"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
)

// tree is the folder over one connection, for one capture.
type tree struct {
	dialer *Dialer
	conn   *conn
	stop   func() bool
	mu     sync.Mutex
	broken bool
}

// ReadDir lists a folder. The protocol hands entries out a hundred or so at a
// time; a folder is complete only when the server says so.
func (t *tree) ReadDir(ctx context.Context, dir string, visit func(files.Info) error) error {
	full := t.full(dir)
	before, err := t.conn.sftp.Lstat(full)
	if err != nil {
		return t.failed(dir, err)
	}
	if dir == "." && !before.IsDir() {
		if before, err = t.conn.sftp.Stat(full); err == nil && !before.IsDir() {
			return sdk.Misconfigured("the root is not a folder")
		}
	} else if !before.IsDir() {
		return fmt.Errorf("a folder was replaced")
	}
	entries, err := t.conn.sftp.ReadDirContext(ctx, full)
	if err != nil {
		return t.failed(dir, err)
	}
	if after, err := t.conn.sftp.Lstat(full); err == nil {
		t.dialer.clock.observe(before, after, time.Now())
	}
	for _, e := range entries {
		if err := visit(info(path.Join(dir, e.Name()), e)); err != nil {
			return err
		}
	}
	return nil
}

// Names is ReadDir: the protocol lists attributes beside the names.
func (t *tree) Names(ctx context.Context, dir string, visit func(string) error) error {
	return t.ReadDir(ctx, dir, func(i files.Info) error { return visit(path.Base(i.Path)) })
}

// Lstat looks at one entry.
func (t *tree) Lstat(_ context.Context, name string) (files.Info, error) {
	e, err := t.conn.sftp.Lstat(t.full(name))
	if err != nil {
		return files.Info{}, t.failed(name, err)
	}
	return info(name, e), nil
}

// Open opens a regular file for reading. The protocol cannot refuse a link, so
// what the name is must be what was opened.
func (t *tree) Open(_ context.Context, name string) (files.File, error) {
	seen, err := t.conn.sftp.Lstat(t.full(name))
	if err != nil {
		return nil, t.failed(name, err)
	}
	if !seen.Mode().IsRegular() {
		return nil, files.ErrNotRegular
	}
	f, err := t.conn.sftp.Open(t.full(name))
	if err != nil {
		return nil, t.failed(name, err)
	}
	opened, err := f.Stat()
	if err == nil && !info(name, seen).Untouched(info(name, opened)) {
		err = files.ErrNotRegular
	}
	if err != nil {
		_ = f.Close()
		return nil, t.failed(name, err)
	}
	return file{File: f, opened: info(name, opened)}, nil
}

// Source is the host's key and the root's real path.
func (t *tree) Source() string { return t.conn.source }

// Clock is what listings so far said of the server's clock.
func (t *tree) Clock() files.Clock { return t.dialer.clock.known(t.dialer.cfg.Skew) }

// Close keeps the connection for the next capture when it is still whole.
func (t *tree) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.stop() || t.broken {
		t.conn.close()
		return nil
	}
	t.dialer.give(t.conn)
	return nil
}

func (t *tree) full(name string) string { return path.Join(t.conn.root, name) }

// failed tells an answer about one entry from a connection that broke.
func (t *tree) failed(name string, err error) error {
	var status *sftp.StatusError
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, files.ErrNotRegular):
	case errors.As(err, &status) && status.FxCode() != sftp.ErrSSHFxConnectionLost && status.FxCode() != sftp.ErrSSHFxNoConnection:
	default:
		t.mu.Lock()
		t.broken = true
		t.mu.Unlock()
		return sdk.Unreachable("the connection broke while the folder was read").WithCause(errors.Join(files.ErrConnection, err))
	}
	if name == "." {
		return rootError(err)
	}
	return err
}

func rootError(err error) error {
	var status *sftp.StatusError
	if errors.As(err, &status) && status.FxCode() == sftp.ErrSSHFxFailure {
		return sdk.Unreachable("the server fails to open the root").WithCause(err)
	}
	return files.RootError(err)
}

type file struct {
	*sftp.File
	opened files.Info
}

func (f file) Opened() files.Info { return f.opened }

func (f file) Stat() (files.Info, error) {
	e, err := f.File.Stat()
	if err != nil {
		return files.Info{}, err
	}
	return info(f.opened.Path, e), nil
}

func info(name string, e fs.FileInfo) files.Info {
	return files.Info{Path: name, Mode: e.Mode(), Size: e.Size(), ModTime: e.ModTime()}
}
