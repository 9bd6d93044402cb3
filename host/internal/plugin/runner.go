package plugin

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/effectkit/effectkit/sdk/wire"
)

// lifelineVar tells a plugin where its lifeline is: the first descriptor behind
// the standard three.
const lifelineVar = wire.LifelineEnv + "=3"

// pipeGrace is how long the pipes of a process that has ended are still read.
// A grandchild that holds them must not hold the host.
const pipeGrace = 200 * time.Millisecond

// runner is one process, in the form that go-plugin asks for. go-plugin's own
// sets standard input to the host's, ignores where sockets should be, and waits
// for pipes that a grandchild may hold for ever.
type runner struct {
	name      string
	image     *Image
	env       []string // from here to socketDir: set before Start
	home      string
	socketDir string
	said      *said // standard error, and standard output behind the handshake

	lifeline *os.File // the host's end
	stdout   *os.File
	stderr   *os.File
	first    *firstLine
	readers  sync.WaitGroup

	killMu  sync.Mutex
	process *os.Process
	killed  bool // before it was started
	reaped  bool
	dead    chan struct{} // closed when the process has ended
	exited  chan struct{} // closed when it was reaped and its pipes were read
	state   *os.ProcessState
}

func newRunner(name string, image *Image, home string, said *said) *runner {
	return &runner{
		name: name, image: image, home: home, said: said,
		first: newFirstLine(), dead: make(chan struct{}), exited: make(chan struct{}),
	}
}

// Start starts the process and its readers.
func (r *runner) Start(context.Context) (err error) {
	var child []*os.File
	defer func() {
		for _, f := range child {
			_ = f.Close()
		}
		if err != nil {
			r.closeOwn()
		}
	}()
	null, err := os.Open(os.DevNull)
	if err != nil {
		return err
	}
	child = append(child, null)
	stdout, err := r.pipeTo(&r.stdout)
	if err != nil {
		return err
	}
	child = append(child, stdout)
	stderr, err := r.pipeTo(&r.stderr)
	if err != nil {
		return err
	}
	child = append(child, stderr)
	lifeline, own, err := os.Pipe()
	if err != nil {
		return err
	}
	r.lifeline = own
	child = append(child, lifeline)
	if err := r.launch(child); err != nil {
		return err
	}
	r.readers.Go(r.readStdout)
	r.readers.Go(func() { copyTo(r.said.stream(), r.stderr) })
	go r.wait()
	return nil
}

// launch starts the program, unless it was killed before that.
func (r *runner) launch(child []*os.File) (err error) {
	r.killMu.Lock()
	defer r.killMu.Unlock()
	if r.killed {
		return errors.New("stopped before it was started")
	}
	r.process, err = r.image.start(&os.ProcAttr{Dir: r.image.dir(r.home), Env: r.env, Files: child, Sys: childAttr()})
	return err
}

// pipeTo makes a pipe whose reading end stays here.
func (r *runner) pipeTo(own **os.File) (child *os.File, err error) {
	*own, child, err = os.Pipe()
	return child, err
}

func (r *runner) closeOwn() {
	for _, f := range []*os.File{r.lifeline, r.stdout, r.stderr} {
		if f != nil {
			_ = f.Close()
		}
	}
}

// wait sees the process to its end: its whole group is killed while its pid
// cannot be anybody else's, then it is reaped, then its pipes are let go.
func (r *runner) wait() {
	waitExit(r.process.Pid)
	close(r.dead)
	r.killMu.Lock()
	r.killGroup()
	r.reaped = true
	r.killMu.Unlock()
	r.state, _ = r.process.Wait()
	soon := time.Now().Add(pipeGrace)
	_ = r.stdout.SetReadDeadline(soon)
	_ = r.stderr.SetReadDeadline(soon)
	r.readers.Wait()
	r.closeOwn()
	r.said.flush()
	r.first.end()
	close(r.exited)
}

// readStdout hands the first line to go-plugin and what follows to the log:
// nothing of it may block the plugin.
func (r *runner) readStdout() {
	in := bufio.NewReaderSize(r.stdout, maxHandshake)
	line, err := in.ReadSlice('\n')
	r.first.set(line)
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
		return
	}
	copyTo(r.said.stream(), in)
}

func copyTo(to io.Writer, from io.Reader) {
	_, _ = io.Copy(to, from) // ends with the pipe, or its deadline
}

// Kill kills the whole group. It may be called at any time.
func (r *runner) Kill(context.Context) error {
	r.killMu.Lock()
	defer r.killMu.Unlock()
	r.killed = true
	if r.process != nil && !r.reaped {
		r.killGroup()
	}
	return nil
}

// killGroup needs killMu, and a process that is not reaped.
func (r *runner) killGroup() {
	_ = syscall.Kill(-r.process.Pid, syscall.SIGKILL)
}

// Wait waits for the end of the process and of its pipes.
func (r *runner) Wait(ctx context.Context) error {
	select {
	case <-r.exited:
	case <-ctx.Done():
		return ctx.Err()
	}
	if r.state != nil && !r.state.Success() {
		return errors.New(r.how())
	}
	return nil
}

// how says how the process ended.
func (r *runner) how() string {
	select {
	case <-r.exited:
	default:
		return "did not end"
	}
	if r.state == nil {
		return "ended in a way that could not be read"
	}
	if ws, ok := r.state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return fmt.Sprintf("was ended by signal %d (%s)", ws.Signal(), ws.Signal())
	}
	return fmt.Sprintf("exited with status %d", r.state.ExitCode())
}

// Stdout is the handshake and nothing more; it ends with the process.
func (r *runner) Stdout() io.ReadCloser { return r.first }

// Stderr is nothing: it is read here, where it is scrubbed and limited.
func (r *runner) Stderr() io.ReadCloser { return nothingUntil{r.exited} }

// Name is the program's.
func (r *runner) Name() string { return r.name }

// ID is the pid; "" before the start.
func (r *runner) ID() string {
	r.killMu.Lock()
	defer r.killMu.Unlock()
	if r.process == nil {
		return ""
	}
	return strconv.Itoa(r.process.Pid)
}

// Diagnose adds nothing: what went wrong is told by startError.
func (r *runner) Diagnose(context.Context) string { return "" }

// PluginToHost refuses every address but a socket in the directory that was
// made for it.
func (r *runner) PluginToHost(network, address string) (string, string, error) {
	if network != "unix" || filepath.Dir(filepath.Clean(address)) != filepath.Clean(r.socketDir) {
		return "", "", errOutside
	}
	info, err := os.Lstat(address)
	if err != nil || info.Mode().Type() != os.ModeSocket {
		return "", "", errOutside
	}
	return network, address, nil
}

// HostToPlugin is the same on both sides.
func (r *runner) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

// nothingUntil is a reader that ends without a byte when its channel closes.
type nothingUntil struct{ done <-chan struct{} }

func (n nothingUntil) Read([]byte) (int, error) {
	<-n.done
	return 0, io.EOF
}

func (nothingUntil) Close() error { return nil }
