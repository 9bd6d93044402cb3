package action

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// Request is one command to run.
type Request struct {
	// Argv is the command and its arguments, at least one.
	Argv []string
	// Env is the command's whole environment; see [Without].
	Env []string
	// Stdin, Stdout and Stderr become the command's own.
	Stdin, Stdout, Stderr *os.File
	// Signals are passed on to the command's process group. A second one
	// abandons the wait, not the command.
	Signals <-chan os.Signal
	// Grace is how long descendants may take to end after the command did.
	Grace time.Duration
}

// Result is how a command ended. The zero Result is one that did not end.
type Result struct {
	// NotStarted says why nothing was started; nil when something was.
	NotStarted error
	PID        int
	// Code is the exit status, or -1 when a signal ended the command.
	Code int
	// Killed is the signal that ended the command; 0 when none did.
	Killed syscall.Signal
	// Signalled is true when a signal was passed on while it ran.
	Signalled bool
	// Living are the processes that it left behind.
	Living []int
	// Blind is true where this system cannot tell what is left behind.
	Blind bool
	// Abandoned is true when the wait was given up by a second signal; the
	// command may still run.
	Abandoned bool
	Elapsed   time.Duration
}

// Run starts the command and waits until it has ended. Every answer is a
// Result: what the action came to is for the system of record to say.
func Run(req Request) Result {
	start := time.Now()
	res := run(req)
	res.Elapsed = time.Since(start)
	return res
}

func run(req Request) Result {
	path, err := exec.LookPath(req.Argv[0])
	if err != nil {
		return Result{NotStarted: err}
	}
	family := newFamily()
	term := openTerminal()
	defer term.close()
	proc, err := os.StartProcess(path, req.Argv, &os.ProcAttr{
		Env:   req.Env,
		Files: []*os.File{req.Stdin, req.Stdout, req.Stderr},
		Sys:   term.attributes(),
	})
	if err != nil {
		return Result{NotStarted: err}
	}
	w := waiter{pid: proc.Pid, term: term, signals: req.Signals}
	res := w.wait()
	if res.Abandoned {
		return res
	}
	term.reclaim()
	res.Living, res.Blind = family.living(req.Grace)
	return res
}

// waiter follows one command to its end.
type waiter struct {
	pid     int
	term    *terminal
	signals <-chan os.Signal
}

func (w *waiter) wait() Result {
	res := Result{PID: w.pid}
	changes := make(chan change, 1)
	next := make(chan struct{}, 1)
	go func() {
		for range next {
			changes <- awaitChange(w.pid)
		}
	}()
	defer close(next)
	next <- struct{}{}
	for {
		select {
		case sig := <-w.signals:
			if res.Signalled {
				res.Abandoned = true
				return res
			}
			res.Signalled = true
			w.pass(sig)
		case c := <-changes:
			if c == stopped {
				w.suspend()
				next <- struct{}{}
				continue
			}
			w.reap(&res)
			return res
		}
	}
}

// pass sends the signal to the command's group. A stopped command would not
// see it.
func (w *waiter) pass(sig os.Signal) {
	if s, ok := sig.(syscall.Signal); ok {
		_ = syscall.Kill(-w.pid, s)
		_ = syscall.Kill(-w.pid, syscall.SIGCONT)
	}
}

// suspend follows the command when the person stops it at the terminal: the
// shell gets its prompt back, and "fg" wakes both.
func (w *waiter) suspend() {
	if !w.term.owned() {
		return // stopped by somebody else, who will wake it
	}
	w.term.reclaim()
	woken := make(chan os.Signal, 1)
	signal.Notify(woken, syscall.SIGCONT)
	defer signal.Stop(woken)
	_ = syscall.Kill(0, syscall.SIGSTOP)
	<-woken
	if w.term.foreground() { // "fg"; with "bg" the shell keeps the terminal
		w.term.lend(w.pid)
	}
	_ = syscall.Kill(-w.pid, syscall.SIGCONT)
}

func (w *waiter) reap(res *Result) {
	var ws syscall.WaitStatus
	for {
		_, err := syscall.Wait4(w.pid, &ws, 0, nil)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			res.Code, res.Blind = -1, true
			return
		}
		break
	}
	res.Code = ws.ExitStatus()
	if ws.Signaled() {
		res.Code, res.Killed = -1, ws.Signal()
	}
}
