package heap

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// Quiet is how much a program may hold, in bytes, before the first collection.
const Quiet = 48 << 20

// The work is done while the package is initialised, so that it is there
// before those of the adapters and their libraries.
func init() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		postpone(Quiet)
	}
}

// sentinel is not referred to by anything: the first collection finds it. It is
// too large to share a block with something that lives on.
type sentinel [64]byte

// postpone puts the first collection off until limit bytes are held.
func postpone(limit int64) {
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(limit)
	runtime.AddCleanup(new(sentinel), restore, percent)
}

// restore gives the collector its usual pace back. A pace that was set in the
// meantime, as a plugin's process does, stays.
func restore(percent int) {
	debug.SetMemoryLimit(math.MaxInt64)
	if set := debug.SetGCPercent(percent); set >= 0 {
		debug.SetGCPercent(set)
	}
}
