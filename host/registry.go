package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/plugin"
	"github.com/effectkit/effectkit/host/internal/schema"
	"github.com/effectkit/effectkit/host/internal/secret"
	"github.com/effectkit/effectkit/sdk"
)

// Where an adapter comes from.
const (
	originBuiltin = "builtin"
	originPlugin  = "plugin"
	originDev     = "dev"
)

// entry is one adapter of one kind, usable or not.
type entry struct {
	kind    string
	origin  string
	path    string // of a plugin
	digest  string // of a built-in
	adapter adapter.Adapter
	schema  *schema.Schema
	// disabled says why it cannot be used; "" when it can.
	disabled string
	// builtin is the adapter of this process, opened when a section first needs
	// it; nil for a plugin.
	builtin sdk.Adapter
	// found is the plugin in the catalogue; nil for a built-in.
	found *plugin.Entry
	// isolated is the same built-in in a process of its own, made when a
	// section first asks for it.
	isolated *entry
}

func (e *entry) info() AdapterInfo {
	info := AdapterInfo{Kind: e.kind, Origin: e.origin, Path: e.path, Disabled: e.disabled}
	var about sdk.Description
	switch {
	case e.adapter != nil:
		about, info.Digest = e.adapter.Describe(), e.adapter.Identity().Digest
	case e.builtin != nil:
		about, info.Digest = e.builtin.Describe(), e.digest
	case e.found != nil:
		info.Version, info.Digest = e.found.Version, e.found.Digest
		return info
	}
	info.Version, info.Title, info.Schema = about.Version, about.Title, about.Schema
	info.Tier = effect.Tier(max(about.Tier, int(effect.IndependentSystem)))
	return info
}

// describe checks what an adapter says of itself.
func (e *entry) describe(a adapter.Adapter) {
	e.adapter = a
	s, err := schema.Compile(a.Describe().Schema)
	if err != nil {
		e.disabled = fmt.Sprintf("its schema cannot be used: %v", err)
		return
	}
	e.schema = s
}

// properties are the keys that a section of the kind may have; nil where they
// are not known. Only messages ask for them.
func (e *entry) properties() []string {
	s := e.schema
	if s == nil && e.builtin != nil {
		s, _ = schema.Compile(e.builtin.Describe().Schema)
	}
	if s == nil {
		return nil
	}
	return s.Properties()
}

// registry has the adapters of a host by kind. Built-ins come first: their
// kinds are reserved.
type registry struct {
	opts     Options
	client   adapter.Options
	scrubber *secret.Scrubber
	entries  []*entry

	mu        sync.Mutex // held while a process is started
	workspace *plugin.Workspace
}

// builtins lists the adapters of this process. Each is opened when a section
// first needs it: opening all would take longer than most runs. A problem is a
// mistake of the program that embeds the host: a kind twice, or one that is not
// a built-in's.
func (r *registry) builtins(list []sdk.Adapter) []Problem {
	var problems []Problem
	for _, a := range list {
		kind := a.Describe().Kind
		switch {
		case !deploy.Reserved(kind):
			problems = append(problems, Problem{Code: CodeInvalidSection, Message: fmt.Sprintf("%q is not a built-in kind; a vendor's adapter is a plugin", kind)})
		case r.entry(kind) != nil:
			problems = append(problems, Problem{Code: CodeInvalidSection, Message: fmt.Sprintf("%q is built in twice", kind)})
		default:
			r.entries = append(r.entries, &entry{kind: kind, origin: originBuiltin, builtin: a, digest: "builtin:" + r.opts.Version})
		}
	}
	return problems
}

// entry finds the adapter of a kind: the one that can be used, else one that
// says why it cannot; nil when there is none.
func (r *registry) entry(kind string) *entry {
	var found *entry
	for _, e := range r.entries {
		if e.kind == kind && (found == nil || e.disabled == "") {
			found = e
		}
	}
	return found
}

// kinds that can be used, for suggestions.
func (r *registry) kinds() []string {
	var out []string
	for _, e := range r.entries {
		if e.disabled == "" {
			out = append(out, e.kind)
		}
	}
	slices.Sort(out)
	return out
}

// elsewhere names the kinds whose sections have a key, built-in ones that this
// build lacks among them.
func (r *registry) elsewhere(key string) []string {
	out := deploy.KindsWith(key)
	for _, e := range r.entries {
		if slices.Contains(e.properties(), key) && !slices.Contains(out, e.kind) {
			out = append(out, e.kind)
		}
	}
	return out
}

// resolve finds the adapter of a section, in the order: built-in, plugin. The
// problem is nil when there is one that can be used.
func (r *registry) resolve(ctx context.Context, system string, s deploy.Section) (*entry, *Problem) {
	e := r.entry(s.Kind)
	if e != nil {
		r.start(ctx, e)
	}
	problem := func(code Code, message, fix string) *Problem {
		return &Problem{Code: code, Pos: s.KindPos, System: system, Message: message, Fix: fix}
	}
	switch {
	case e == nil && deploy.Reserved(s.Kind):
		return nil, problem(CodeNotInBuild, fmt.Sprintf("%q is a built-in kind that is not in this build", s.Kind), r.available())
	case e == nil:
		return nil, problem(CodeUnknownKind, fmt.Sprintf("no plugin of the kind %q", s.Kind),
			"name its program or folder under plugins:, lock it with `effectkit adapters lock`; "+r.available())
	case e.disabled != "":
		return nil, problem(CodePlugin, fmt.Sprintf("%q cannot be used: %s", s.Kind, e.disabled), "")
	case !s.Isolate:
		return e, nil
	case e.origin != originBuiltin:
		return e, nil // a plugin has a process of its own anyway
	}
	own, why := r.isolate(ctx, e)
	if why != "" {
		return nil, problem(CodePlugin, fmt.Sprintf("%q cannot be isolated: %s", s.Kind, why), "leave isolate out, or mend the installation")
	}
	return own, nil
}

func (r *registry) available() string {
	if kinds := r.kinds(); len(kinds) > 0 {
		return "there are " + strings.Join(kinds, ", ")
	}
	return "there are none"
}

// close ends all adapters at once, so that the slowest is all that it takes.
func (r *registry) close() error {
	var wg sync.WaitGroup
	errs := make([]error, 2*len(r.entries))
	for i, e := range r.entries {
		for j, one := range []*entry{e, e.isolated} {
			if one != nil && one.adapter != nil {
				wg.Go(func() { errs[2*i+j] = one.adapter.Close() })
			}
		}
	}
	wg.Wait()
	if r.workspace != nil {
		errs = append(errs, r.workspace.Close())
	}
	return errors.Join(errs...)
}
