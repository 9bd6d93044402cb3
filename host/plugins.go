package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/plugin"
)

// find lists the adapters that are programs of their own, and starts none. One
// that is broken, or not locked, is listed with the reason and disables itself
// alone.
func (r *registry) find(d *deploy.Deployment) {
	if len(d.Plugins) == 0 && len(r.opts.DevPlugins) == 0 {
		return
	}
	req, err := r.request(d)
	for _, found := range plugin.Find(req).Entries() {
		e := &entry{kind: found.Kind, origin: originPlugin, path: found.Path, disabled: found.Problem, found: found}
		switch {
		case found.Dev:
			e.origin = originDev
		case err != nil:
			e.disabled = err.Error()
		}
		if e.disabled != "" {
			r.opts.Logger.Warn("a plugin cannot be used", "path", e.path, "reason", e.disabled)
		}
		r.entries = append(r.entries, e)
	}
}

// request says where a deployment's plugins are. The error is the lock's: none
// can be trusted then.
func (r *registry) request(d *deploy.Deployment) (plugin.Request, error) {
	lock, err := plugin.ReadLock(d.Lock)
	req := plugin.Request{Lock: lock, Reserved: builtinKind, Dev: map[string]string{}}
	for _, p := range d.Plugins {
		req.Paths = append(req.Paths, p.Path)
	}
	for kind, path := range r.opts.DevPlugins {
		if full, err := filepath.Abs(path); err == nil {
			path = full
		}
		req.Dev[kind] = path
	}
	return req, err
}

// builtinKind tells a built-in's kind from one that merely lacks the hyphen of a
// vendor's.
func builtinKind(kind string) bool { return slices.Contains(deploy.ReservedKinds(), kind) }

// start opens an adapter, once: a built-in in memory, a plugin as a process.
func (r *registry) start(ctx context.Context, e *entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.adapter != nil || e.disabled != "" {
		return
	}
	if e.builtin != nil {
		opened, err := adapter.InMemoryWith(e.builtin, r.opts.Version, r.client)
		if err != nil {
			e.disabled = err.Error()
			return
		}
		e.describe(opened)
		return
	}
	o, err := r.processes()
	if err != nil {
		e.disabled = err.Error()
		return
	}
	started, f := e.found.Launch(ctx, o)
	if f != nil {
		e.disabled = strings.TrimPrefix(f.Detail, fmt.Sprintf("%q cannot be used: ", e.kind))
		return
	}
	e.describe(started)
}

// isolate gives a built-in in a process of its own, one for all sections that
// ask for it; why says why it cannot.
func (r *registry) isolate(ctx context.Context, e *entry) (own *entry, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.isolated != nil {
		return e.isolated, ""
	}
	self := r.opts.Self
	if self == "" {
		var err error
		if self, err = os.Executable(); err != nil {
			return nil, "this program's own path is not known: " + err.Error()
		}
	}
	o, err := r.processes()
	if err != nil {
		return nil, err.Error()
	}
	id := adapter.Identity{Kind: e.kind, Digest: e.adapter.Identity().Digest}
	started, f := plugin.Launch(ctx, id, plugin.BuiltIn(self, e.kind), o)
	if f != nil {
		return nil, f.Detail
	}
	own = &entry{kind: e.kind, origin: originBuiltin, path: self}
	if own.describe(started); own.disabled != "" {
		_ = started.Close()
		return nil, own.disabled
	}
	e.isolated = own
	return own, ""
}

// processes is what all plugins of the host have in common. The workspace is
// made when the first one starts.
func (r *registry) processes() (plugin.Options, error) {
	if r.workspace == nil {
		w, err := plugin.OpenWorkspace("")
		if err != nil {
			return plugin.Options{}, fmt.Errorf("there is no folder for plugins to run in: %w", err)
		}
		r.workspace = w
	}
	return plugin.Options{
		Workspace: r.workspace, Logger: r.opts.Logger, Scrub: r.scrubber.Scrub, LookupEnv: r.opts.LookupEnv, Adapter: r.client,
	}, nil
}

// LockRequest asks for the lock of a deployment's plugins.
type LockRequest struct {
	Deployment *Deployment
	Options    Options
}

// LockedPlugin is one plugin as it was locked, or why it was not.
type LockedPlugin struct {
	Kind    string
	Path    string
	Version string
	Digest  string // SHA-256 in hex
	// Changed is true where the lock said something else before, or nothing.
	Changed bool
	// Problem says why it was not locked; "" when it was.
	Problem string
}

// LockResult is what LockPlugins did. Where plugins have a Problem, the lock is
// written without them.
type LockResult struct {
	Path    string // of the lock file
	Plugins []LockedPlugin
}

// LockPlugins hashes every plugin that the deployment names, starts each once to
// hear its kind, and writes the lock file: from then on these bytes and no
// others run. Call it when a person has decided to trust them.
func LockPlugins(ctx context.Context, req LockRequest) (LockResult, error) {
	h := newHost(req.Deployment, req.Options)
	defer h.Close()
	result := LockResult{Path: h.deployment.Lock}
	find, err := h.registry.request(h.deployment)
	var broken *plugin.LockError
	if err != nil && !errors.As(err, &broken) { // a broken one is written anew
		return result, err
	}
	o, err := h.registry.processes()
	if err != nil {
		return result, err
	}
	lock, report := plugin.LockAll(ctx, find, o)
	for _, p := range report {
		result.Plugins = append(result.Plugins, LockedPlugin(p))
	}
	if err := lock.Write(result.Path); err != nil {
		return result, fmt.Errorf("the lock cannot be written: %w", err)
	}
	return result, nil
}

// ListRequest asks which adapters there are.
type ListRequest struct {
	// Deployment names plugins; nil lists what is built in.
	Deployment *Deployment
	Options    Options
	// Start starts the plugins to hear what they are. Without it only what their
	// names and the lock say is known.
	Start bool
}

// ListAdapters lists what is built in and what a deployment's plugins are, by
// kind, the unusable ones with the reason.
func ListAdapters(ctx context.Context, req ListRequest) ([]AdapterInfo, error) {
	if req.Deployment == nil {
		req.Deployment = &Deployment{file: &deploy.Deployment{}}
	}
	h := newHost(req.Deployment, req.Options)
	defer h.Close()
	if problems := h.registry.builtins(h.opts.Builtins); len(problems) > 0 {
		return nil, &Refusal{Problems: problems}
	}
	h.registry.find(h.deployment)
	if req.Start {
		each(h.registry.entries, func(e *entry) struct{} {
			h.registry.start(ctx, e)
			return struct{}{}
		})
	}
	return h.Adapters(), nil
}
