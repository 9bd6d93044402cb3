// Package sdk is all that the author of an adapter imports.
//
// An adapter reads a system of record and says what it could not see. It is
// two methods, [Adapter.Describe] and [Adapter.Configure], and what Configure
// returns has one more, [Instance.Capture]:
//
//	func main() { sdk.Serve(ledger{}) }
//
// # What an adapter promises
//
//   - It only reads. Nothing is ever written to a system of record.
//   - It returns records and gaps, never a verdict: the thing that talks to a
//     system may not grade it.
//   - Every Capture is a fresh read. Nothing is kept between two of them but
//     connections.
//   - Whatever it could not see is a gap ([RecordWriter.Gap]); a read that
//     failed is a [ReadError]. An empty list is a claim that nothing is there.
//   - It reads no environment and no file but what its section names. Secrets
//     come with the configuration.
//   - It ends when its context ends.
//
// Polling, settling, freshness, redaction and judging are the host's, so that
// an author cannot get them wrong. Package sdktest runs an adapter in a test
// without gRPC.
package sdk
