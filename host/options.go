package host

import (
	"log/slog"
	"os"
	"time"

	"github.com/effectkit/effectkit/sdk"

	"google.golang.org/grpc/stats"
)

// DefaultSnapshotBudget is what all snapshots of a host may hold in memory at
// once, in bytes.
const DefaultSnapshotBudget = 1 << 30

// Options are what a runner brings to [Open]. The zero Options read plugins
// alone, log nothing and use the machine's clock and environment.
type Options struct {
	// Builtins are the adapters that run in this process, mostly builtin.All().
	Builtins []sdk.Adapter
	// Version is the host's own version; it goes into the identity of built-in
	// readers. "" is "dev".
	Version string
	// Self is the path of an executable that serves `adapter KIND`, for
	// sections that say isolate: true. "" is os.Executable.
	Self string
	// DevPlugins are executables that run without a lock entry, by kind. Every
	// verdict that rests on one says so; an enforcing policy refuses them.
	DevPlugins map[string]string

	// SnapshotBudget bounds the memory of all snapshots together, in bytes; 0
	// is DefaultSnapshotBudget. Snapshots beyond it wait, spill to disk, or
	// refuse the run before the action.
	SnapshotBudget int64
	// BudgetWait is how long Begin waits for room in the budget; 0 is 30 s.
	BudgetWait time.Duration
	// SpillDir is where large snapshots go, as unlinked files; "" is
	// os.TempDir.
	SpillDir string

	// Logger takes what an operator may want to know. It never sees a secret
	// nor a record's value. nil discards.
	Logger *slog.Logger
	// Stats observes every call to every adapter, built in or not, as a runner's
	// metrics and traces need (gRPC's stats package). What it is handed holds
	// records: it must not keep or show payloads. nil observes nothing.
	Stats stats.Handler
	// Clock is the machine's when nil.
	Clock Clock
	// LookupEnv finds environment variables; nil is os.LookupEnv.
	LookupEnv func(name string) (string, bool)
}

func (o Options) withDefaults() Options {
	if o.Version == "" {
		o.Version = "dev"
	}
	if o.SnapshotBudget <= 0 {
		o.SnapshotBudget = DefaultSnapshotBudget
	}
	if o.BudgetWait <= 0 {
		o.BudgetWait = 30 * time.Second
	}
	if o.SpillDir == "" {
		o.SpillDir = os.TempDir()
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Clock == nil {
		o.Clock = SystemClock{}
	}
	if o.LookupEnv == nil {
		o.LookupEnv = os.LookupEnv
	}
	return o
}
