package file

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/effectkit/effectkit/internal/livetest/sshd"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
)

// over is a section and its secrets for a folder of a live server.
func over(s *sshd.Server, change func(sftp map[string]any, secrets map[string]string)) sdktest.Request {
	sftp := map[string]any{
		"host": s.Host, "port": s.Port, "user": s.User, "known_hosts": s.KnownHosts, "root": "/in", "key_env": "KEY",
	}
	secrets := map[string]string{"/sftp/key_env": s.Key}
	if change != nil {
		change(sftp, secrets)
	}
	section, _ := json.Marshal(map[string]any{"sftp": sftp, "file_sha256": true, "file_mtime_window_s": 600})
	return sdktest.Request{Adapter: New(), Section: string(section), Secrets: secrets}
}

func drop(t *testing.T, s *sshd.Server, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.Root, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func knownHosts(t *testing.T, lines string) string {
	t.Helper()
	at := filepath.Join(t.TempDir(), "known_hosts")
	if err := os.WriteFile(at, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	return at
}

func paths(t *testing.T, r *sdktest.Result) []string {
	t.Helper()
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	var out []string
	for _, rec := range r.Records() {
		out = append(out, rec["path"].Text())
	}
	return out
}

func TestAServerReadWithItsOwnCredentials(t *testing.T) {
	s := sshd.Start(t)
	drop(t, s, "a.csv", "foo")
	if err := os.Symlink("/etc/passwd", filepath.Join(s.Root, "b.csv")); err != nil {
		t.Fatal(err)
	}
	var source string
	for name, req := range map[string]sdktest.Request{
		"by key": over(s, nil),
		"by password": over(s, func(sftp map[string]any, secrets map[string]string) {
			delete(sftp, "key_env")
			sftp["password_env"] = "PASSWORD"
			secrets["/sftp/password_env"] = s.Password
		}),
		"with one type of host key recorded": over(s, func(sftp map[string]any, _ map[string]string) {
			sftp["known_hosts"] = knownHosts(t, s.KnownLines(s.HostKeys[0]))
		}),
	} {
		t.Run(name, func(t *testing.T) {
			r := sdktest.Capture(context.Background(), req)
			if d := cmp.Diff([]string{"a.csv"}, paths(t, r)); d != "" {
				t.Errorf("files (-want +got):\n%s", d)
			}
			rec := r.Records()[0]
			if rec["sha256"].Text() != "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae" || !rec["fresh"].Bool() {
				t.Errorf("sha256 %q, fresh %q", rec["sha256"].Text(), rec["fresh"].Text())
			}
			want := []value.Gap{{Kind: value.GapUncrossable, Detail: "1 entry: a link, which is not followed"}}
			if d := cmp.Diff(want, r.Trailer.Gaps); d != "" {
				t.Errorf("gaps (-want +got):\n%s", d)
			}
			if name == "by key" {
				source = r.Trailer.Source
			}
		})
	}
	if !strings.HasPrefix(source, "sftp:SHA256:") {
		t.Errorf("source %q", source)
	}
}

func TestAServerThatIsNotTrustedOrDoesNotTrustUs(t *testing.T) {
	s := sshd.Start(t)
	other := sshd.Start(t)
	for name, c := range map[string]struct {
		req    sdktest.Request
		reason sdk.Reason
		detail []string
	}{
		"a wrong key": {over(s, func(_ map[string]any, secrets map[string]string) { secrets["/sftp/key_env"] = other.Key }),
			sdk.ReasonCredentialRefused, []string{`refuses user "effectkit-test"`, "check the key or password"}},
		"a wrong password": {over(s, func(sftp map[string]any, secrets map[string]string) {
			delete(sftp, "key_env")
			sftp["password_env"], secrets["/sftp/password_env"] = "PASSWORD", "wrong-canary"
		}), sdk.ReasonCredentialRefused, []string{`refuses user "effectkit-test"`}},
		"a host key that nobody recorded": {over(s, func(sftp map[string]any, _ map[string]string) {
			sftp["known_hosts"] = knownHosts(t, "")
		}), sdk.ReasonUnreachable, []string{"is unknown: it offers", "SHA256:", "add this line to known_hosts: [127.0.0.1]:"}},
		"a host key that changed": {over(s, func(sftp map[string]any, _ map[string]string) {
			sftp["known_hosts"] = knownHosts(t, s.KnownLines(other.HostKeys[0]))
		}), sdk.ReasonUnreachable, []string{"has changed: it offers ssh-ed25519", "known_hosts line 1 has ssh-ed25519"}},
		"a root that is not there": {over(s, func(sftp map[string]any, _ map[string]string) { sftp["root"] = "/absent" }),
			sdk.ReasonUnreachable, []string{"the root is not there"}},
		"a root outside the jail": {over(s, func(sftp map[string]any, _ map[string]string) { sftp["root"] = "../../../etc" }),
			sdk.ReasonUnreachable, []string{"the root is not there"}},
		"a port on which nobody listens": {over(s, func(sftp map[string]any, _ map[string]string) { sftp["port"] = 1 }),
			sdk.ReasonUnreachable, []string{"does not answer", "connection refused"}},
		"a known_hosts file that is missing": {over(s, func(sftp map[string]any, _ map[string]string) { sftp["known_hosts"] = "/absent" }),
			sdk.ReasonMisconfigured, []string{`"known_hosts" cannot be read`}},
	} {
		t.Run(name, func(t *testing.T) {
			re := sdk.AsReadError(sdktest.Capture(context.Background(), c.req).Err)
			if re == nil || re.Reason != c.reason {
				t.Fatalf("answered by %+v", re)
			}
			for _, part := range c.detail {
				if !strings.Contains(re.Detail, part) {
					t.Errorf("%q lacks %q", re.Detail, part)
				}
			}
			if strings.Contains(re.Detail, "canary") {
				t.Errorf("%q shows a secret", re.Detail)
			}
		})
	}
}

// cutter is a proxy that cuts its connections once they carried limit bytes
// from the server.
func cutter(t *testing.T, s *sshd.Server, limit *atomic.Int64) (port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", net.JoinHostPort(s.Host, fmt.Sprint(s.Port)))
			if err != nil {
				_ = client.Close()
				return
			}
			go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
			go func() {
				_, _ = io.Copy(client, io.LimitReader(server, limit.Load()))
				_ = client.Close()
				_ = server.Close()
			}()
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

func TestAConnectionCutInTheMiddleOfAListingIsNotAShortList(t *testing.T) {
	s := sshd.Start(t)
	for i := range 2000 {
		drop(t, s, fmt.Sprintf("f%04d", i), "x")
	}
	var limit atomic.Int64
	limit.Store(64 << 10)
	port := cutter(t, s, &limit)
	req := over(s, func(sftp map[string]any, _ map[string]string) {
		sftp["port"] = port
		sftp["known_hosts"] = knownHosts(t, strings.ReplaceAll(s.KnownLines(s.HostKeys...), fmt.Sprint(s.Port), fmt.Sprint(port)))
	})
	req.Section = strings.Replace(req.Section, `"file_sha256":true`, `"file_sha256":false`, 1)
	inst, cfg, err := sdktest.Configure(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	defer sdktest.Close(inst)
	read := func() (int64, error) {
		w := sdk.NewRecordWriter(context.Background(), discard{})
		err := inst.Capture(context.Background(), &sdk.CaptureRequest{Config: cfg}, w)
		return w.Records(), err
	}
	if n, err := read(); sdk.AsReadError(err) == nil || sdk.AsReadError(err).Reason != sdk.ReasonUnreachable {
		t.Errorf("cut: %d records, %v", n, err)
	}
	limit.Store(1 << 40)
	if n, err := read(); err != nil || n != 2000 {
		t.Errorf("the connection is not made anew: %d records, %v", n, err)
	}
	if n, err := read(); err != nil || n != 2000 {
		t.Errorf("the connection is not used again: %d records, %v", n, err)
	}
}

type discard struct{}

func (discard) Header(sdk.Header) error  { return nil }
func (discard) Batch(*value.Batch) error { return nil }

func TestACaptureEndsWithItsContextThoughTheServerStalls(t *testing.T) {
	s := sshd.Start(t)
	l, err := net.Listen("tcp", "127.0.0.1:0") // accepts and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		if c, err := l.Accept(); err == nil {
			cancel()
			defer c.Close()
			_, _ = io.Copy(io.Discard, c)
		}
	}()
	req := over(s, func(sftp map[string]any, _ map[string]string) { sftp["port"] = l.Addr().(*net.TCPAddr).Port })
	re := sdk.AsReadError(sdktest.Capture(ctx, req).Err)
	if re == nil || re.Reason != sdk.ReasonUnreachable {
		t.Errorf("answered by %+v", re)
	}
}

func TestAnUploadIsInFlightUntilItIsRenamedIntoPlace(t *testing.T) {
	s := sshd.Start(t)
	drop(t, s, "a.csv.filepart", "hal")
	inFlight := sdktest.Capture(context.Background(), over(s, nil))
	want := []value.Gap{{Kind: value.GapInFlight, Detail: "1 entry: under a temporary name"}}
	if d := cmp.Diff(want, inFlight.Trailer.Gaps); d != "" || len(paths(t, inFlight)) != 0 {
		t.Errorf("while it is uploaded: gaps (-want +got):\n%s", d)
	}
	drop(t, s, "a.csv.filepart", "half and half")
	if err := os.Rename(filepath.Join(s.Root, "a.csv.filepart"), filepath.Join(s.Root, "a.csv")); err != nil {
		t.Fatal(err)
	}
	done := sdktest.Capture(context.Background(), over(s, nil))
	if d := cmp.Diff([]string{"a.csv"}, paths(t, done)); d != "" || len(done.Trailer.Gaps) != 0 {
		t.Errorf("once it is in place: gaps %v, files (-want +got):\n%s", done.Trailer.Gaps, d)
	}
}
