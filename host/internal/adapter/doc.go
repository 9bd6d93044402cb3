// Package adapter is the host's side of the adapter contract: one adapter of
// one kind, wherever it runs, and every transport and status outcome mapped to
// a ground in one file.
//
// It does not start processes (see package plugin), keep snapshots (see package
// snapshot) or judge.
package adapter
