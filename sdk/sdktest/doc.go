// Package sdktest runs an adapter in a test without gRPC and without a host:
// the section is checked against the adapter's schema, expressions are
// resolved, and the capture's records, gaps and failure are handed back.
//
// It does not judge; package host does.
package sdktest
