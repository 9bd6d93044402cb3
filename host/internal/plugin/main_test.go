package plugin

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"

	"go.uber.org/goleak"
)

// TestMain makes this test program a plugin, or a host, when it is started as
// one.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "be" {
		be(os.Args[2])
		return
	}
	if strings.HasPrefix(filepath.Base(os.Args[0]), FilePrefix) { // as a plugin of a catalogue
		sdk.Serve(scriptedAdapter{})
		return
	}
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/effectkit/effectkit/host/internal/plugin.serveStarts"))
}

// be behaves as a plugin that is well or badly made.
func be(mode string) {
	switch mode {
	case "well-made":
	case "printing":
		fmt.Println("Loading configuration…")
	case "wrong-version":
		fmt.Println("1|7|unix|/nowhere|grpc|")
		hang()
	case "wrong-core":
		fmt.Println("2|1|unix|/nowhere|grpc|")
		hang()
	case "netrpc":
		fmt.Printf("1|1|unix|%s|netrpc|\n", filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "x"))
		hang()
	case "silent":
		hang()
	case "long-line":
		fmt.Print(strings.Repeat("x", 1<<20))
		hang()
	case "dying":
		fmt.Fprintln(os.Stderr, "[ERROR] no license for hunter2")
		os.Exit(3)
	case "elsewhere":
		l, err := net.Listen("unix", filepath.Join(os.TempDir(), "s"))
		if err != nil {
			panic(err)
		}
		fmt.Printf("1|1|unix|%s|grpc|\n", l.Addr())
		hang()
	case "tcp":
		fmt.Println("1|1|tcp|127.0.0.1:1|grpc|")
		hang()
	case "stopping":
		l, err := net.Listen("unix", filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "s"))
		if err != nil {
			panic(err)
		}
		fmt.Printf("1|1|unix|%s|grpc|\n", l.Addr())
		hang()
	case "forking", "family":
		child := exec.Command("sleep", "600")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: mode == "forking"}
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintln(os.Stderr, "child", child.Process.Pid)
	case "deaf":
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	case "sql":
		sdk.Serve(sql.New())
		return
	case "host":
		beHost()
		return
	default:
		panic("no such mode: " + mode)
	}
	sdk.Serve(scriptedAdapter{})
}

// hang waits for ever without a runtime that calls it a deadlock.
func hang() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR1)
	<-c
}

// scriptedAdapter does what its section says.
type scriptedAdapter struct{}

func (scriptedAdapter) Describe() sdk.Description {
	return sdk.Description{Kind: "test-kind", Version: "1.2.3", Tier: 1, Schema: `{"type":"object"}`}
}

func (scriptedAdapter) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var section struct {
		Do string `json:"do"`
	}
	if err := cfg.Decode(&section); err != nil {
		return nil, err
	}
	return &scriptedInstance{do: section.Do, secret: cfg.Secret("/password_env")}, nil
}

type scriptedInstance struct{ do, secret string }

func (s *scriptedInstance) Capture(ctx context.Context, _ *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	row := func() error {
		return w.Record(sdk.Field{Name: "pid", Value: value.OfInt(int64(os.Getpid()))}, sdk.Field{Name: "text", Value: value.OfText(strings.Repeat("x", 1000))})
	}
	switch s.do {
	case "die":
		for range 5000 {
			if err := row(); err != nil {
				return err
			}
		}
		// As the runtime writes a panic: go-plugin has put a pipe of its own in
		// place of os.Stderr.
		_, _ = syscall.Write(2, []byte("the secret is "+s.secret+"\n"))
		os.Exit(3)
	case "hold on":
		if err := row(); err != nil {
			return err
		}
		hang()
	case "wait":
		if err := row(); err != nil {
			return err
		}
		<-ctx.Done()
		return ctx.Err()
	case "stop":
		if err := row(); err != nil {
			return err
		}
		time.Sleep(20 * time.Millisecond) // for the header to leave this process
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	case "flood":
		line := strings.Repeat("f", 1000) + "\n"
		for range 3_000 {
			fmt.Fprint(os.Stderr, line)
		}
	case "look around":
		return s.lookAround(w)
	}
	return row()
}

// lookAround reports what the plugin can see of its host.
func (s *scriptedInstance) lookAround(w *sdk.RecordWriter) error {
	var in [1]byte
	n, err := os.Stdin.Read(in[:])
	cwd, _ := os.Getwd()
	info, statErr := os.Stat(os.Getenv("HOME"))
	mode := ""
	if statErr == nil {
		mode = info.Mode().String()
	}
	return w.Record(
		sdk.Field{Name: "env", Value: value.OfText(strings.Join(os.Environ(), "\n"))},
		sdk.Field{Name: "stdin", Value: value.OfText(fmt.Sprint(n, err))},
		sdk.Field{Name: "cwd", Value: value.OfText(cwd)},
		sdk.Field{Name: "home", Value: value.OfText(mode)},
		sdk.Field{Name: "group", Value: value.OfBool(syscall.Getpgrp() == os.Getpid())},
	)
}

// beHost starts a plugin, says which process it is, and waits to be killed.
func beHost() {
	w, err := OpenWorkspace(os.Args[3])
	if err != nil {
		panic(err)
	}
	a, f := Launch(context.Background(), testIdentity, beImage("well-made"), Options{Workspace: w})
	if f != nil {
		panic(f)
	}
	in, f := a.Configure(context.Background(), []byte(`{}`), nil)
	if f != nil {
		panic(f)
	}
	var got sink
	if _, f := in.Capture(context.Background(), adapter.CaptureRequest{}, &got); f != nil {
		panic(f)
	}
	fmt.Println(got.text("pid"))
	hang()
}

var testIdentity = adapter.Identity{Kind: "test-kind", Digest: "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}

func beImage(mode string) *Image {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return &Image{path: self, argv: []string{self, "be", mode}}
}

// logged collects what is logged.
type logged struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func testOptions(t testing.TB) (Options, *logged) {
	t.Helper()
	w, err := OpenWorkspace("")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	log := &logged{}
	return Options{
		Workspace: w,
		Logger:    slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug - 4})),
		Scrub:     func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") },
		LookupEnv: func(name string) (string, bool) {
			text, ok := map[string]string{"PATH": os.Getenv("PATH"), "LC_ALL": "C", "AWS_SECRET_ACCESS_KEY": "canary", "TZ": "UTC"}[name]
			return text, ok
		},
	}, log
}

func launch(t testing.TB, mode string, o Options) (adapter.Adapter, *adapter.Failure) {
	t.Helper()
	a, f := Launch(context.Background(), testIdentity, beImage(mode), o)
	if f == nil {
		t.Cleanup(func() { _ = a.Close() })
	}
	return a, f
}

func configured(t testing.TB, a adapter.Adapter, do string) adapter.Instance {
	t.Helper()
	in, f := a.Configure(context.Background(), []byte(`{"do":"`+do+`"}`), map[string]string{"/password_env": "hunter2"})
	if f != nil {
		t.Fatal(f)
	}
	return in
}

// sink keeps what was read.
type sink struct {
	batches []*value.Batch
	begun   func() // called when the capture is under way
}

func (s *sink) Header(sdk.Header) error {
	if s.begun != nil {
		s.begun()
	}
	return nil
}

func (s *sink) Batch(b *value.Batch) error { s.batches = append(s.batches, b); return nil }

func (s *sink) text(field string) string {
	if len(s.batches) == 0 {
		return ""
	}
	return s.batches[0].Value(0, field).Text()
}

// cancelled begins a capture and cancels it when it is under way.
func cancelled(t *testing.T, in adapter.Instance) *adapter.Failure {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, f := in.Capture(ctx, adapter.CaptureRequest{}, &sink{begun: cancel})
	if f == nil || f.Ground != effect.Unreachable {
		t.Errorf("a cancelled capture: %v", f)
	}
	return f
}

// within fails a test that takes longer than the promise it is about.
func within(t *testing.T, limit time.Duration, what string, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); do() }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
		t.Fatalf("%s took longer than %s", what, limit)
	}
}
