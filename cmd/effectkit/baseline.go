package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/shell"
	"github.com/effectkit/effectkit/host"
)

type baselineFlags struct {
	host  hostFlags
	step  stepFlags
	token string
	out   output
}

func newBaseline(c *console) *cobra.Command {
	var f baselineFlags
	cmd := &cobra.Command{
		Use:   "baseline --deployment D --bundle B --out T",
		Short: "store what is there before an action that something else performs",
		Long: `baseline reads what is there before the action and stores it, sealed, in T.
Act only once it has ended with status 0; then run "effectkit verify --baseline T".`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needs(cmd, "deployment", "bundle", "out"); err != nil {
				return err
			}
			return f.run(cmd.Context(), c)
		},
	}
	f.host.register(cmd)
	f.step.register(cmd)
	cmd.Flags().StringVar(&f.token, "out", "", "file to make; verify takes it as --baseline")
	f.out.register(cmd)
	return cmd
}

func (f *baselineFlags) run(ctx context.Context, c *console) error {
	sig := catchInterrupts()
	defer sig.release()
	ctx, stop := sig.cancelAfter(ctx, 1, nil)
	defer stop()
	req, err := f.step.load(c)
	if err != nil {
		return beforeAction(err)
	}
	h, err := f.host.open(ctx, c)
	if err != nil {
		return beforeAction(err)
	}
	defer h.Close()
	s, err := h.Begin(ctx, req)
	if err != nil {
		return beforeAction(err)
	}
	defer s.Close()
	path, err := s.Suspend(ctx, host.SuspendRequest{Path: f.token})
	if err != nil {
		return beforeAction(err)
	}
	again := verifyCommand(f.host, path, false)
	if f.out.json() {
		err = json.NewEncoder(c.out).Encode(struct {
			Baseline string   `json:"baseline"`
			Step     string   `json:"step"`
			Verify   []string `json:"verify"`
		}{path, req.Step.ID, again})
	} else {
		_, err = fmt.Fprintf(c.out, "baseline stored in %s; the action may start\n  after it: %s\n", path, shell.Join(again))
	}
	return exit.With(exit.Refused, err)
}

// verifyCommand is the command line that finishes a job, from any folder. ended
// says that the actor is known to have ended.
func verifyCommand(h hostFlags, token string, ended bool) []string {
	argv := []string{"effectkit", "verify", "--deployment", absolute(h.deployment), "--baseline", absolute(token)}
	for _, pair := range h.devPlugins {
		kind, path, _ := strings.Cut(pair, "=")
		argv = append(argv, "--dev-plugin", kind+"="+absolute(path))
	}
	if ended {
		argv = append(argv, "--actor-ended")
	}
	return argv
}

// absolute is the path from any folder, or as it was where that is not known.
func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}
