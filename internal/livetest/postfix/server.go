package postfix

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/effectkit/effectkit/internal/livetest/port"
)

// Mailboxes are those of the server, at example.test. Mail for Gone is accepted
// and then bounced; mail whose subject starts with Held waits for Release.
var Mailboxes = []string{"ops", "shop", "evil"}

// Addresses and subjects with a meaning.
const (
	Gone = "gone@example.test"
	Held = "held"
)

// Server is a running server.
type Server struct {
	Addr string // of SMTP
	dir  string
}

// Start runs a server until the test ends. A machine without Postfix or
// without root skips the test, unless EFFECTKIT_LIVE is "require".
func Start(t testing.TB) *Server {
	t.Helper()
	program, err := exec.LookPath("postfix")
	if err != nil {
		program = "/usr/sbin/postfix"
	}
	owner, userErr := user.Lookup("postfix")
	if _, err := os.Stat(program); err != nil || userErr != nil || os.Geteuid() != 0 {
		unavailable(t, "needs root and Debian's postfix")
	}
	// Postfix's own users enter the folder, which test folders do not let them.
	dir, err := os.MkdirTemp("/var/tmp", "effectkit-postfix-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	s := &Server{dir: dir}
	if err := s.prepare(owner); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-c", filepath.Join(dir, "etc"), "start-fg")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop := exec.Command(program, "-c", filepath.Join(dir, "etc"), "stop")
		_ = stop.Run()
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		_ = log.Close()
	})
	if err := port.Greeted(s.Addr, "220", 20*time.Second); err != nil {
		text, _ := os.ReadFile(filepath.Join(dir, "log"))
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

func unavailable(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("EFFECTKIT_LIVE") == "require" {
		t.Fatalf("a live Postfix is required and cannot be had: %s", why)
	}
	t.Skipf("no live Postfix: %s", why)
}

// Maildir is where a mailbox's mail arrives.
func (s *Server) Maildir(mailbox string) string {
	return filepath.Join(s.dir, "mail", mailbox)
}

// Log is what the server said so far, for a test that failed.
func (s *Server) Log() string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "log"))
	return string(text)
}

// Release lets held mail go on.
func (s *Server) Release(t testing.TB) {
	t.Helper()
	out, err := exec.Command("/usr/sbin/postsuper", "-c", filepath.Join(s.dir, "etc"), "-H", "ALL").CombinedOutput()
	if err == nil {
		out, err = exec.Command("/usr/sbin/postqueue", "-c", filepath.Join(s.dir, "etc"), "-f").CombinedOutput()
	}
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func (s *Server) prepare(owner *user.User) error {
	if err := os.Chmod(s.dir, 0o755); err != nil {
		return err
	}
	uid, err := strconv.Atoi(owner.Uid)
	if err != nil {
		return err
	}
	gid, err := strconv.Atoi(owner.Gid)
	if err != nil {
		return err
	}
	for _, d := range []string{"etc", "queue", "data", "mail"} {
		if err := os.Mkdir(filepath.Join(s.dir, d), 0o755); err != nil {
			return err
		}
	}
	for _, d := range []string{"data", "mail"} {
		if err := os.Chown(filepath.Join(s.dir, d), uid, gid); err != nil {
			return err
		}
	}
	for _, m := range Mailboxes {
		for _, sub := range []string{"", "new", "cur", "tmp"} {
			at := filepath.Join(s.Maildir(m), sub)
			if err := os.MkdirAll(at, 0o755); err != nil {
				return err
			}
			if err := os.Chown(at, uid, gid); err != nil {
				return err
			}
		}
	}
	free, err := port.Free()
	if err != nil {
		return err
	}
	s.Addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(free))
	return s.configure(free, uid, gid)
}

func (s *Server) configure(smtp, uid, gid int) error {
	var boxes strings.Builder
	for _, m := range Mailboxes {
		fmt.Fprintf(&boxes, " { %s@example.test = %s/ }", m, m)
	}
	main := []string{
		"compatibility_level = 3.6",
		"queue_directory = " + filepath.Join(s.dir, "queue"),
		"data_directory = " + filepath.Join(s.dir, "data"),
		"command_directory = /usr/sbin",
		"daemon_directory = /usr/lib/postfix/sbin",
		"maillog_file = /dev/stdout",
		"inet_interfaces = 127.0.0.1",
		"inet_protocols = ipv4",
		"myhostname = mail.example.test",
		"mydestination =",
		"mynetworks = 127.0.0.0/8",
		"alias_maps =",
		"alias_database =",
		"biff = no",
		"relayhost = [127.0.0.1]:1", // nothing ever leaves this machine
		"virtual_mailbox_domains = example.test",
		"virtual_mailbox_base = " + filepath.Join(s.dir, "mail"),
		"virtual_mailbox_maps = inline:{" + boxes.String() + " { " + Gone + " = gone/ } }",
		fmt.Sprintf("virtual_uid_maps = static:%d", uid),
		fmt.Sprintf("virtual_gid_maps = static:%d", gid),
		fmt.Sprintf("virtual_minimum_uid = %d", min(uid, 100)),
		// Accepted, sent on to where nobody listens, and given up at once.
		"transport_maps = inline:{ { " + Gone + " = smtp:[127.0.0.1]:1 } }",
		"maximal_queue_lifetime = 0",
		"bounce_queue_lifetime = 0",
		"header_checks = regexp:" + filepath.Join(s.dir, "etc", "headers"),
		"smtpd_recipient_restrictions = permit_mynetworks, reject",
		"default_destination_concurrency_limit = 2",
	}
	services := []string{
		fmt.Sprintf("127.0.0.1:%d inet n - n - - smtpd", smtp),
		"pickup unix n - n 60 1 pickup",
		"cleanup unix n - n - 0 cleanup",
		"qmgr unix n - n 300 1 qmgr",
		"tlsmgr unix - - n 1000? 1 tlsmgr",
		"rewrite unix - - n - - trivial-rewrite",
		"bounce unix - - n - 0 bounce",
		"defer unix - - n - 0 bounce",
		"trace unix - - n - 0 bounce",
		"verify unix - - n - 1 verify",
		"flush unix n - n 1000? 0 flush",
		"proxymap unix - - n - - proxymap",
		"smtp unix - - n - - smtp",
		"relay unix - - n - - smtp",
		"showq unix n - n - - showq",
		"error unix - - n - - error",
		"retry unix - - n - - error",
		"discard unix - - n - - discard",
		"virtual unix - n n - - virtual",
		"anvil unix - - n - 1 anvil",
		"scache unix - - n - 1 scache",
		"postlog unix-dgram n - n - 1 postlogd",
	}
	for name, lines := range map[string][]string{
		"main.cf": main, "master.cf": services, "headers": {"/^Subject: " + Held + "/ HOLD"},
	} {
		text := strings.Join(lines, "\n") + "\n"
		if err := os.WriteFile(filepath.Join(s.dir, "etc", name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
