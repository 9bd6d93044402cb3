package heap

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

// settled waits for the clean-up that the first collection sets off.
func settled(t *testing.T) {
	t.Helper()
	for range 1000 {
		if debug.SetMemoryLimit(-1) == math.MaxInt64 {
			return
		}
		runtime.GC()
		runtime.Gosched()
	}
	t.Fatal("the usual pace did not come back")
}

func pace() int {
	percent := debug.SetGCPercent(-1)
	debug.SetGCPercent(percent)
	return percent
}

func collections() uint32 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.NumGC
}

var held [][]byte

func TestNothingIsCollectedBeforeTheLimit(t *testing.T) {
	settled(t) // the test's own program was put off too
	was := pace()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	postpone(int64(m.Sys) + 1<<30)
	before := collections()
	for range 64 {
		held = append(held, make([]byte, 1<<20))
	}
	held = nil
	if n := collections() - before; n != 0 {
		t.Errorf("%d collections before the limit", n)
	}
	settled(t)
	if got := pace(); got != was {
		t.Errorf("the pace is %d after the first collection, was %d", got, was)
	}
}

func TestTheLimitSetsOffTheFirstCollectionAndTheUsualPaceComesBack(t *testing.T) {
	settled(t)
	was := pace()
	before := collections()
	postpone(1)
	for range 64 {
		held = append(held[:0], make([]byte, 1<<20))
	}
	if collections() == before {
		t.Error("nothing was collected over the limit")
	}
	settled(t)
	if got := pace(); got != was {
		t.Errorf("the pace is %d after the first collection, was %d", got, was)
	}
}

func TestAPaceThatWasSetMeanwhileStays(t *testing.T) {
	settled(t)
	was := pace()
	defer debug.SetGCPercent(was)
	postpone(1)
	debug.SetGCPercent(400)
	settled(t)
	if got := pace(); got != 400 {
		t.Errorf("the pace is %d, was set to 400", got)
	}
}
