package host

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/schema"
	"github.com/effectkit/effectkit/host/internal/secret"
)

// Finding is what Check has to say about files. An error keeps a run from
// starting, a warning does not.
type Finding struct {
	Problem
	Warning bool
}

// CheckRequest is what to check. Bundle may be nil, and so may Deployment:
// then only the other is looked at.
type CheckRequest struct {
	Deployment *Deployment
	Bundle     *effect.Bundle
	Options    Options
}

// checkTime bounds how long plugins may take to describe themselves.
const checkTime = 30 * time.Second

// Check looks at files without reading any system and without any secret:
// sections against their adapters' schemas and built-in adapters (a query that a
// guard refuses, a path that does not parse), systems that effects name, tiers,
// freshness windows, effect coverage of the steps, and the warnings of
// SEMANTICS 4.6. Findings come in the order of files and places, errors and
// warnings mixed. Plugins are started, to ask for their schemas.
func Check(req CheckRequest) []Finding {
	c := &checker{req: req}
	if req.Deployment != nil {
		c.file = req.Deployment.file
		c.add(req.Deployment.problems...)
		c.sections()
	}
	if req.Bundle != nil {
		for i := range req.Bundle.Steps {
			c.step(&req.Bundle.Steps[i])
		}
	}
	slices.SortStableFunc(c.findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return c.findings
}

type checker struct {
	req      CheckRequest
	file     *deploy.Deployment // nil when there is no deployment
	findings []Finding
}

// add notes errors, each once.
func (c *checker) add(problems ...Problem) { c.note(false, problems) }

func (c *checker) warn(problems ...Problem) { c.note(true, problems) }

func (c *checker) note(warning bool, problems []Problem) {
	for _, p := range problems {
		if f := (Finding{Problem: p, Warning: warning}); !slices.Contains(c.findings, f) {
			c.findings = append(c.findings, f)
		}
	}
}

// sections holds every section to its adapter's schema and to the policy.
func (c *checker) sections() {
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	h := newHost(c.req.Deployment, c.req.Options)
	defer h.Close()
	c.add(h.registry.builtins(h.opts.Builtins)...)
	h.registry.find(c.file)
	c.unused(h.registry)
	for _, system := range c.file.Systems {
		strongest := effect.Tier(0)
		for _, s := range system.Candidates {
			tier, problems := h.registry.look(ctx, system.Name, s, c.file.Dir)
			c.add(inSystem(system.Name, problems)...)
			if tier.Valid() && (strongest == 0 || tier < strongest) {
				strongest = tier
			}
		}
		if min := c.file.Policy.MinTier; min.Valid() && strongest > min {
			c.add(Problem{
				Code: CodePolicy, Pos: system.Pos, System: system.Name,
				Message: fmt.Sprintf("system %q is read at tier %d (%s) at best, and the policy's min_tier is %d (%s)",
					system.Name, int(strongest), strongest, int(min), min),
				Fix: "add a candidate that reads the system of record itself",
			})
		}
	}
}

// unused warns of plugins that cannot be used and that no section asks for; one
// that a section asks for is that section's error.
func (c *checker) unused(r *registry) {
	asked := map[string]bool{}
	for _, system := range c.file.Systems {
		for _, s := range system.Candidates {
			asked[s.Kind] = true
		}
	}
	for _, e := range r.entries {
		if e.disabled != "" && !asked[e.kind] {
			c.warn(Problem{Code: CodePlugin, Message: fmt.Sprintf("%q cannot be used as a plugin: %s", e.path, e.disabled)})
		}
	}
}

// look holds a section to its adapter's schema, and to a built-in adapter
// itself, which connects to nothing until it is asked to read. The tier is the
// strongest that the adapter can have, 0 when it is not known.
func (r *registry) look(ctx context.Context, system string, s deploy.Section, dir string) (effect.Tier, []Problem) {
	if s.Kind == "" { // the file's own mistake, and said
		return 0, nil
	}
	e, problem := r.resolve(ctx, system, s)
	if problem != nil {
		return 0, []Problem{*problem}
	}
	tier := effect.Tier(max(e.adapter.Describe().Tier, int(effect.IndependentSystem)))
	section, err := e.schema.Check(schema.Request{Kind: s.Kind, Node: s.Node, Pos: s.Pos, Dir: dir, Elsewhere: r.elsewhere})
	if err != nil {
		return tier, problemsOf(CodeInvalidSection, err)
	}
	if e.builtin == nil {
		return tier, nil
	}
	instance, f := e.adapter.Configure(ctx, section.JSON, standIns(section.Secrets))
	switch {
	case f == nil:
		instance.Release()
	case f.Misconfigured: // anything else is about a stand-in
		return tier, []Problem{failed(system, s.Pos, unusableSection, f)}
	}
	return tier, nil
}

// unusableSection is what a section is that its adapter refuses.
const unusableSection = "the section cannot be used"

// standIns take the place of secrets, which a check does not ask for.
func standIns(variables map[string]secret.Variable) map[string]string {
	out := make(map[string]string, len(variables))
	for pointer := range variables {
		out[pointer] = "user:password"
	}
	return out
}

// step looks at what one step declares.
func (c *checker) step(s *effect.Step) {
	if len(s.Effects) == 0 && len(s.AlsoWatch) == 0 {
		p := Problem{Code: CodeNoEffects, Pos: s.Pos, Message: fmt.Sprintf("step %q declares no effect: nothing would be verified", s.ID), Fix: "declare what must be true after it"}
		required := c.file != nil && c.file.Policy.RequireEffectsForIrreversible && s.Risk == effect.Irreversible
		if required {
			p.Code, p.Message = CodePolicy, fmt.Sprintf("step %q is irreversible and declares no effect, which the policy requires", s.ID)
		}
		c.note(!required, []Problem{p})
	}
	for i := range s.Effects {
		e := &s.Effects[i]
		c.warn(problemsOfList(CodeUnguarded, e.Warnings())...)
		if system := c.system(e.System, e.Pos); system != nil {
			c.windows(system, s, e)
		}
	}
	for _, name := range s.AlsoWatch {
		c.system(name, s.Pos)
	}
}

// system finds the system that a step names; nil, and noted, when the
// deployment has none of that name.
func (c *checker) system(name string, at effect.Position) *deploy.System {
	if c.file == nil {
		return nil
	}
	found := c.file.System(name)
	if found == nil {
		name = systemName(name)
		names := c.req.Deployment.Systems()
		fix := source.DidYouMean(name, names)
		if fix == "" {
			fix = "there are " + source.OneOf(names)
		}
		c.add(Problem{Code: CodeUnknownSystem, Pos: at, System: name, Message: fmt.Sprintf("the deployment has no system %q", name), Fix: fix})
	}
	return found
}

// windows compares an effect's time-out with the freshness windows of the
// sections that may read for it. Which one will is not known here: where there
// are several, a short one is a warning.
func (c *checker) windows(system *deploy.System, s *effect.Step, e *effect.Effect) {
	timeout, risk := effect.DefaultTimeout, cmp.Or(e.Risk, s.Risk)
	if e.Timeout != nil {
		timeout = *e.Timeout
	}
	for _, section := range system.Candidates {
		if problem := windowProblem(system.Name, section, timeout, risk); problem != nil {
			c.note(len(system.Candidates) > 1, []Problem{*problem})
		}
	}
}
