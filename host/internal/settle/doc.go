// Package settle decides when a verdict is final (SEMANTICS 6).
//
// A [Track] is one effect's history of reads: what every read of it was, since
// when it has been confirmed by the same records, and what may be claimed at
// the end. [Run] reads in rounds on a schedule until one round's verdicts are
// final for all tracks.
//
// It knows no adapter and no judge: a round is what the caller's function
// captured and judged, and the clock is injected, so that nothing here waits
// for real in a test.
package settle
