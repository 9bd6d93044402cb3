// Package adapterv1 is the wire contract between a host and an adapter,
// generated from adapter.proto. It carries what an adapter read and what it
// could not see, and no verdict.
//
// Authors in Go use package sdk, which hides it; other languages generate
// their own from the same file.
package adapterv1
