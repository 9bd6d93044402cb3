package host

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"

	"go.uber.org/goleak"
	"google.golang.org/grpc/stats"
)

// TestMain makes this test program a plugin when it is started as one, and
// otherwise sees that no goroutine is left.
func TestMain(m *testing.M) {
	name := filepath.Base(os.Args[0])
	switch {
	case len(os.Args) > 2 && os.Args[1] == "adapter": // isolate: true
		sdk.Serve(fileTable{kind: os.Args[2]})
	case strings.HasPrefix(name, "effectkit-adapter-"):
		sdk.Serve(fileTable{kind: strings.TrimPrefix(name, "effectkit-adapter-")})
	default:
		goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/effectkit/effectkit/host/internal/plugin.serveStarts"))
	}
}

// fileTable is an adapter that a process of its own can serve: a table in a
// JSON file.
type fileTable struct{ kind string }

func (f fileTable) Describe() sdk.Description {
	return sdk.Description{Kind: f.kind, Version: "1", Title: "a table in a file", Tier: 1, Schema: `{
		"type":"object","required":["path"],"additionalProperties":false,"properties":{"path":{"type":"string"}}}`}
}

func (f fileTable) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var c struct {
		Path string `json:"path"`
	}
	return fileReader{&c.Path}, cfg.Decode(&c)
}

type fileReader struct{ path *string }

func (f fileReader) Capture(_ context.Context, _ *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	text, err := os.ReadFile(*f.path)
	if err != nil {
		return sdk.Unreachable("the file is not there")
	}
	var rows []map[string]string
	if err := json.Unmarshal(text, &rows); err != nil {
		return sdk.Unreachable("the file is not a list of records")
	}
	for _, r := range rows {
		if err := w.Record(sdk.Field{Name: "id", Value: value.OfText(r["id"])}, sdk.Field{Name: "ref", Value: value.OfText(r["ref"])}); err != nil {
			return err
		}
	}
	return nil
}

// self copies this test program, as a plugin's program of that name.
func self(t *testing.T, dir, name string) string {
	t.Helper()
	me, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(me)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, text, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// outOfProcess runs one step against a file table of a deployment, whose file
// the action writes.
func outOfProcess(t *testing.T, d *Deployment, table string, o Options) (Outcome, error) {
	t.Helper()
	write := func(text string) {
		if err := os.WriteFile(table, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`[{"id":"1","ref":"A-1"}]`)
	o.LookupEnv = func(string) (string, bool) { return "", false }
	h, err := Open(t.Context(), d, o)
	if err != nil {
		return Outcome{}, err
	}
	defer h.Close()
	s := begin(t, h, bundle(t, "version: 1\nsteps:\n  - effects: [{kind: exact_new_set, match: {}, new_records: [{ref: A-17}], expected_count: 1}]\n"), nil)
	s.ActionStarted()
	write(`[{"id":"1","ref":"A-1"},{"id":"2","ref":"A-17"}]`)
	return s.Verify(t.Context(), VerifyRequest{ActorEnded: true})
}

// vendor is a deployment that reads with a plugin, in a folder of its own.
func vendor(t *testing.T) (d *Deployment, dir, table string) {
	t.Helper()
	dir = t.TempDir()
	self(t, dir, "effectkit-adapter-acme-table")
	table = filepath.Join(t.TempDir(), "table.json")
	text := "version: 1\neffects: {kind: acme-table, path: " + table + ", settle: {settle_s: 0}}\nplugins: [.]\n"
	file := filepath.Join(dir, "deployment.yaml")
	d, err := ParseDeployment(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return d, dir, table
}

func TestAPluginIsLockedBeforeItRuns(t *testing.T) {
	d, dir, table := vendor(t)
	_, err := outOfProcess(t, d, table, Options{})
	if r := AsRefusal(err); r == nil || !r.Has(CodePlugin) || !strings.Contains(err.Error(), "effectkit adapters lock") {
		t.Fatalf("a plugin that nobody locked: %v", err)
	}
	locked, err := LockPlugins(t.Context(), LockRequest{Deployment: d})
	if err != nil || len(locked.Plugins) != 1 || locked.Plugins[0].Problem != "" || !locked.Plugins[0].Changed {
		t.Fatalf("%+v, %v", locked, err)
	}
	out, err := outOfProcess(t, d, table, Options{})
	if err != nil || !out.Proceed() {
		t.Fatalf("%+v, %v", out, err)
	}
	reader := out.Effects[0].Reader
	if reader.Kind != "acme-table" || reader.Digest != locked.Plugins[0].Digest || reader.Assurance != Locked {
		t.Errorf("reader %+v", reader)
	}
	f, err := os.OpenFile(filepath.Join(dir, "effectkit-adapter-acme-table"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = f.WriteString("altered")
	_ = f.Close()
	_, err = outOfProcess(t, d, table, Options{})
	if r := AsRefusal(err); r == nil || !r.Has(CodePlugin) || !strings.Contains(err.Error(), "differs from the lock") {
		t.Errorf("a plugin that was altered: %v", err)
	}
}

func TestOneBadPluginDisablesItselfAlone(t *testing.T) {
	d, dir, table := vendor(t)
	if err := os.WriteFile(filepath.Join(dir, "effectkit-adapter-acme-bad"), []byte("#!/bin/sh\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := LockPlugins(t.Context(), LockRequest{Deployment: d}); err != nil {
		t.Fatal(err)
	}
	if out, err := outOfProcess(t, d, table, Options{}); err != nil || !out.Proceed() {
		t.Errorf("%+v, %v", out, err)
	}
	list, err := ListAdapters(t.Context(), ListRequest{Deployment: d, Start: true})
	if err != nil {
		t.Fatal(err)
	}
	usable := map[string]bool{}
	for _, a := range list {
		usable[a.Kind] = a.Disabled == ""
	}
	if !usable["acme-table"] || usable["acme-bad"] || len(list) < 3 { // the deployment's own files are strays
		t.Errorf("%+v", list)
	}
}

func TestADevelopmentPluginIsLoudAndRefusedUnderAPolicy(t *testing.T) {
	d, dir, table := vendor(t)
	o := Options{DevPlugins: map[string]string{"acme-table": filepath.Join(dir, "effectkit-adapter-acme-table")}}
	out, err := outOfProcess(t, d, table, o)
	if err != nil || !out.Proceed() {
		t.Fatalf("%+v, %v", out, err)
	}
	if out.Effects[0].Reader.Assurance != Unverified || len(out.Notices) == 0 || out.Notices[0].Code != "unverified_plugin" {
		t.Errorf("reader %+v, notices %+v", out.Effects[0].Reader, out.Notices)
	}
	d.file.Policy.Enforce = true
	_, err = outOfProcess(t, d, table, o)
	if r := AsRefusal(err); r == nil || !r.Has(CodePolicy) || !strings.Contains(err.Error(), "development plugin") {
		t.Errorf("under an enforcing policy: %v", err)
	}
}

func TestAPluginThatRunsAlreadyIsReadThroughItsSocket(t *testing.T) {
	d, dir, table := vendor(t)
	socket := filepath.Join(t.TempDir(), "s")
	cmd := exec.Command(filepath.Join(dir, "effectkit-adapter-acme-table"))
	cmd.Env = append(os.Environ(), "EFFECTKIT_LISTEN="+socket)
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	line, err := bufio.NewReader(said).ReadString('\n')
	if want := "acme-table waits; start effectkit with: --dev-plugin acme-table=" + socket + "\n"; err != nil || line != want {
		t.Fatalf("it says %q, %v", line, err)
	}
	if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket is %v, %v", info, err)
	}

	o := Options{DevPlugins: map[string]string{"acme-table": socket}}
	for range 2 { // it outlives the host
		out, err := outOfProcess(t, d, table, o)
		if err != nil || !out.Proceed() {
			t.Fatalf("%+v, %v", out, err)
		}
		if out.Effects[0].Reader.Assurance != Unverified || len(out.Notices) == 0 || out.Notices[0].Code != "unverified_plugin" {
			t.Errorf("reader %+v, notices %+v", out.Effects[0].Reader, out.Notices)
		}
	}
	d.file.Policy.Enforce = true
	if _, err = outOfProcess(t, d, table, o); !AsRefusal(err).Has(CodePolicy) {
		t.Errorf("under an enforcing policy: %v", err)
	}
	d.file.Policy.Enforce = false

	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("terminated, it ends with %v", err)
	}
	if _, err := os.Stat(socket); !os.IsNotExist(err) {
		t.Errorf("it leaves its socket: %v", err)
	}
	if _, err = outOfProcess(t, d, table, o); !AsRefusal(err).Has(CodePlugin) {
		t.Errorf("with nobody there: %v", err)
	}
}

func TestABuiltInRunsIsolated(t *testing.T) {
	table := filepath.Join(t.TempDir(), "table.json")
	d, err := ParseDeployment("deployment.yaml", []byte("version: 1\neffects: {kind: sql, isolate: true, path: "+table+", settle: {settle_s: 0}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := outOfProcess(t, d, table, Options{Builtins: []sdk.Adapter{fileTable{kind: "sql"}}})
	if err != nil || !out.Proceed() || !out.Effects[0].Reader.Isolated {
		t.Errorf("%+v, %v", out, err)
	}
	_, err = outOfProcess(t, d, table, Options{Builtins: []sdk.Adapter{fileTable{kind: "sql"}}, Self: "/none"})
	if r := AsRefusal(err); r == nil || !r.Has(CodePlugin) || !strings.Contains(err.Error(), "cannot be isolated") {
		t.Errorf("without a program to start: %v", err)
	}
}

// calls counts the calls that it is told of, by method.
type calls struct {
	mu sync.Mutex
	of map[string]int
}

func (c *calls) TagRPC(ctx context.Context, info *stats.RPCTagInfo) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.of[path.Base(info.FullMethodName)]++
	return ctx
}
func (*calls) HandleRPC(context.Context, stats.RPCStats)                         {}
func (*calls) TagConn(ctx context.Context, _ *stats.ConnTagInfo) context.Context { return ctx }
func (*calls) HandleConn(context.Context, stats.ConnStats)                       {}

func TestEveryCallToAnAdapterIsObserved(t *testing.T) {
	for name, isolate := range map[string]string{"in this process": "false", "in a process of its own": "true"} {
		t.Run(name, func(t *testing.T) {
			table := filepath.Join(t.TempDir(), "table.json")
			d, err := ParseDeployment("deployment.yaml", []byte("version: 1\neffects: {kind: sql, isolate: "+isolate+", path: "+table+", settle: {settle_s: 0}}\n"))
			if err != nil {
				t.Fatal(err)
			}
			seen := &calls{of: map[string]int{}}
			out, err := outOfProcess(t, d, table, Options{Builtins: []sdk.Adapter{fileTable{kind: "sql"}}, Stats: seen})
			if err != nil {
				t.Fatal(err)
			}
			seen.mu.Lock()
			defer seen.mu.Unlock()
			if seen.of["Describe"] == 0 || seen.of["Configure"] != 1 || seen.of["Capture"] != out.Reads+1 {
				t.Errorf("%d reads; observed %v", out.Reads, seen.of)
			}
		})
	}
}
