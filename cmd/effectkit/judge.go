package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/cases"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/files"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
)

type judgeFlags struct {
	effect, before, after, cases, mode string
	check                              bool
	params                             paramFlags
	out                                output
}

func newJudge(c *console) *cobra.Command {
	var f judgeFlags
	cmd := &cobra.Command{
		Use:   "judge (--effect E --before B --after A | --cases FILE)",
		Short: "judge snapshots that are in files",
		Long: `judge compares two snapshots in files with a contract. It reads no system.

With --cases, each line of FILE (- for standard input) is a JSON object with
"effect", "before" and "after", and optionally "name", "siblings", "mode" and
"want". Each is answered by one line of JSON. A broken line is reported with its
number and loses no other; the exit status is then 65.

With --check, each answer is compared with the case's "want"; the last line says
how many differ, and the exit status is 1 when any does.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.cases != "" {
				return f.many(cmd, c)
			}
			return f.one(cmd, c)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.effect, "effect", "", "file with one effect")
	fl.StringVar(&f.before, "before", "", "file with the snapshot from before the action")
	fl.StringVar(&f.after, "after", "", "file with the snapshot from after it")
	fl.StringVar(&f.cases, "cases", "", "file with one case a line; - for standard input")
	fl.StringVar(&f.mode, "mode", string(effect.Delta), "delta or current_state (which takes no --before)")
	fl.BoolVar(&f.check, "check", false, "compare each case with its want")
	f.params.register(cmd)
	f.out.register(cmd)
	return cmd
}

func (f *judgeFlags) many(cmd *cobra.Command, c *console) error {
	for _, other := range []string{"effect", "before", "after", "mode", "param", "params-file", "output"} {
		if cmd.Flags().Changed(other) {
			return exit.Usagef("--%s does not go with --cases, whose lines hold it", other)
		}
	}
	name, in := "standard input", c.in
	if f.cases != "-" {
		file, err := os.Open(f.cases)
		if err != nil {
			return exit.With(exit.BadFile, fmt.Errorf("the cases cannot be read: %w", err))
		}
		defer file.Close()
		name, in = f.cases, file
	}
	totals, err := cases.Run(cases.Request{
		In: in, Out: c.out, Check: f.check,
		Problem: func(line int, err error) { printError(c, fmt.Errorf("%s:%d: %w", name, line, err)) },
		Note:    func(line int, text string) { fmt.Fprintf(c.err, "note: %s:%d: %s\n", name, line, text) },
	})
	if err != nil {
		return exit.With(exit.BadFile, fmt.Errorf("%s: %w", name, err))
	}
	if f.check {
		fmt.Fprintf(c.out, "%d of %d differ\n", totals.Differ, totals.Judged)
	}
	switch {
	case totals.Broken > 0:
		return exit.With(exit.BadFile, fmt.Errorf("%s: %d of %d lines are broken", name, totals.Broken, totals.Broken+totals.Judged))
	case totals.Differ > 0:
		return exit.Silent(exit.No)
	case totals.Judged == 0:
		return exit.With(exit.BadFile, fmt.Errorf("%s: holds no case", name))
	}
	return nil
}

func (f *judgeFlags) one(cmd *cobra.Command, c *console) error {
	if f.check {
		return exit.Usagef("--check goes with --cases")
	}
	if err := needs(cmd, "effect", "after"); err != nil {
		return err
	}
	mode := effect.Mode(f.mode)
	switch {
	case mode != effect.Delta && mode != effect.CurrentState:
		return exit.Usagef("%q is no mode; there are %s and %s", f.mode, effect.Delta, effect.CurrentState)
	case mode == effect.Delta && f.before == "":
		return exit.Usagef("%s needs --before (%s), or --mode current_state", cmd.CommandPath(), cmd.Flag("before").Usage)
	case mode == effect.CurrentState && f.before != "":
		return exit.Usagef("--before does not go with --mode current_state, which looks at what is there now")
	}
	req, err := f.request(c, mode)
	if err != nil {
		return exit.With(exit.Of(err, exit.BadFile), err)
	}
	for _, note := range cases.Notes(req) {
		fmt.Fprintf(c.err, "note: %s\n", note)
	}
	answer := cases.Of("", judge.Judge(req).Verdict)
	if f.out.json() {
		err = json.NewEncoder(c.out).Encode(answer)
	} else {
		_, err = fmt.Fprintf(c.out, "%s: %s (wanted %d, found %d)\n  %s\n  outcome: %s\n",
			answer.Verdict, answer.Ground, answer.Counts.Expected, answer.Counts.Observed, answer.Reason, answer.Outcome)
	}
	if err != nil {
		return err
	}
	return exit.Silent(exit.ForOutcome(answer.Outcome))
}

func (f *judgeFlags) request(c *console, mode effect.Mode) (judge.Request, error) {
	params, err := f.params.load(c)
	if err != nil {
		return judge.Request{}, err
	}
	text, err := files.Read(f.effect, c.in)
	if err != nil {
		return judge.Request{}, err
	}
	e, err := effect.ParseEffect(f.effect, text)
	if err != nil {
		return judge.Request{}, err
	}
	bound, err := e.Bind(params, "")
	if err != nil {
		return judge.Request{}, err
	}
	req := judge.Request{Effect: bound, Mode: mode}
	if err := cases.Judgeable(req); err != nil {
		return judge.Request{}, fmt.Errorf("%s: %w", f.effect, err)
	}
	if f.before != "" {
		if req.Before, err = snapshot(f.before, c); err != nil {
			return judge.Request{}, err
		}
	}
	req.After, err = snapshot(f.after, c)
	return req, err
}

func snapshot(path string, c *console) (*judge.Snapshot, error) {
	text, err := files.Read(path, c.in)
	if err != nil {
		return nil, err
	}
	s, err := judge.ParseSnapshot(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}
