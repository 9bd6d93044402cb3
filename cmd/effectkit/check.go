package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/files"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
)

type checkFlags struct {
	host   hostFlags
	bundle string
	out    output
}

func newCheck(c *console) *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check [--deployment D] [--bundle B]",
		Short: "look for mistakes in the files, without reading any system",
		Long: `check looks at a deployment and a bundle: their form, the sections against their
adapters, the systems that effects name, guards, and which steps declare
effects. It needs no secret and reads no system. Errors are status 1, warnings 0.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.host.deployment == "" && f.bundle == "" {
				return exit.Usagef("%s needs --deployment or --bundle, or both", cmd.CommandPath())
			}
			return f.run(c)
		},
	}
	f.host.register(cmd)
	cmd.Flags().StringVarP(&f.bundle, "bundle", "b", "", "bundle file: what must be true")
	f.out.register(cmd)
	return cmd
}

// finding is one line of the result.
type finding struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Path     string `json:"path,omitempty"`
	System   string `json:"system,omitempty"`
	Message  string `json:"message"`
	Fix      string `json:"fix,omitempty"`

	text string
}

// coverage says what a step declares.
type coverage struct {
	Step    string      `json:"step"`
	Risk    effect.Risk `json:"risk"`
	Effects int         `json:"effects"`
	Watched int         `json:"also_watch"`
}

type checkResult struct {
	Errors   int        `json:"errors"`
	Warnings int        `json:"warnings"`
	Findings []finding  `json:"findings"`
	Steps    []coverage `json:"steps"`
}

func (f *checkFlags) run(c *console) error {
	res := checkResult{Findings: []finding{}, Steps: []coverage{}}
	bundle, err := f.readBundle(c, &res)
	if err != nil {
		return err
	}
	if err := f.checkDeployment(c, bundle, &res); err != nil {
		return err
	}
	if f.out.json() {
		err = c.writeJSON(res)
	} else {
		err = res.text(c)
	}
	if err == nil && res.Errors > 0 {
		return exit.Silent(exit.No)
	}
	return err
}

// readBundle gives nil where the bundle's own mistakes are findings, or where
// none was named. The error is a file that cannot be read.
func (f *checkFlags) readBundle(c *console, res *checkResult) (*effect.Bundle, error) {
	if f.bundle == "" {
		return nil, nil
	}
	text, err := files.Read(f.bundle, c.in)
	if err != nil {
		return nil, exit.With(exit.BadFile, err)
	}
	b, err := effect.ParseBundle(f.bundle, text)
	if err != nil {
		res.add(problemsOf(err)...)
		return nil, nil
	}
	for i := range b.Steps {
		s := &b.Steps[i]
		res.Steps = append(res.Steps, coverage{s.ID, riskOf(s), len(s.Effects), len(s.AlsoWatch)})
	}
	return b, nil
}

func riskOf(s *effect.Step) effect.Risk {
	if s.Risk == "" {
		return effect.Reversible
	}
	return s.Risk
}

func (f *checkFlags) checkDeployment(c *console, b *effect.Bundle, res *checkResult) error {
	o, err := f.host.options(c)
	if err != nil {
		return err
	}
	if !f.host.verbose {
		o.Logger = nil // findings say all of it
	}
	req := host.CheckRequest{Bundle: b, Options: o}
	if f.host.deployment != "" {
		if _, err := files.Read(f.host.deployment, c.in); err != nil {
			return exit.With(exit.BadFile, err)
		}
		if req.Deployment, err = host.LoadDeployment(f.host.deployment); req.Deployment == nil {
			res.add(problemsOf(err)...)
			return nil
		}
	}
	res.add(host.Check(req)...)
	return nil
}

// problemsOf are the mistakes that a parser found.
func problemsOf(err error) []host.Finding {
	if r := host.AsRefusal(err); r != nil {
		out := make([]host.Finding, len(r.Problems))
		for i, p := range r.Problems {
			out[i] = host.Finding{Problem: p}
		}
		return out
	}
	if problems, ok := errors.AsType[effect.Problems](err); ok {
		out := make([]host.Finding, len(problems))
		for i, p := range problems {
			out[i] = host.Finding{Problem: host.Problem{Code: host.CodeInvalidContract, Pos: p.Pos, Message: p.Message, Fix: p.Hint}}
		}
		return out
	}
	return []host.Finding{{Problem: host.Problem{Code: host.CodeInvalidFile, Message: err.Error()}}}
}

func (r *checkResult) add(list ...host.Finding) {
	for _, f := range list {
		severity := "error"
		if f.Warning {
			severity = "warning"
			r.Warnings++
		} else {
			r.Errors++
		}
		r.Findings = append(r.Findings, finding{
			Severity: severity, Code: string(f.Code),
			File: f.Pos.File, Line: f.Pos.Line, Column: f.Pos.Column, Path: f.Pos.Path,
			System: f.System, Message: f.Message, Fix: f.Fix, text: f.Problem.Error(),
		})
	}
}

func (r *checkResult) text(c *console) error {
	for _, f := range r.Findings {
		fmt.Fprintf(c.out, "%s: %s\n", f.Severity, f.text)
	}
	for _, s := range r.Steps {
		name := s.Step
		if name == "" {
			name = "(the only step)"
		}
		fmt.Fprintf(c.out, "step %s: %s, %s", name, s.Risk, plural(s.Effects, "effect"))
		if s.Watched > 0 {
			fmt.Fprintf(c.out, ", %s watched beside it", plural(s.Watched, "system"))
		}
		fmt.Fprintln(c.out)
	}
	_, err := fmt.Fprintf(c.out, "%s, %s\n", plural(r.Errors, "error"), plural(r.Warnings, "warning"))
	return err
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
