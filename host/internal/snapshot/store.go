package snapshot

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/semaphore"
)

// Bounds that no caller needs to change but a test.
const (
	// Quantum is what a session holds at least for each of its two snapshots.
	Quantum = 64 << 10
	// SpillOver is how much one snapshot keeps in memory at most.
	SpillOver = 64 << 20
	// growth is the least by which a holding grows.
	growth = 256 << 10
	// MaxBytes and MaxRecords bound one snapshot, spilled or not.
	MaxBytes   = 64 << 30
	MaxRecords = 1 << 30
)

// Options are the bounds of a store; zero values are the package's.
type Options struct {
	// Budget is what all snapshots may hold in memory at once, in bytes.
	Budget int64
	// Dir is where snapshots spill to; "" is the system's temporary directory.
	Dir        string
	SpillOver  int64
	MaxBytes   int64
	MaxRecords int64
}

// Store is a budget that snapshots share. It is safe for concurrent use.
type Store struct {
	opts   Options
	budget *semaphore.Weighted
}

// NewStore makes a store. A budget that does not admit one session is raised
// to one that does.
func NewStore(o Options) *Store {
	o.Budget = max(o.Budget, 2*Quantum)
	if o.SpillOver <= 0 {
		o.SpillOver = SpillOver
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = MaxBytes
	}
	if o.MaxRecords <= 0 {
		o.MaxRecords = MaxRecords
	}
	return &Store{opts: o, budget: semaphore.NewWeighted(o.Budget)}
}

// ErrFull says that the budget had no room in time. Nothing was read: run fewer
// sessions at once, or raise the budget.
var ErrFull = errors.New("no room for another snapshot")

// Admit waits for room for the snapshots of n readers, all or none, first come
// first served. The error is [ErrFull] once ctx has ended.
func (s *Store) Admit(ctx context.Context, n int) ([]*Holding, error) {
	need := int64(n) * 2 * Quantum
	if !s.budget.TryAcquire(need) && s.budget.Acquire(ctx, need) != nil {
		return nil, fmt.Errorf("%w within a budget of %d MiB", ErrFull, s.opts.Budget>>20)
	}
	out := make([]*Holding, n)
	for i := range out {
		out[i] = &Holding{store: s, before: Quantum, after: Quantum}
	}
	return out, nil
}

// Holding is the room of one reader's baseline and, as large, of its reads
// after the action. It is not safe for concurrent use.
type Holding struct {
	store         *Store
	before, after int64
	released      bool
}

// Held is how many bytes of the budget are held.
func (h *Holding) Held() int64 { return h.before + h.after }

// grow asks for room for n bytes more. A baseline asks for as much again; ok is
// false when the budget cannot give it now.
func (h *Holding) grow(n int64, baseline bool) bool {
	n = max(n, growth)
	each := n
	if baseline {
		n *= 2
	}
	if !h.store.budget.TryAcquire(n) {
		return false
	}
	h.after += each
	if baseline {
		h.before += each
	}
	return true
}

// fit gives back what a finished baseline of n bytes does not need.
func (h *Holding) fit(n int64) {
	n = max(n, Quantum)
	if spare := h.before - n; spare > 0 {
		h.store.budget.Release(2 * spare)
		h.before, h.after = h.before-spare, h.after-spare
	}
}

// Release gives everything back. More calls do nothing.
func (h *Holding) Release() {
	if !h.released {
		h.released = true
		h.store.budget.Release(h.Held())
	}
}
