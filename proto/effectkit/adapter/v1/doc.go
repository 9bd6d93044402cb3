// Package adapterv1 is the wire contract between a host and an adapter,
// generated from adapter.proto. It carries what an adapter read and what it
// could not see, and no verdict.
//
// Authors in Go use package sdk, which hides it; other languages generate
// their own from the same file, and read docs/wire.md.
//
// What was released stays: proto/released.binpb is the contract of the last
// release, and a test refuses what would break a plugin built against it. A
// release writes it anew:
//
//	go tool -modfile=tools/go.mod buf build --as-file-descriptor-set -o proto/released.binpb
package adapterv1
