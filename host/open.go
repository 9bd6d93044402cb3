package host

import (
	"context"
	"fmt"

	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/redact"
	"github.com/effectkit/effectkit/host/internal/schema"
	"github.com/effectkit/effectkit/host/internal/secret"
	"github.com/effectkit/effectkit/host/internal/snapshot"

	"golang.org/x/sync/semaphore"
)

// Open builds every reader that the deployment names: it finds the adapters,
// checks the sections, looks up the secrets and configures one instance an
// entry. Nothing is read yet: the connection of a chosen reader is tried by
// [Host.Begin]. The error is a [*Refusal] with every problem.
func Open(ctx context.Context, d *Deployment, o Options) (*Host, error) {
	if d == nil {
		return nil, &Refusal{Problems: []Problem{{Code: CodeCaller, Message: "no deployment"}}}
	}
	if len(d.problems) > 0 {
		return nil, d.refuse(o)
	}
	h := newHost(d, o)
	var no refusal
	h.state, no.problems = openState(d.file, h.opts.LookupEnv, h.scrubber)
	no.add(h.registry.builtins(h.opts.Builtins)...)
	h.registry.find(d.file)
	if name := d.file.State.KeyEnv; name != "" {
		h.secretNames[name] = true
	}
	for _, s := range d.file.Systems {
		for _, section := range s.Candidates {
			r, problems := h.build(ctx, s.Name, section)
			no.add(problems...)
			if r != nil {
				h.readers[s.Name] = append(h.readers[s.Name], r)
			}
		}
	}
	if err := no.err(); err != nil {
		_ = h.Close()
		return nil, err
	}
	h.opts.Logger.Info("opened", "deployment", d.File(), "systems", len(h.readers))
	return h, nil
}

// refuse gives all that is wrong with a file that does not hold together, so
// that nobody mends it in two rounds.
func (d *Deployment) refuse(o Options) *Refusal {
	var no refusal
	for _, f := range Check(CheckRequest{Deployment: d, Options: o}) {
		if !f.Warning {
			no.add(f.Problem)
		}
	}
	return &Refusal{Problems: no.problems}
}

func newHost(d *Deployment, o Options) *Host {
	o = o.withDefaults()
	h := &Host{deployment: d.file, opts: o, scrubber: &secret.Scrubber{}, readers: map[string][]*reader{}, secretNames: map[string]bool{}}
	h.opts.Logger = scrubbed(o.Logger, h.scrubber)
	h.snapshots = snapshot.NewStore(snapshot.Options{Budget: o.SnapshotBudget, Dir: o.SpillDir})
	h.registry = &registry{opts: h.opts, client: adapter.Options{Scrub: h.scrubber.Scrub, Stats: o.Stats}, scrubber: h.scrubber}
	h.closed, h.close = context.WithCancelCause(context.Background())
	return h
}

// build makes one reader of a section.
func (h *Host) build(ctx context.Context, system string, s deploy.Section) (*reader, []Problem) {
	if e := h.registry.entry(s.Kind); e != nil && e.origin == originDev && h.deployment.Policy.Enforce {
		return nil, []Problem{{
			Code: CodePolicy, Pos: s.KindPos, System: system,
			Message: fmt.Sprintf("%q runs as a development plugin, which the policy does not allow", s.Kind),
			Fix:     "lock it with `effectkit adapters lock`",
		}}
	}
	e, problem := h.registry.resolve(ctx, system, s)
	if problem != nil {
		return nil, []Problem{*problem}
	}
	section, err := e.schema.Check(schema.Request{
		Kind: s.Kind, Node: s.Node, Pos: s.Pos, Dir: h.deployment.Dir, Elsewhere: h.registry.elsewhere,
	})
	if err != nil {
		return nil, inSystem(system, problemsOf(CodeInvalidSection, err))
	}
	secrets, err := secret.Resolve(section.Secrets, h.opts.LookupEnv)
	if err != nil {
		return nil, inSystem(system, problemsOf(CodeSecret, err))
	}
	for pointer, v := range section.Secrets {
		h.scrubber.Add(secrets[pointer])
		h.secretNames[v.Name] = true
	}
	r := &reader{
		system: system, section: s, entry: e, config: section.JSON, exprs: section.Exprs,
		rules: redact.New(s.Evidence), slots: semaphore.NewWeighted(int64(s.MaxConcurrentReads)),
	}
	instance, f := e.adapter.Configure(ctx, section.JSON, secrets)
	if f != nil {
		return nil, []Problem{r.failed(unusableSection, f)}
	}
	r.instance = instance
	if tier := instance.Tier(); !tier.Valid() {
		instance.Release()
		return nil, []Problem{{Code: CodeAdapterFailed, Pos: s.KindPos, System: system, Message: fmt.Sprintf("%q says that its tier is %d, not 1 to 4", s.Kind, int(tier))}}
	}
	return r, nil
}

func inSystem(system string, problems []Problem) []Problem {
	for i := range problems {
		problems[i].System = system
	}
	return problems
}
