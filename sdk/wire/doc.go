// Package wire turns what crosses the adapter contract into values and back:
// batches, columns, fields, gaps, headers, trailers, resolved expressions and
// the reasons of failures, each in a mirrored pair of functions.
//
// Decoding is strict. What a batch may not hold is refused as malformed and
// never repaired: a column of another length, a name twice, a kind byte that
// no value has, a list that is longer or shorter than its kinds say, or a limit
// passed. Nothing is read that was not checked first.
//
// docs/wire.md is the same in prose, for authors in other languages; testdata
// holds its golden vectors.
//
// It does not talk to anyone: package sdk serves the contract, package
// host/internal/adapter calls it. Authors in Go never import it.
package wire
