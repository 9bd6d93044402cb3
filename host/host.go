package host

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/host/internal/secret"
	"github.com/effectkit/effectkit/host/internal/snapshot"
)

// Host holds the configured readers of one deployment. It is safe for
// concurrent use. Build it with [Open] and close it.
type Host struct {
	deployment *deploy.Deployment
	opts       Options
	registry   *registry
	scrubber   *secret.Scrubber
	snapshots  *snapshot.Store
	state      *state
	// readers are the candidates of each system, in declared order.
	readers     map[string][]*reader
	secretNames map[string]bool

	closed    context.Context
	close     context.CancelCauseFunc
	closeOnce sync.Once
	closeErr  error
}

var errClosed = errors.New("the host was closed")

// Close ends the readers and their processes, within four seconds. Sessions
// that are still open answer indeterminate from then on. More calls do nothing.
func (h *Host) Close() error {
	h.closeOnce.Do(func() {
		h.close(errClosed)
		for _, candidates := range h.readers {
			for _, r := range candidates {
				r.instance.Release()
			}
		}
		h.closeErr = h.registry.close()
	})
	return h.closeErr
}

// SecretVariables are the environment variables that hold the deployment's
// secrets, sorted. A runner takes them out of the environment of what acts.
func (h *Host) SecretVariables() []string { return slices.Sorted(maps.Keys(h.secretNames)) }

// Adapters lists what is built in and what was found, by kind.
func (h *Host) Adapters() []AdapterInfo {
	out := make([]AdapterInfo, len(h.registry.entries))
	for i, e := range h.registry.entries {
		out[i] = e.info()
	}
	slices.SortStableFunc(out, func(a, b AdapterInfo) int {
		switch {
		case a.Kind < b.Kind:
			return -1
		case a.Kind > b.Kind:
			return 1
		}
		return 0
	})
	return out
}

// systems lists the systems there are, for a message.
func (h *Host) systems() string { return "there are " + strings.Join(h.systemNames(), ", ") }

func (h *Host) systemNames() []string {
	names := make([]string, len(h.deployment.Systems))
	for i, s := range h.deployment.Systems {
		names[i] = s.Name
	}
	return names
}

// context ends with the caller's or with the host.
func (h *Host) context(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	if h.closed.Err() != nil { // AfterFunc would come a little later
		cancel(errClosed)
	}
	stop := context.AfterFunc(h.closed, func() { cancel(errClosed) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}

// scrubbed is a logger that no secret gets through.
func scrubbed(l *slog.Logger, s *secret.Scrubber) *slog.Logger {
	return slog.New(s.Handler(l.Handler()))
}
