package plugin

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"
)

func TestAPluginThatDoesNotStartSaysWhy(t *testing.T) {
	const name = `"test-kind" (sha256:0123456789ab): start: `
	for _, c := range []struct{ mode, want string }{
		{"printing", `it wrote "Loading configuration…" to standard output, where the handshake comes first: an adapter writes nothing there (log to standard error instead)`},
		{"wrong-version", `it speaks version 7 of the adapter contract, this host version 1: build it against an sdk of that version`},
		{"wrong-core", `its handshake is of core version 2, not 1`},
		{"netrpc", `it speaks "netrpc", not gRPC`},
		{"silent", `it did not shake hands within 300ms`},
		{"stopping", `it did not shake hands within 300ms`},
		{"dying", "it exited with status 3 before the handshake; it said last:\n  [ERROR] no license for ***"},
		{"elsewhere", `its address is not a socket in the directory that was made for it`},
		{"tcp", `its address is not a socket in the directory that was made for it`},
	} {
		t.Run(c.mode, func(t *testing.T) {
			o, _ := testOptions(t)
			o.StartTimeout = 300 * time.Millisecond
			if c.mode != "silent" && c.mode != "stopping" {
				o.StartTimeout = 10 * time.Second
			}
			_, f := launch(t, c.mode, o)
			if f == nil || f.Ground != effect.AdapterFailed || f.Detail != name+c.want {
				t.Errorf("got  %v\nwant %s", f, name+c.want)
			}
		})
	}
}

func TestAFirstLineWithoutAnEndIsCutAndQuoted(t *testing.T) {
	o, _ := testOptions(t)
	_, f := launch(t, "long-line", o)
	if f == nil || !strings.Contains(f.Detail, `it wrote "`+strings.Repeat("x", 120)+`…" to standard output`) {
		t.Errorf("got %v", f)
	}
}

func TestAPluginInheritsNothing(t *testing.T) {
	o, _ := testOptions(t)
	a, f := launch(t, "well-made", o)
	if f != nil {
		t.Fatal(f)
	}
	var got sink
	if _, f := configured(t, a, "look around").Capture(t.Context(), adapter.CaptureRequest{}, &got); f != nil {
		t.Fatal(f)
	}
	allowed := regexp.MustCompile(`^(PATH|LC_ALL|TZ|HOME|TMPDIR|EFFECTKIT_ADAPTER|EFFECTKIT_LIFELINE_FD|PLUGIN_\w+)=|^[A-Za-z0-9+/=-]+|^$`)
	for _, kv := range strings.Split(got.text("env"), "\n") {
		if !allowed.MatchString(kv) {
			t.Errorf("the environment holds %q", kv)
		}
	}
	if env := got.text("env"); strings.Contains(env, "canary") || !strings.Contains(env, "LC_ALL=C") || !strings.Contains(env, "\nHOME="+got.text("cwd")) {
		t.Errorf("environment %s", env)
	}
	if got.text("stdin") != "0 EOF" || got.text("home") != "drwx------" || got.text("group") != "true" {
		t.Errorf("stdin %s, home %s, own group %s", got.text("stdin"), got.text("home"), got.text("group"))
	}
	_ = a.Close()
	if _, err := os.Stat(got.text("cwd")); !os.IsNotExist(err) {
		t.Errorf("its home is still there: %v", err)
	}
}

func TestACrashIsThatCallsGroundAndTheNextCallsStartAnew(t *testing.T) {
	o, log := testOptions(t)
	a, f := launch(t, "well-made", o)
	if f != nil {
		t.Fatal(f)
	}
	dies, lives := configured(t, a, "die"), configured(t, a, "")
	var first, second sink
	if _, f := lives.Capture(t.Context(), adapter.CaptureRequest{}, &first); f != nil {
		t.Fatal(f)
	}
	_, f = dies.Capture(t.Context(), adapter.CaptureRequest{}, &sink{})
	const want = `"test-kind" (1.2.3, sha256:0123456789ab): capture: it exited with status 3 during the call; it said last:` + "\n  the secret is ***"
	if f == nil || f.Ground != effect.AdapterFailed || f.Detail != want {
		t.Errorf("got  %v\nwant %s", f, want)
	}
	if _, f := lives.Capture(t.Context(), adapter.CaptureRequest{}, &second); f != nil {
		t.Fatal(f)
	}
	if first.text("pid") == "" || first.text("pid") == second.text("pid") {
		t.Errorf("processes %s and %s", first.text("pid"), second.text("pid"))
	}
	if strings.Contains(log.String(), "hunter2") {
		t.Error("a secret was logged")
	}
}

func TestRepeatedCrashesOpenACircuitThatSaysSo(t *testing.T) {
	o, _ := testOptions(t)
	now := time.Unix(0, 0)
	o.Now = func() time.Time { return now }
	a, f := launch(t, "well-made", o)
	if f != nil {
		t.Fatal(f)
	}
	dies := configured(t, a, "die")
	for range breakerCrashes {
		if _, f := dies.Capture(t.Context(), adapter.CaptureRequest{}, &sink{}); f == nil || !strings.Contains(f.Detail, "status 3") {
			t.Fatal(f)
		}
	}
	_, f = dies.Capture(t.Context(), adapter.CaptureRequest{}, &sink{})
	const want = `"test-kind" (sha256:0123456789ab): start: it ended 3 times within 1m0s and is not started again for 1m0s; the last time it exited with status 3 during the call; it said last:` + "\n  the secret is ***"
	if f == nil || f.Ground != effect.AdapterFailed || f.Detail != want {
		t.Errorf("got  %v\nwant %s", f, want)
	}
	now = now.Add(breakerWindow)
	if _, f := dies.Capture(t.Context(), adapter.CaptureRequest{}, &sink{}); f == nil || !strings.Contains(f.Detail, "capture: it exited with status 3") {
		t.Errorf("after the window: %v", f)
	}
}

func TestAFloodOnStandardErrorIsLimitedAndStopsNothing(t *testing.T) {
	o, log := testOptions(t)
	now := time.Unix(0, 0)
	o.Now = func() time.Time { return now }
	a, f := launch(t, "well-made", o)
	if f != nil {
		t.Fatal(f)
	}
	if _, f := configured(t, a, "flood").Capture(t.Context(), adapter.CaptureRequest{}, &sink{}); f != nil {
		t.Fatal(f)
	}
	_ = a.Close()
	if n := strings.Count(log.String(), "ffff"); len(log.String()) > 2*logRate || n == 0 {
		t.Errorf("%d bytes were logged", len(log.String()))
	}
	if !strings.Contains(log.String(), "lines dropped: more than 1048576 bytes in a second") {
		t.Error("nobody says that lines were dropped")
	}
}

func TestACaptureThatIgnoresItsCancellationFailsNoOther(t *testing.T) {
	o, log := testOptions(t)
	o.Adapter.Grace = 20 * time.Millisecond
	o.DrainTimeout = 100 * time.Millisecond
	a, f := launch(t, "well-made", o)
	if f != nil {
		t.Fatal(f)
	}
	stuck, waits, fine := configured(t, a, "hold on"), configured(t, a, "wait"), configured(t, a, "")
	var old sink
	if _, f := fine.Capture(t.Context(), adapter.CaptureRequest{}, &old); f != nil {
		t.Fatal(f)
	}
	other, begun := make(chan *adapter.Failure, 1), make(chan struct{})
	go func() {
		_, f := waits.Capture(context.Background(), adapter.CaptureRequest{}, &sink{begun: func() { close(begun) }})
		other <- f
	}()
	<-begun
	cancelled(t, stuck)
	within(t, 10*time.Second, "a fresh process", func() {
		for {
			var got sink
			if _, f := fine.Capture(t.Context(), adapter.CaptureRequest{}, &got); f != nil {
				t.Error(f)
				return
			}
			if got.text("pid") != old.text("pid") {
				return
			}
		}
	})
	within(t, 10*time.Second, "the end of the old process", func() {
		if f := <-other; f == nil || f.Ground != effect.AdapterFailed {
			t.Errorf("the other call of the old process: %v", f)
		}
	})
	if !strings.Contains(log.String(), "a plugin holds on to a capture that was cancelled") {
		t.Error("nobody says so")
	}
}

func TestACaptureThatEndsWhenCancelledKeepsItsProcess(t *testing.T) {
	o, log := testOptions(t)
	a, f := launch(t, "well-made", o)
	if f != nil {
		t.Fatal(f)
	}
	waits, fine := configured(t, a, "wait"), configured(t, a, "")
	cancelled(t, waits)
	if _, f := fine.Capture(t.Context(), adapter.CaptureRequest{}, &sink{}); f != nil {
		t.Fatal(f)
	}
	_ = a.Close()
	if strings.Contains(log.String(), "holds on") {
		t.Error(log.String())
	}
}

func TestCloseEndsWithinFourSeconds(t *testing.T) {
	const promise = 4 * time.Second
	t.Run("well-made", func(t *testing.T) {
		o, _ := testOptions(t)
		a, f := launch(t, "well-made", o)
		if f != nil {
			t.Fatal(f)
		}
		within(t, promise, "Close", func() { _ = a.Close() })
	})
	t.Run("deaf to signals and holding on", func(t *testing.T) {
		o, _ := testOptions(t)
		a, f := launch(t, "deaf", o)
		if f != nil {
			t.Fatal(f)
		}
		cancelled(t, configured(t, a, "hold on"))
		within(t, promise, "Close", func() { _ = a.Close() })
	})
	t.Run("stopped", func(t *testing.T) {
		o, _ := testOptions(t)
		a, f := launch(t, "well-made", o)
		if f != nil {
			t.Fatal(f)
		}
		cancelled(t, configured(t, a, "stop"))
		within(t, promise, "Close", func() { _ = a.Close() })
	})
	t.Run("with a grandchild that holds its pipes", func(t *testing.T) {
		o, log := testOptions(t)
		a, f := launch(t, "forking", o)
		if f != nil {
			t.Fatal(f)
		}
		within(t, promise, "Close", func() { _ = a.Close() })
		_ = syscall.Kill(childOf(t, log), syscall.SIGKILL)
	})
	t.Run("with a child in its group, which ends with it", func(t *testing.T) {
		o, log := testOptions(t)
		a, f := launch(t, "family", o)
		if f != nil {
			t.Fatal(f)
		}
		gone := watchPID(t, childOf(t, log))
		within(t, promise, "Close and the end of the child", func() { _ = a.Close(); gone() })
	})
	t.Run("while it starts", func(t *testing.T) {
		o, _ := testOptions(t)
		s := &supervisor{identity: testIdentity, image: beImage("silent"), opts: o.withDefaults(), all: map[*running]struct{}{}, breaker: breaker{now: time.Now}}
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, f := s.Acquire(ctx); f == nil || f.Ground != effect.Unreachable {
			t.Error(f)
		}
		within(t, promise, "Close", func() { _ = s.Close() })
	})
}

// childOf is the pid of the child that a plugin said it has.
func childOf(t *testing.T, log *logged) int {
	t.Helper()
	var m []string
	within(t, 10*time.Second, "a line of the log", func() {
		for said := regexp.MustCompile(`child (\d+)`); m == nil; m = said.FindStringSubmatch(log.String()) {
			time.Sleep(time.Millisecond) // another goroutine reads what the plugin wrote
		}
	})
	pid, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func TestAClosedPluginRefuses(t *testing.T) {
	o, _ := testOptions(t)
	a, f := launch(t, "well-made", o)
	if f != nil {
		t.Fatal(f)
	}
	in := configured(t, a, "")
	_ = a.Close()
	_ = a.Close()
	if _, f := in.Capture(t.Context(), adapter.CaptureRequest{}, &sink{}); f == nil || f.Detail != `"test-kind" (sha256:0123456789ab): start: it was closed` {
		t.Errorf("got %v", f)
	}
}

func TestNoPluginOutlivesAHostThatWasKilled(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	base, err := os.MkdirTemp("/tmp", "")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(base)
	host := exec.Command(self, "be", "host", base)
	host.Stderr = os.Stderr
	out, err := host.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := host.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	pid, atoiErr := strconv.Atoi(strings.TrimSpace(line))
	if err != nil || atoiErr != nil {
		_ = host.Process.Kill()
		t.Fatalf("the host said %q: %v", line, err)
	}
	gone := watchPID(t, pid)
	if err := host.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = host.Wait()
	within(t, 2*time.Second, "the end of its plugin", func() { gone() })

	if entries, _ := os.ReadDir(base); len(entries) != 1 {
		t.Errorf("%d entries were left", len(entries))
	}
	w, err := OpenWorkspace(base)
	if err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(base); len(entries) != 1 {
		t.Errorf("what a dead host left was not swept: %v", entries)
	}
	_ = w.Close()
}
