package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/action"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/files"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/report"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/shell"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
)

// grace is how long what the command started may take to end after it.
const grace = 100 * time.Millisecond

type runFlags struct {
	host    hostFlags
	step    stepFlags
	result  string
	keepEnv []string
}

func newRun(c *console) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run --deployment D --bundle B [flags] -- CMD [ARG]…",
		Short: "run a command and tell whether its effect landed",
		Long: `run reads what is there, runs CMD, and verifies whatever CMD's exit was: a
time-out after a write that landed is confirmed.

CMD keeps its own input and output; the result goes to standard error, and as
JSON to --result. The deployment's secrets are taken out of CMD's environment.
SIGINT and SIGTERM go to CMD, and verification still runs; a second one stops
the wait and prints the command that finishes the job.`,
		Example: "  effectkit run -d deployment.yaml -b order.yaml --param ref=A-17 -- ./place-order A-17",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needs(cmd, "deployment", "bundle"); err != nil {
				return err
			}
			if cmd.ArgsLenAtDash() != 0 || len(args) == 0 {
				return exit.Usagef("%s needs the command to run, after --; %s", cmd.CommandPath(), seeHelp(cmd))
			}
			return f.run(cmd.Context(), c, args)
		},
	}
	f.host.register(cmd)
	f.step.register(cmd)
	cmd.Flags().StringVar(&f.result, "result", "", "file for the result as JSON, replaced as a whole")
	cmd.Flags().StringArrayVar(&f.keepEnv, "keep-env", nil, "leave this secret variable in CMD's environment; may be repeated")
	return cmd
}

func (f *runFlags) run(ctx context.Context, c *console, argv []string) error {
	sig := catchInterrupts()
	defer sig.release()
	before, stop := sig.cancelAfter(ctx, 1, nil)
	h, s, env, err := f.begin(before, c)
	if err != nil {
		stop()
		return beforeAction(err)
	}
	defer h.Close()
	defer s.Close()
	token, err := s.Suspend(before, host.SuspendRequest{})
	if stop() && err == nil {
		err = fmt.Errorf("stopped by a signal")
		_ = s.Forget()
	}
	if err != nil {
		return beforeAction(err)
	}

	c.unfinished = verifyCommand(f.host, token, false)
	s.ActionStarted()
	act := action.Run(action.Request{
		Argv: argv, Env: env, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Signals: sig.signals, Grace: grace,
	})
	s.ActionEnded()
	return f.finish(ctx, c, sig, s, act, token)
}

// begin does everything that can be refused: files, readers, snapshots from
// before the action, and where the result will go.
func (f *runFlags) begin(ctx context.Context, c *console) (h *host.Host, s *host.Session, env []string, err error) {
	req, err := f.step.load(c)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := f.clearResult(); err != nil {
		return nil, nil, nil, err
	}
	h, err = f.host.open(ctx, c)
	if err != nil {
		return nil, nil, nil, err
	}
	defer func() {
		if err != nil {
			h.Close()
		}
	}()
	s, err = h.Begin(ctx, req)
	return h, s, action.Without(os.Environ(), h.SecretVariables(), f.keepEnv), err
}

// clearResult takes away an earlier run's result, which could be read as this
// one's, and sees that a new one can be written. A file that the run is told by
// is none.
func (f *runFlags) clearResult() error {
	if f.result == "" {
		return nil
	}
	for flag, path := range map[string]string{"deployment": f.host.deployment, "bundle": f.step.bundle, "params-file": f.step.params.file} {
		if files.Same(f.result, path) {
			return exit.Usagef("--result %q is the file of --%s; name another", f.result, flag)
		}
	}
	if err := files.Writable(f.result); err != nil {
		return fmt.Errorf("the result could not be written: %w", err)
	}
	if err := os.Remove(f.result); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("the result could not be replaced: %w", err)
	}
	return nil
}

// finish verifies and reports. The action has run: from here on every answer
// is a verdict. The stored baseline goes last: until the verdict is told, it is
// what can tell it.
func (f *runFlags) finish(ctx context.Context, c *console, sig *interrupts, s *host.Session, act action.Result, token string) error {
	out := f.verify(ctx, c, sig, s, act)
	r := report.Report{Outcome: out, Action: act.String(), Doubt: act.Doubt(), Colour: c.colour(c.errTTY)}
	again := worthAnother(out)
	if again {
		r.Again = shell.Join(verifyCommand(f.host, token, act.Ended()))
	}
	if err := r.Write(c.err); err != nil {
		return exit.With(exit.Reconcile, err)
	}
	if f.result != "" {
		text, err := verdictJSON(r)
		if err == nil {
			err = files.WriteAtomic(f.result, text)
		}
		if err != nil {
			return exit.With(exit.Reconcile, fmt.Errorf("the result was not written: %w", err))
		}
	}
	if !again {
		if err := s.Forget(); err != nil {
			printError(c, fmt.Errorf("the stored baseline could not be removed: %w", err))
		}
	}
	return exit.Silent(codeFor(out))
}

func (f *runFlags) verify(ctx context.Context, c *console, sig *interrupts, s *host.Session, act action.Result) host.Outcome {
	if act.Abandoned {
		out := unverified(f.step.step, effect.Delta, fmt.Errorf("the wait for the command was stopped by a second signal"))
		out.Next = "do not retry: wait until the command has ended, then verify again"
		return out
	}
	left := 2
	if act.Signalled {
		left = 1
	}
	return verifySession(ctx, c, sig, left, s, act.Ended())
}

// verifySession waits for the verdict. The signal that leaves none to spare
// stops the wait.
func verifySession(ctx context.Context, c *console, sig *interrupts, left int, s *host.Session, ended bool) host.Outcome {
	status := report.NewStatus(c.err, c.live())
	defer status.Clear()
	ctx, stop := sig.cancelAfter(ctx, left, func() {
		status.Clear()
		fmt.Fprintln(c.err, "effectkit: still verifying; once more stops the wait")
	})
	defer stop()
	out, err := s.Verify(ctx, host.VerifyRequest{ActorEnded: ended, Progress: status.Progress()})
	if err != nil {
		return unverified(out.Step, effect.Delta, err)
	}
	return out
}

// worthAnother tells whether verifying once more, later, could say more.
func worthAnother(o host.Outcome) bool {
	for _, e := range o.Effects {
		switch g := e.Verdict.Ground; {
		case g.Unreadable(), g == effect.Unsettled, g == effect.Stale, g == effect.CoverageGap, g == effect.MissingUnproven:
			return true
		}
	}
	return len(o.Effects) == 0
}

// codeFor is the exit code of an outcome. Proceed is asked of the one gate.
func codeFor(o host.Outcome) exit.Code {
	code := exit.ForOutcome(o.Outcome)
	if code == exit.Proceed && !o.Proceed() {
		return exit.Reconcile
	}
	return code
}
