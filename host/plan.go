package host

import (
	"errors"
	"fmt"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/settle"
)

// plan makes a session of a step: parameters bound, readers chosen and pinned,
// nothing read. The error is a [*Refusal] with every problem.
func (h *Host) plan(req BeginRequest, mode effect.Mode) (*Session, error) {
	if req.Step == nil {
		return nil, &Refusal{Problems: []Problem{{Code: CodeCaller, Message: "no step"}}}
	}
	p := &planner{host: h, params: req.Params, mode: mode, seen: map[string]bool{}}
	return p.plan(req)
}

func (p *planner) plan(req BeginRequest) (*Session, error) {
	p.session = &Session{host: p.host, step: *req.Step, params: req.Params, mode: p.mode}
	p.effects()
	if p.mode == effect.Delta {
		p.watches()
	}
	p.siblings()
	watched := len(req.Step.AlsoWatch) > 0 && p.mode == effect.Delta
	demanded := p.host.deployment.Policy.RequireEffectsForIrreversible && req.Step.Risk == effect.Irreversible
	if len(req.Step.Effects) == 0 && (!watched || demanded) {
		p.nothing()
	}
	if err := p.refusal.err(); err != nil {
		return nil, err
	}
	return p.session, nil
}

type planner struct {
	refusal
	host    *Host
	session *Session
	params  effect.Params
	mode    effect.Mode
	seen    map[string]bool // unbound parameters that were named
	// stored is the session that is reopened; nil for a new one.
	stored *stored
}

// nothing refuses a step that declares nothing to verify.
func (p *planner) nothing() {
	step := &p.session.step
	if p.host.deployment.Policy.RequireEffectsForIrreversible && step.Risk == effect.Irreversible {
		p.add(uncovered(step))
		return
	}
	p.add(Problem{
		Code: CodeNoEffects, Pos: step.Pos, Message: fmt.Sprintf("step %q declares no effect: there is nothing to verify", step.ID),
		Fix: "declare what must be true after it",
	})
}

// uncovered is an irreversible step without effects, under a policy.
func uncovered(s *effect.Step) Problem {
	return Problem{
		Code: CodePolicy, Pos: s.Pos,
		Message: fmt.Sprintf("step %q is irreversible and declares no effect, which the policy requires", s.ID),
		Fix:     "declare what must be true after it",
	}
}

// effects binds and pins what the step declares.
func (p *planner) effects() {
	for i := range p.session.step.Effects {
		e := &p.session.step.Effects[i]
		if err := e.Validate(); err != nil {
			p.add(problemsOf(CodeInvalidContract, err)...)
			continue
		}
		bound, err := e.Bind(p.params, p.session.step.Risk)
		if err != nil {
			p.add(unbound(err, p.params, p.seen)...)
		}
		if field := bound.RefusedInCurrentState(); field != "" && p.mode == effect.CurrentState {
			p.add(Problem{
				Code: CodeCurrentState, Pos: e.Pos, System: systemName(e.System),
				Message: fmt.Sprintf("%s: the effect needs a baseline from before the action, and there is none", field),
				Fix:     "take one with `effectkit baseline` before the action",
			})
			continue
		}
		p.pin(&contract{declared: e, bound: bound, hash: e.Hash()}, e.Pos)
	}
}

// watches adds what also_watch stands for: an exact_delta that declares nothing
// over everything the system's section reads. Records are told apart by "id",
// as in every exact kind: where a watched system has none the verdict is
// indeterminate, and never "nothing changed".
func (p *planner) watches() {
	timeout := effect.DefaultTimeout
	for i, c := range p.session.effects {
		if i == 0 || c.bound.Timeout > timeout {
			timeout = c.bound.Timeout
		}
	}
	for _, name := range p.session.step.AlsoWatch {
		e := &effect.Effect{
			Kind: effect.ExactDelta, System: name, Timeout: &timeout, Pos: p.session.step.Pos,
			Probe: "nothing else changed in " + name,
		}
		bound, err := e.Bind(p.params, p.session.step.Risk)
		if err != nil { // cannot be: it names no parameter
			p.add(unbound(err, p.params, p.seen)...)
			continue
		}
		p.pin(&contract{declared: e, bound: bound, implied: true, hash: e.Hash()}, e.Pos)
	}
}

// pin chooses a contract's reader and binds it to the step.
func (p *planner) pin(c *contract, at effect.Position) {
	system := systemName(c.bound.System)
	candidates, ok := p.host.readers[system]
	if !ok {
		p.add(Problem{Code: CodeUnknownSystem, Pos: at, System: system, Message: fmt.Sprintf("the deployment has no system %q", system), Fix: p.host.systems()})
		return
	}
	r := p.chosen(candidates)
	if r == nil {
		var problem *Problem
		if r, problem = choose(system, candidates, c.bound, at, p.host.deployment.Policy.MinTier); problem != nil {
			p.add(*problem)
			return
		}
	}
	c.pin = p.pinned(r)
	settleFor := r.section.Settle.Stability(c.bound.Risk)
	if problem := windowProblem(r.system, r.section, c.bound.Timeout, c.bound.Risk); problem != nil && p.stored == nil {
		p.add(*problem)
	}
	c.track = settle.NewTrack(settle.ForBound(c.bound, settleFor))
	c.pin.fields = append(c.pin.fields, hints(c.bound)...)
	if f := r.section.Freshness; f != nil {
		c.pin.fields = append(c.pin.fields, f.Field)
	}
	c.mac, _ = c.declared.BindingMAC(p.host.state.hide, p.params) // unbound ones were named above
	p.session.effects = append(p.session.effects, c)
}

// chosen is the reader that the next effect of a stored session was pinned to
// before the action; nil where there is none.
func (p *planner) chosen(candidates []*reader) *reader {
	i := len(p.session.effects)
	if p.stored == nil || i >= len(p.stored.Effects) {
		return nil
	}
	at := p.stored.Effects[i].Pin
	if at < 0 || at >= len(p.stored.Pins) {
		return nil
	}
	for _, r := range candidates {
		bindings, problems := r.bind(p.params, map[string]bool{})
		if len(problems) == 0 && r.identity(p.host.state.hide, bindings) == p.stored.Pins[at].Identity {
			return r
		}
	}
	return nil
}

// pinned is the step's pin of a reader: one for all effects that it serves.
func (p *planner) pinned(r *reader) *pin {
	for _, one := range p.session.pins {
		if one.reader == r {
			return one
		}
	}
	bindings, problems := r.bind(p.params, p.seen)
	p.add(inSystem(r.system, problems)...)
	one := &pin{reader: r, bindings: bindings, identity: r.identity(p.host.state.hide, bindings)}
	p.session.pins = append(p.session.pins, one)
	return one
}

// windowProblem says that a section's freshness window could run out while the
// host still waits; nil when it cannot.
func windowProblem(system string, s deploy.Section, timeout time.Duration, risk effect.Risk) *Problem {
	var window *deploy.WindowError
	if !errors.As(s.Freshness.Check(timeout, risk, s.Settle), &window) {
		return nil
	}
	return &Problem{
		Code: CodeFreshness, Pos: window.Pos, System: system,
		Message: fmt.Sprintf("a window of %s is shorter than timeout_s, settle_s and read_timeout_s together", seconds(window.Window)),
		Fix:     "write at least " + seconds(window.Need),
	}
}

// siblings tells each effect what the others over its reader speak of.
func (p *planner) siblings() {
	for _, c := range p.session.effects {
		for _, other := range p.session.effects {
			if other != c && other.pin == c.pin {
				c.siblings = append(c.siblings, siblingsOf(other.bound)...)
			}
		}
	}
}

func systemName(name string) string {
	if name == "" {
		return deploy.DefaultSystem
	}
	return name
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.4g s", d.Seconds()) }
