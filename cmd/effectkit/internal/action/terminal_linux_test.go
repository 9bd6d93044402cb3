package action

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// atTerminal is the body of the process that the tests below start at a
// terminal of its own.
func atTerminal(script string) {
	res := Run(Request{
		Argv: []string{"sh", "-c", script}, Env: os.Environ(),
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	})
	t := openTerminal()
	fmt.Printf("\nthe command %s; foreground again: %v; done\n", res, t.owned())
}

// openPTY makes a pseudo terminal.
func openPTY(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { master.Close() })
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

func TestAtATerminal(t *testing.T) {
	tests := []struct {
		name, script string
		wait         string // what the command says first
		keys         string
		want         string
	}{
		{
			"the command reads what is typed",
			`echo ready; read line; echo "got $line"; test "$line" = hello`,
			"ready", "hello\n",
			"the command ended with status 0; foreground again: true; done",
		},
		{
			"Ctrl-C reaches the command alone",
			"echo ready; exec sleep 20",
			"ready", "\x03",
			"the command was killed by SIGINT; foreground again: true; done",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			master, slave := openPTY(t)
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "ACTION_TEST_AT_TERMINAL="+tt.script)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			slave.Close()
			defer cmd.Wait()
			r := bufio.NewReader(master)
			readUntil(t, r, tt.wait)
			if _, err := master.WriteString(tt.keys); err != nil {
				t.Fatal(err)
			}
			if got := readUntil(t, r, "done"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
