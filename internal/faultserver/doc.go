// Package faultserver is two systems of record that misbehave on command. A
// [Backend] keeps one sqlite file as its store; REST, FHIR and GraphQL faces
// serve it, and the file itself is its SQL face. A [Folder] is a folder of
// documents or a Maildir. Each has a second place beside it, in which nothing
// may be written.
//
// A fault is a script in data (faults/*.yaml): the steps that one write
// triggers, each with the time at which it applies, and the transport behaviour
// that stands between the records and their reader. A new fault is a new script.
// The truth is read from the store itself, never through a face. Time is the
// caller's: a step applies when the caller's clock has passed its time, so that
// a test never waits. One behaviour takes real time, a dripping body, which
// lasts until its reader hangs up.
//
// It is support for tests. It is not a server for anybody's records, and no
// release contains it.
package faultserver
