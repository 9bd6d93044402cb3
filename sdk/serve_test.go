package sdk

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/sdk/wire"
)

// TestMain makes this test program an adapter when it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		Serve(nobody{})
		return
	}
	os.Exit(m.Run())
}

type nobody struct{}

func (nobody) Describe() Description                               { return Description{Kind: "no-body", Tier: 1, Schema: "{}"} }
func (nobody) Configure(context.Context, Config) (Instance, error) { return nil, nil }

// served starts this program as an adapter.
func served(t *testing.T, env ...string) (cmd *exec.Cmd, stdout *bufio.Reader, lifeline *os.File) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self, "serve")
	cmd.Env = append(os.Environ(), env...)
	child, lifeline, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.ExtraFiles = []*os.File{child}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = child.Close()
	t.Cleanup(func() { _ = lifeline.Close(); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, bufio.NewReader(out), lifeline
}

func TestTheEndOfTheLifelineEndsTheProcess(t *testing.T) {
	cmd, out, lifeline := served(t, wire.CookieKey+"="+wire.CookieValue, wire.LifelineEnv+"=3", "PLUGIN_UNIX_SOCKET_DIR="+t.TempDir())
	if line, err := out.ReadString('\n'); err != nil || !strings.HasPrefix(line, "1|1|unix|") {
		t.Fatalf("handshake %q, %v", line, err)
	}
	_ = lifeline.Close() // the host is gone, however it went
	ended := make(chan struct{})
	go func() { defer close(ended); _, _ = io.Copy(io.Discard, out); _ = cmd.Wait() }()
	timer := time.NewTimer(2 * time.Second)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
		t.Fatal("it still runs two seconds later")
	}
}

func TestRunByHandAnAdapterSaysWhatItIs(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		env  []string
		want string
	}{
		{nil, "\"no-body\" is an effectkit adapter: a program that effectkit starts, not a person.\nName it under plugins: in a deployment, lock it with: effectkit adapters lock\n"},
		{[]string{wire.CookieKey + "=" + wire.CookieValue, wire.LifelineEnv + "=zero"}, "\"zero\" is no descriptor of a lifeline\n"},
		{[]string{wire.CookieKey + "=" + wire.CookieValue, wire.LifelineEnv + "=1"}, "\"1\" is no descriptor of a lifeline\n"},
	} {
		cmd := exec.Command(self, "serve")
		cmd.Env = append(os.Environ(), c.env...)
		var stderr strings.Builder
		cmd.Stderr = &stderr
		err := cmd.Run()
		if cmd.ProcessState.ExitCode() != 64 || stderr.String() != c.want {
			t.Errorf("%v: %v\n%s", c.env, err, stderr.String())
		}
	}
}
