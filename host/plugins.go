package host

import (
	"context"

	"github.com/effectkit/effectkit/host/internal/deploy"
)

// plugins finds the adapters that are programs of their own.
func (r *registry) plugins(ctx context.Context, d *deploy.Deployment) []Problem { return nil }

// isolate gives a built-in in a process of its own; why says why it cannot.
func (r *registry) isolate(e *entry) (own *entry, why string) {
	return nil, "this build starts no processes"
}
