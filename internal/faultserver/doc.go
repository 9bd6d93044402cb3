// Package faultserver is a small transactional back end that misbehaves on command. One sqlite file is
// its store; REST, FHIR and GraphQL faces serve it, and the file itself is its SQL face. A fault is a
// script in data: the steps that one write triggers, each with the time at which it applies, or the
// transport behaviour that stands between the record and its reader. The truth is read from the store
// itself, never through a face. Time is the caller's: a step applies when the caller's clock has passed
// its time, so a test never waits.
//
// It is support for tests. It is not a server for anybody's records, and no release contains it.
package faultserver
