package plugin

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/wire"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	pluginrunner "github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
)

// process is one running plugin, from its start to its end.
type process struct {
	generation uint64
	client     *plugin.Client
	runner     *runner
	conn       *grpc.ClientConn
	said       *said
	home       string

	stopOnce sync.Once
	stopping chan struct{} // closed when stop begins: its end is no crash
	stopped  chan struct{} // closed when stop is done
}

// startError is a start that failed: what is wrong, in a sentence.
type startError struct{ detail string }

func (e *startError) Error() string { return e.detail }

// newProcess makes a process that is not started yet.
func newProcess(generation uint64, image *Image, name string, o Options) (*process, error) {
	home, err := o.Workspace.privateDir()
	if err != nil {
		return nil, err
	}
	p := &process{
		generation: generation, home: home,
		said:    &said{log: o.Logger.With("plugin", name), scrub: o.Scrub, now: o.Now},
		stopped: make(chan struct{}), stopping: make(chan struct{}),
	}
	p.runner = newRunner(name, image, home, p.said)
	// Nothing of the configuration may be used twice: go-plugin writes to it.
	p.client = plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  sdk.Handshake(),
		Plugins:          plugin.PluginSet{wire.PluginName: sdk.Plugin(nil)},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		AutoMTLS:         true,
		SkipHostEnv:      true,
		StartTimeout:     o.StartTimeout,
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: home},
		GRPCDialOptions:  o.Adapter.DialOptions(),
		Logger:           hclog.NewNullLogger(),
		SyncStdout:       p.said.stream(),
		SyncStderr:       p.said.stream(),
		RunnerFunc: func(_ hclog.Logger, cmd *exec.Cmd, socketDir string) (pluginrunner.Runner, error) {
			p.runner.env, p.runner.socketDir = childEnv(cmd.Env, o.LookupEnv, home), socketDir
			return p.runner, nil
		},
	})
	return p, nil
}

// start starts the process and shakes hands. Whatever it leaves behind on a
// failure is gone when it returns.
func (p *process) start(within time.Duration) error {
	err := p.shakeHands(within)
	if err == nil {
		return nil
	}
	p.stop(0)
	return p.explain(err, within)
}

// shakeHands connects, in the time that a start may take. go-plugin bounds its
// wait for the first line alone; a process that stops behind it would hold the
// connection for ever.
func (p *process) shakeHands(within time.Duration) error {
	late := make(chan struct{})
	timer := time.AfterFunc(within, func() {
		close(late)
		p.kill()
	})
	defer timer.Stop()
	protocol, err := p.client.Client()
	if err == nil {
		var conn any
		if conn, err = protocol.Dispense(wire.PluginName); err == nil {
			p.conn = conn.(*grpc.ClientConn)
		}
	}
	select {
	case <-late: // whatever go-plugin made of it
		return errLate
	default:
		return err
	}
}

// kill ends the process at once, started or not.
func (p *process) kill() { _ = p.runner.Kill(context.Background()) }

var errLate = errors.New("late")

// explain turns go-plugin's error into a sentence of ours, with what the
// process said.
func (p *process) explain(err error, within time.Duration) error {
	if p.runner.ID() == "" {
		return &startError{fmt.Sprintf("it could not be started: %v", err)}
	}
	line, spoke := p.runner.first.line()
	detail := ""
	if spoke {
		detail = wrongHandshake(line)
	}
	switch {
	case detail != "":
	case errors.Is(err, errOutside):
		detail = errOutside.Error()
	case errors.Is(err, errLate) || (!spoke && strings.HasPrefix(err.Error(), "timeout")):
		detail = fmt.Sprintf("it did not shake hands within %s", within)
	case !spoke:
		detail = "it " + p.runner.how() + " before the handshake"
	default:
		detail = fmt.Sprintf("it did not shake hands: %v", err)
	}
	return &startError{detail + quoted(p.said.last())}
}

// crash says how a process ended that nobody asked to; "" while it runs, or
// when somebody did. It waits for the end for a second at most.
func (p *process) crash() string {
	select {
	case <-p.runner.exited:
	case <-time.After(time.Second):
		return ""
	}
	select {
	case <-p.stopping:
		return "it was stopped"
	default:
	}
	return "it " + p.runner.how() + " during the call" + quoted(p.said.last())
}

// quoted are a process's last lines, as the end of a message.
func quoted(last []string) string {
	if len(last) == 0 {
		return ""
	}
	return "; it said last:\n  " + strings.Join(last, "\n  ")
}

// alive tells whether new calls may go to the process.
func (p *process) alive() bool {
	select {
	case <-p.runner.dead:
		return false
	default:
		return true
	}
}

// stop ends the process: it is asked, and after a while its group is killed.
// It returns when the process is gone, or when nothing more can be done.
func (p *process) stop(after time.Duration) {
	p.stopOnce.Do(func() {
		close(p.stopping)
		go func() {
			defer close(p.stopped)
			defer os.RemoveAll(p.home)
			kill := time.AfterFunc(after, p.kill)
			defer kill.Stop()
			p.client.Kill() // asks, and waits for the end
		}()
	})
	giveUp := time.NewTimer(after + time.Second)
	defer giveUp.Stop()
	select {
	case <-p.stopped:
	case <-giveUp.C:
	}
}
