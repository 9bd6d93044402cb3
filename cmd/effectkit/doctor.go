package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/exit"
	"github.com/effectkit/effectkit/cmd/effectkit/internal/files"
	"github.com/effectkit/effectkit/host"
)

type doctorFlags struct {
	host   hostFlags
	params paramFlags
	out    output
}

func newDoctor(c *console) *cobra.Command {
	var f doctorFlags
	cmd := &cobra.Command{
		Use:   "doctor --deployment D",
		Short: "try the connection to every system, and say what is wrong",
		Long: `doctor builds every reader of a deployment and tries its connection. It writes
nothing anywhere. Status 1 when any system could not be read.`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needs(cmd, "deployment"); err != nil {
				return err
			}
			return f.run(cmd.Context(), c)
		},
	}
	f.host.register(cmd)
	f.params.register(cmd)
	f.out.register(cmd)
	return cmd
}

// examined is how one reader does.
type examined struct {
	System  string          `json:"system,omitempty"`
	Kind    string          `json:"kind,omitempty"`
	Version string          `json:"version,omitempty"`
	Tier    string          `json:"tier,omitempty"`
	OK      bool            `json:"ok"`
	Code    string          `json:"code,omitempty"`
	Problem string          `json:"problem,omitempty"`
	Fix     string          `json:"fix,omitempty"`
	Skipped string          `json:"skipped,omitempty"`
	Notices []examinedExtra `json:"notices"`

	text string
}

type examinedExtra struct {
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

func (f *doctorFlags) run(ctx context.Context, c *console) error {
	params, err := f.params.load(c)
	if err != nil {
		return err
	}
	if _, err := files.Read(f.host.deployment, c.in); err != nil {
		return exit.With(exit.BadFile, err)
	}
	h, err := f.host.open(ctx, c)
	if r := host.AsRefusal(err); r != nil && !r.Has(host.CodeInvalidFile) {
		return f.report(c, refused(r))
	}
	if err != nil {
		return exit.With(exit.Of(err, exit.BadFile), err)
	}
	defer h.Close()
	return f.report(c, examine(h.Doctor(ctx, host.DoctorRequest{Params: params})))
}

// refused are the problems that keep the readers from being built at all.
func refused(r *host.Refusal) []examined {
	out := make([]examined, len(r.Problems))
	for i, p := range r.Problems {
		out[i] = examined{System: p.System, Code: string(p.Code), Problem: p.Message, Fix: p.Fix, Notices: []examinedExtra{}, text: p.Error()}
	}
	return out
}

func examine(reports []host.SystemReport) []examined {
	out := make([]examined, len(reports))
	for i, r := range reports {
		e := examined{
			System: r.System, Kind: r.Reader.Kind, Version: r.Reader.Version, Tier: r.Reader.Tier.String(),
			OK: r.Problem == nil, Skipped: r.Skipped, Notices: []examinedExtra{},
		}
		if r.Problem != nil {
			e.Code, e.Problem, e.Fix, e.text = string(r.Problem.Code), r.Problem.Message, r.Problem.Fix, r.Problem.Error()
		}
		for _, n := range r.Notices {
			e.Notices = append(e.Notices, examinedExtra{n.Code, n.Detail})
		}
		out[i] = e
	}
	return out
}

func (f *doctorFlags) report(c *console, list []examined) error {
	if f.out.json() {
		if err := c.writeJSON(list); err != nil {
			return err
		}
	}
	ill := 0
	for _, e := range list {
		if !e.OK {
			ill++
		}
		if !f.out.json() {
			e.write(c)
		}
	}
	if ill > 0 {
		return exit.Silent(exit.No)
	}
	return nil
}

func (e examined) write(c *console) {
	name := e.System
	if e.Kind != "" {
		name += " (" + e.Kind + ", " + e.Tier + ")"
	}
	switch {
	case !e.OK && name == "":
		fmt.Fprintf(c.out, "problem: %s\n", e.text)
	case !e.OK:
		fmt.Fprintf(c.out, "%s: %s\n", name, e.text)
	case e.Skipped != "":
		fmt.Fprintf(c.out, "%s: not tried: %s\n", name, e.Skipped)
	default:
		fmt.Fprintf(c.out, "%s: ok\n", name)
	}
	for _, n := range e.Notices {
		fmt.Fprintf(c.out, "  note: %s\n", n.Detail)
	}
}
