package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/report"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/shell"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
)

type verifyFlags struct {
	host     hostFlags
	step     stepFlags
	baseline string
	ended    bool
	out      output
}

func newVerify(c *console) *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use:   "verify --deployment D (--baseline T | --bundle B)",
		Short: "tell whether the effect of an action landed",
		Long: `verify reads what is there after the action and compares it with the baseline
that "effectkit baseline" or "effectkit run" stored in T.

Without --baseline it reads back the current state, whatever put it there; the
guards that need a baseline are then off and listed as not evaluated.

Its exit status is never 3: the action may have run, so that whatever keeps
verify from looking is status 2.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needs(cmd, "deployment"); err != nil {
				return err
			}
			if err := f.fits(cmd); err != nil {
				return err
			}
			return f.run(cmd.Context(), c)
		},
	}
	f.host.register(cmd)
	f.step.register(cmd)
	cmd.Flags().StringVar(&f.baseline, "baseline", "", "file that baseline or run stored")
	cmd.Flags().BoolVar(&f.ended, "actor-ended", false, "say that what acted has ended and can write no more; only then is an absence proven")
	f.out.register(cmd)
	return cmd
}

// fits refuses flags that contradict each other.
func (f *verifyFlags) fits(cmd *cobra.Command) error {
	if f.baseline == "" {
		if f.ended {
			return exit.Usagef("--actor-ended goes with --baseline")
		}
		return needs(cmd, "bundle")
	}
	for _, other := range []string{"bundle", "step", "param", "params-file"} {
		if cmd.Flags().Changed(other) {
			return exit.Usagef("--%s does not go with --baseline, which holds the step", other)
		}
	}
	return nil
}

func (f *verifyFlags) run(ctx context.Context, c *console) error {
	sig := catchInterrupts()
	defer sig.release()
	r := report.Report{Colour: c.colour(c.outTTY)}
	var err error
	if f.baseline == "" {
		r.Outcome, err = f.readBack(ctx, c, sig)
	} else {
		r.Outcome, r.Again, err = f.resume(ctx, c, sig)
	}
	if exit.Of(err, exit.Reconcile) == exit.Usage {
		return err
	}
	if err != nil {
		mode := effect.Delta
		if f.baseline == "" {
			mode = effect.CurrentState
		}
		r.Outcome = unverified(f.step.step, mode, err)
	}
	if err := f.out.write(c.out, r); err != nil {
		return exit.With(exit.Reconcile, err)
	}
	return exit.Silent(codeFor(r.Outcome))
}

func (f *verifyFlags) readBack(ctx context.Context, c *console, sig *interrupts) (host.Outcome, error) {
	status := report.NewStatus(c.err, c.live())
	defer status.Clear()
	ctx, stop := sig.cancelAfter(ctx, 1, nil)
	defer stop()
	req, err := f.step.load(c)
	if err != nil {
		return host.Outcome{}, err
	}
	h, err := f.host.open(ctx, c)
	if err != nil {
		return host.Outcome{}, err
	}
	defer h.Close()
	return h.ReadBack(ctx, host.ReadBackRequest{BeginRequest: req, Progress: status.Progress()})
}

// resume verifies against a stored baseline. Where another look could say more
// the baseline is stored again, and again is the command line for it.
func (f *verifyFlags) resume(ctx context.Context, c *console, sig *interrupts) (out host.Outcome, again string, err error) {
	h, err := f.host.open(ctx, c)
	if err != nil {
		return host.Outcome{}, "", err
	}
	defer h.Close()
	s, err := h.Resume(ctx, host.ResumeRequest{Path: f.baseline})
	if err != nil {
		return host.Outcome{}, "", err
	}
	defer s.Close()
	out = verifySession(ctx, c, sig, 1, s, f.ended)
	if !worthAnother(out) {
		return out, "", nil
	}
	path, err := s.Suspend(ctx, host.SuspendRequest{Path: f.baseline})
	if err != nil {
		printError(c, err)
		return out, "", nil
	}
	return out, shell.Join(verifyCommand(f.host, path, f.ended)), nil
}
