package sshd

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/effectkit/effectkit/internal/livetest/port"
)

// Program is where Debian keeps the server.
const Program = "/usr/sbin/sshd"

// Server is a running server. Its files are under Dir, which only root can
// change, as a chroot must be.
type Server struct {
	Dir      string
	Host     string
	Port     int
	User     string
	Password string
	Key      string // the user's private key
	Root     string // of the files, on this machine
	// KnownHosts is a file with the server's keys; HostKeys are its lines.
	KnownHosts string
	HostKeys   []string

	options Options
	stop    func()
}

const (
	user     = "effectkit-test"
	password = "correct horse 42"
	// UID is the user's number where nobody asks for another.
	UID = 45678
)

// Options are what a server may be asked for; the zero Options are a read-only
// root of its own, which the user may not leave.
type Options struct {
	// UID is the number that the user has; 0 is [UID].
	UID int
	// Open shows the user the machine's own file system, still read-only.
	Open bool
}

// Start runs a server until the test ends. A machine without the server or
// without root skips the test, unless EFFECTKIT_LIVE is "require".
func Start(t testing.TB) *Server {
	t.Helper()
	if _, err := os.Stat(Program); err != nil || os.Geteuid() != 0 {
		unavailable(t, "needs root and Debian's openssh-server")
	}
	s, err := Launch(Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s
}

// Launch runs a server until Stop. It needs root.
func Launch(o Options) (*Server, error) {
	if o.UID == 0 {
		o.UID = UID
	}
	dir, err := os.MkdirTemp("/run", "effectkit-sshd-")
	if err != nil {
		return nil, err
	}
	s := &Server{Dir: dir, Host: "127.0.0.1", User: user, Password: password, options: o}
	if err = s.prepare(); err == nil {
		err = s.launch()
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// Stop ends the server and removes what is its own.
func (s *Server) Stop() {
	if s.stop != nil {
		s.stop()
	}
	_ = os.RemoveAll(s.Dir)
}

func unavailable(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("EFFECTKIT_LIVE") == "require" {
		t.Fatalf("a live OpenSSH server is required and cannot be had: %s", why)
	}
	t.Skipf("no live OpenSSH server: %s", why)
}

// prepare writes keys, users and the configuration.
func (s *Server) prepare() error {
	if err := os.Chmod(s.Dir, 0o755); err != nil {
		return err
	}
	for _, kind := range []string{"ed25519", "ecdsa"} {
		key := filepath.Join(s.Dir, "host_"+kind)
		if err := run("ssh-keygen", "-q", "-t", kind, "-N", "", "-C", "", "-f", key); err != nil {
			return err
		}
		public, err := os.ReadFile(key + ".pub")
		if err != nil {
			return err
		}
		s.HostKeys = append(s.HostKeys, strings.TrimSpace(string(public)))
	}
	userKey := filepath.Join(s.Dir, "user")
	if err := run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", userKey); err != nil {
		return err
	}
	private, err := os.ReadFile(userKey)
	if err != nil {
		return err
	}
	s.Key = string(private)
	jail := filepath.Join(s.Dir, "jail")
	s.Root = filepath.Join(jail, "in")
	if err := os.MkdirAll(s.Root, 0o755); err != nil {
		return err
	}
	if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
		return err
	}
	return s.users()
}

// users writes copies of the machine's users with one more.
func (s *Server) users() error {
	crypted, err := exec.Command("openssl", "passwd", "-6", password).Output()
	if err != nil {
		return fmt.Errorf("openssl passwd: %w", err)
	}
	for name, line := range map[string]string{
		"passwd": fmt.Sprintf("%s:x:%d:%d::/:/bin/sh\n", user, s.options.UID, s.options.UID),
		"shadow": fmt.Sprintf("%s:%s:20000:0:99999:7:::\n", user, strings.TrimSpace(string(crypted))),
	} {
		theirs, err := os.ReadFile("/etc/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(s.Dir, name), append(theirs, line...), 0o600); err != nil {
			return err
		}
	}
	return os.Chmod(filepath.Join(s.Dir, "passwd"), 0o644)
}

func (s *Server) config() string {
	lines := []string{
		fmt.Sprintf("Port %d", s.Port),
		"ListenAddress 127.0.0.1",
		"PidFile none",
		"UsePAM no",
		"StrictModes no",
		"MaxStartups 100",
		"PermitRootLogin no",
		"AllowUsers " + user,
		"PubkeyAuthentication yes",
		"PasswordAuthentication yes",
		"KbdInteractiveAuthentication no",
		"AuthorizedKeysFile " + filepath.Join(s.Dir, "user.pub"),
		"Subsystem sftp internal-sftp -R",
		"ForceCommand internal-sftp -R",
		"HostKey " + filepath.Join(s.Dir, "host_ed25519"),
		"HostKey " + filepath.Join(s.Dir, "host_ecdsa"),
	}
	if !s.options.Open {
		lines = append(lines, "ChrootDirectory "+filepath.Join(s.Dir, "jail"))
	}
	return strings.Join(lines, "\n") + "\n"
}

// launch starts the server and waits until it greets. A port that was free
// when the system chose it may be taken by then, so it is tried again.
func (s *Server) launch() error {
	var last error
	for range 5 {
		var err error
		if s.Port, err = port.Free(); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(s.Dir, "config"), []byte(s.config()), 0o600); err != nil {
			return err
		}
		script := fmt.Sprintf("mount --bind %[1]s/passwd /etc/passwd && mount --bind %[1]s/shadow /etc/shadow && exec %[2]s -D -e -f %[1]s/config", s.Dir, Program)
		cmd := exec.Command("unshare", "--mount", "--propagation", "private", "sh", "-c", script)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		log, err := os.Create(filepath.Join(s.Dir, "log"))
		if err != nil {
			return err
		}
		cmd.Stderr = log
		if err := cmd.Start(); err != nil {
			return err
		}
		_ = log.Close()
		if last = port.Greeted(s.address(), "SSH-", 10*time.Second); last == nil {
			s.stop = func() {
				_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
				_ = cmd.Wait()
			}
			return s.record()
		}
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		if text, err := os.ReadFile(filepath.Join(s.Dir, "log")); err == nil {
			last = fmt.Errorf("%w: %s", last, text)
		}
	}
	return last
}

func (s *Server) address() string { return net.JoinHostPort(s.Host, fmt.Sprint(s.Port)) }

// record writes a known_hosts file with both keys.
func (s *Server) record() error {
	s.KnownHosts = filepath.Join(s.Dir, "known_hosts")
	return os.WriteFile(s.KnownHosts, []byte(s.KnownLines(s.HostKeys...)), 0o644)
}

// KnownLines are lines of a known_hosts file for some of the server's keys.
func (s *Server) KnownLines(keys ...string) string {
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "[%s]:%d %s\n", s.Host, s.Port, k)
	}
	return b.String()
}

func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}
