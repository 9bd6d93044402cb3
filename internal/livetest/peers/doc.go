// Package peers starts servers of other people's making for the tests of the
// HTTP adapters: a FHIR server (medplum's router over memory), a REST server
// (json-server) and a GraphQL server (GraphQL Yoga). Each is a few lines of
// Node.js around a package, on a loopback port of the system's choice, empty at
// the start, and stopped by its process id when the test ends.
//
// The packages are those of testdata/package-lock.json, installed once on a
// machine into the temporary folder. Without node, npm or the packages the
// test is skipped and says so; with EFFECTKIT_LIVE=require it fails.
package peers
