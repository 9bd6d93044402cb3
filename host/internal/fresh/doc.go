// Package fresh asks whether what a read saw is recent enough to count
// (SEMANTICS 7). It can only weaken: a confirmation or a proven absence may
// become stale, nothing ever becomes more than it was.
package fresh
