package action

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if script := os.Getenv("ACTION_TEST_AT_TERMINAL"); script != "" {
		atTerminal(script)
		return
	}
	os.Exit(m.Run())
}

// start runs a shell script and gives its output and its result.
func start(t *testing.T, script string, signals <-chan os.Signal) (Result, string) {
	t.Helper()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	res := Run(Request{
		Argv: []string{"sh", "-c", script}, Env: os.Environ(),
		Stdin: null, Stdout: out, Stderr: out, Signals: signals,
	})
	text, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return res, strings.TrimSpace(string(text))
}

func TestHowACommandEnds(t *testing.T) {
	tests := []struct {
		name, script string
		says         string
		ended        bool
	}{
		{"well", "exit 0", "ended with status 0", true},
		{"with a failure of its own", "exit 7", "ended with status 7", true},
		{"cut short by timeout(1)", "exit 124", "ended with status 124", false},
		{"after a shell's child was killed", "exit 137", "ended with status 137", false},
		{"killed", "kill -KILL $$", "was killed by SIGKILL", false},
		{"not found by the shell", "exit 127", "ended with status 127", true},
		{"after waiting for its child", "sleep 0.01 & wait", "ended with status 0", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, _ := start(t, tt.script, nil)
			if res.String() != tt.says {
				t.Errorf("it %s, want %s", res, tt.says)
			}
			if res.Ended() != tt.ended || (res.Doubt() == "") != tt.ended {
				t.Errorf("Ended() = %v, Doubt() = %q", res.Ended(), res.Doubt())
			}
		})
	}
}

func TestExitStatus127OfAShellIsNotANonStart(t *testing.T) {
	if res, _ := start(t, "no-such-command-anywhere", nil); res.NotStarted != nil || res.Code != 127 {
		t.Errorf("got %+v", res)
	}
}

func TestACommandThatIsNotThereWasNotStarted(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "not-executable")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(dir, "bad-interpreter")
	if err := os.WriteFile(bad, []byte("#!/no/such/interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"no-such-command-anywhere": "was not started: executable file not found in $PATH",
		script:                     "was not started: permission denied",
		bad:                        "was not started: no such file or directory",
	} {
		res := Run(Request{Argv: []string{name}, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr})
		if res.String() != want || !res.Ended() {
			t.Errorf("%s: it %s, want %s", filepath.Base(name), res, want)
		}
	}
}

func TestADetachedDescendantIsSeen(t *testing.T) {
	// setsid leaves the group and the session; its parent has ended long before.
	res, out := start(t, "(setsid sleep 20 >/dev/null 2>&1 & echo $!)", nil)
	pid, err := strconv.Atoi(out)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(pid, syscall.SIGKILL)
	if len(res.Living) != 1 || res.Living[0] != pid || res.Ended() {
		t.Errorf("living %v, want [%d]", res.Living, pid)
	}
	if want := "process " + out + ", which it started, still runs"; res.Doubt() != want {
		t.Errorf("Doubt() = %q, want %q", res.Doubt(), want)
	}
}

func TestAPluginOfTheHostIsNoDescendant(t *testing.T) {
	plugin := exec.Command("sleep", "60")
	if err := plugin.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { plugin.Process.Kill(); plugin.Wait() }()
	restarted := func() *exec.Cmd {
		cmd := exec.Command("sleep", "60")
		cmd.Env = append(os.Environ(), lifeline+"=3")
		if err := cmd.Start(); err != nil {
			t.Error(err)
		}
		return cmd
	}
	f := newFamily()
	again := restarted()
	defer func() { again.Process.Kill(); again.Wait() }()
	// The mark is there only once the child has replaced its image.
	if pids, blind := f.living(5 * time.Second); len(pids) != 0 || blind {
		t.Errorf("living %v, blind %v", pids, blind)
	}
}

func TestGraceEndsWhenTheLastDescendantDoes(t *testing.T) {
	f := newFamily()
	child := exec.Command("true")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	if pids, blind := f.living(time.Minute); len(pids) != 0 || blind {
		t.Errorf("living %v, blind %v", pids, blind)
	}
}

func TestASignalReachesTheWholeGroup(t *testing.T) {
	signals := make(chan os.Signal, 1)
	signals <- syscall.SIGTERM
	// The shell ignores it and waits; its child does not.
	res, _ := start(t, "trap : TERM; sleep 20 & wait; wait; exit 3", signals)
	if !res.Signalled || res.Code != 3 && res.Killed != syscall.SIGTERM {
		t.Errorf("got %+v", res)
	}
	if res.Ended() || res.Doubt() != "it was cut short, and what it had under way may still land" {
		t.Errorf("Doubt() = %q", res.Doubt())
	}
}

func TestASecondSignalAbandonsTheWait(t *testing.T) {
	signals := make(chan os.Signal, 2)
	signals <- syscall.SIGINT
	signals <- syscall.SIGINT
	res, _ := start(t, "trap '' INT; exec sleep 20", signals)
	defer func() {
		syscall.Kill(res.PID, syscall.SIGKILL)
		syscall.Wait4(res.PID, nil, 0, nil)
	}()
	if !res.Abandoned || res.Ended() || res.Doubt() != "it may still run" {
		t.Errorf("got %+v", res)
	}
}

func TestEnvironment(t *testing.T) {
	env := []string{"PATH=/bin", "DB_PASSWORD=x", "DB_PASSWORD_2=y", "TOKEN=a=b", "EMPTY=", lifeline + "=3"}
	got := Without(env, []string{"DB_PASSWORD", "TOKEN", "EMPTY"}, []string{"TOKEN"})
	if want := "PATH=/bin DB_PASSWORD_2=y TOKEN=a=b"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestParseStat(t *testing.T) {
	tests := []struct {
		name, stat string
		state      byte
		parent     int
	}{
		{"a plain name", "7 (sleep) S 3 7 7 0", 'S', 3},
		{"a name with a parenthesis and spaces", "7 (a) Z 1 (b) R 42 7", 'R', 42},
		{"cut off", "7 (sleep) S", 0, 0},
		{"no name", "7 S 3", 0, 0},
		{"a parent that is no number", "7 (x) S y", 0, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if state, parent := parseStat([]byte(tt.stat)); state != tt.state || parent != tt.parent {
				t.Errorf("got %q, %d", state, parent)
			}
		})
	}
}

func TestDoubtOfSeveral(t *testing.T) {
	r := Result{PID: 1, Living: []int{5, 6}}
	if want := "2 processes that it started still run, process 5 among them"; r.Doubt() != want {
		t.Errorf("got %q", r.Doubt())
	}
	if r := (Result{PID: 1, Blind: true}); r.Ended() || r.Doubt() == "" {
		t.Error("a blind system claims to have seen the end")
	}
	if (Result{}).Ended() {
		t.Error("the zero Result has ended")
	}
	if !errors.Is(Result{NotStarted: exec.ErrNotFound}.NotStarted, exec.ErrNotFound) {
		t.Error("the cause is lost")
	}
}

// readUntil reads lines until one ends in suffix.
func readUntil(t *testing.T, r *bufio.Reader, suffix string) string {
	t.Helper()
	for {
		line, err := r.ReadString('\n')
		if line = strings.TrimSpace(line); strings.HasSuffix(line, suffix) {
			return line
		}
		if err != nil {
			t.Fatalf("the terminal closed before %q: %v", suffix, err)
		}
	}
}
