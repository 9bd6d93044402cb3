// Package judge decides. [Judge] is one pure function, and every verdict in
// the product comes from it: no I/O, no clock, no randomness that shows.
//
// It takes a bound contract and two snapshots, whatever adapter read them, and
// keeps the one law: never a false confirmation, and never "absent" when a
// read merely could not see (SEMANTICS 4).
//
// It is not for waiting until a system has settled, for freshness, nor for
// redaction: the host does those around it (SEMANTICS 6 and 7).
package judge
