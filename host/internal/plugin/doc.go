// Package plugin finds adapters that are programs of their own, makes sure that
// the bytes which run are the bytes that were locked, and supervises their
// processes.
//
// It promises:
//
//   - A plugin runs only where the lock names its digest, or where an operator
//     said aloud that it is under development.
//   - One that is broken, hostile or stuck disables itself, never the host: it
//     is listed with the reason, its calls fail with a ground, and closing it
//     ends within four seconds.
//   - After the host is gone, however it went, no plugin runs for two seconds
//     more.
//   - A plugin inherits nothing: no secret of the environment, no file, no
//     standard input, and a home that is its own and is removed.
//
// It does not speak the contract (see package adapter), read deployments (see
// package deploy) or decide which built-in kinds there are.
package plugin
