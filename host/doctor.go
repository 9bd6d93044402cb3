package host

import (
	"context"
	"fmt"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/sdk"
)

// SystemReport is how one candidate of one system does.
type SystemReport struct {
	System string
	Reader ReaderInfo
	// Problem says why it cannot be read; nil when it can.
	Problem *Problem
	Notices []Notice
	// Skipped says why the connection was not tried, such as a section that
	// names parameters; "" when it was.
	Skipped string
}

// DoctorRequest says what to try.
type DoctorRequest struct {
	// Params are for sections that name parameters.
	Params effect.Params
}

// Doctor tries the connection of every candidate of every system, all at once.
// It returns when all have answered or timed out.
func (h *Host) Doctor(ctx context.Context, req DoctorRequest) []SystemReport {
	ctx, stop := h.context(ctx)
	defer stop()
	var all []*reader
	for _, s := range h.deployment.Systems {
		all = append(all, h.readers[s.Name]...)
	}
	return each(all, func(r *reader) SystemReport { return h.examine(ctx, r, req.Params) })
}

func (h *Host) examine(ctx context.Context, r *reader, params effect.Params) SystemReport {
	bindings, problems := r.bind(params, map[string]bool{})
	report := SystemReport{System: r.system, Reader: r.info(r.identity(h.state.hide, bindings))}
	if len(problems) > 0 {
		report.Reader.Identity = "" // it depends on what is not bound
		report.Skipped = fmt.Sprintf("%s; %s", problems[0].Message, problems[0].Fix)
		return report
	}
	notices, f := r.test(ctx, bindings)
	if f != nil {
		problem := r.failed("the connection could not be tried with success", f)
		report.Problem = &problem
	}
	for _, n := range notices {
		report.Notices = append(report.Notices, Notice{Code: n.Code, System: r.system, Detail: n.Detail})
		if n.Code == sdk.NoticeRoleCanWrite && h.deployment.Policy.RequireReadOnlyRole {
			report.Problem = &Problem{
				Code: CodePolicy, Pos: r.section.Pos, System: r.system,
				Message: fmt.Sprintf("system %q: the policy requires a role that cannot write", r.system), Fix: "read with a role that may only read",
			}
		}
	}
	return report
}

// AdapterInfo is one adapter that is built in or was found.
type AdapterInfo struct {
	Kind    string
	Version string
	Title   string
	Tier    effect.Tier
	// Origin is "builtin", "plugin" or "dev".
	Origin string
	Path   string // of a plugin
	Digest string
	// Disabled says why it cannot be used; "" when it can.
	Disabled string
	// Schema is the section's JSON Schema; "" when disabled.
	Schema string
}
