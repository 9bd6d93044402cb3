package livetest

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// startTimeout bounds how long a server may take to answer.
const startTimeout = 60 * time.Second

// owner is whom a server runs as: another user when the tests run as root,
// which the servers refuse.
type owner struct {
	credential *syscall.Credential
	uid, gid   int
}

func newOwner(names ...string) (owner, error) {
	if os.Getuid() != 0 {
		return owner{uid: os.Getuid(), gid: os.Getgid()}, nil
	}
	for _, name := range append(names, "nobody") {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err := errors.Join(err1, err2); err != nil {
			return owner{}, err
		}
		return owner{&syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, uid, gid}, nil
	}
	return owner{}, fmt.Errorf("no user to run a server as")
}

// folder makes a temporary folder of the owner's. Its path is short: a unix
// socket's is at most 107 bytes.
func (o owner) folder(pattern string) (string, error) {
	dir, err := os.MkdirTemp("", pattern)
	if err != nil {
		return "", err
	}
	return dir, os.Chown(dir, o.uid, o.gid)
}

// run runs a program to its end.
func (o owner) run(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.SysProcAttr, cmd.Env = dir, attributes(o.credential), environment(dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, out)
	}
	return nil
}

// process is a server that runs.
type process struct {
	cmd  *exec.Cmd
	done chan struct{}
	dir  string
}

// serve starts a program that stays. Its output goes to a file.
func (o owner) serve(dir, log, name string, args ...string) (*process, error) {
	out, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.SysProcAttr, cmd.Env = dir, attributes(o.credential), environment(dir)
	cmd.Stdout, cmd.Stderr = out, out
	p := &process{cmd: cmd, done: make(chan struct{}), dir: dir}
	started := make(chan error)
	go func() {
		// The kernel signals a child when the thread that started it ends, so
		// that the thread is held until the child has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
		close(p.done)
	}()
	return p, <-started
}

// stop asks the server to end, by its process id, kills it when it does not,
// and removes its folder.
func (p *process) stop(ask os.Signal) {
	_ = p.cmd.Process.Signal(ask)
	select {
	case <-p.done:
	case <-time.After(20 * time.Second):
		_ = p.cmd.Process.Kill()
		<-p.done
	}
	_ = os.RemoveAll(p.dir)
}

// await tries until the server answers, ends, or takes too long.
func (p *process) await(try func() error) error {
	deadline := time.Now().Add(startTimeout)
	for {
		err := try()
		if err == nil {
			return nil
		}
		select {
		case <-p.done:
			return fmt.Errorf("it ended at once: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("it did not answer in %v: %w", startTimeout, err)
		}
	}
}

// password is a fresh one.
func password() string {
	b := make([]byte, 12)
	_, _ = rand.Read(b)
	return hex.EncodeToString(b)
}

// environment keeps what the user's own configuration of clients and servers
// would say away from private servers.
func environment(dir string) []string {
	return []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TMPDIR=" + dir, "LC_ALL=C", "TZ=America/New_York"}
}

// program finds a program in the usual folders.
func program(name string, folders ...string) (string, error) {
	for _, pattern := range folders {
		found, _ := filepath.Glob(filepath.Join(pattern, name))
		if len(found) > 0 {
			return found[len(found)-1], nil
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return "", fmt.Errorf("%s: %w", name, errMissing)
}
