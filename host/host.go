package host

import (
	"context"
	"errors"
)

// Host holds the configured readers of one deployment. It is safe for
// concurrent use. Build it with [Open] and close it.
type Host struct{ opts Options }

// Open builds every reader that the deployment names: it finds the adapters,
// checks the sections, looks up the secrets and configures one instance an
// entry. Nothing is read yet: the connection of a chosen reader is tried by
// [Host.Begin]. The error is a [*Refusal] with every problem.
func Open(ctx context.Context, d *Deployment, o Options) (*Host, error) {
	return nil, errors.ErrUnsupported
}

// Close ends the readers and their processes, within four seconds. Sessions
// that are still open answer indeterminate from then on.
func (h *Host) Close() error { return nil }
