// Package bind puts resolved expressions in place in an adapter's section. The
// server and the test double share it, so that an adapter in a test sees what
// it sees in production.
//
// It does not resolve anything: which parameter has which value is the host's.
package bind
