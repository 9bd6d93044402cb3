// Package sdktest runs an adapter in a test without gRPC and without a host.
// What an author sees in a test is what happens in production: expressions are
// resolved by the same code, only where the schema marks them; secrets reach
// only marked properties; and what is read crosses the wire codec.
//
//	got := sdktest.Capture(t.Context(), sdktest.Request{
//		Adapter: ledger{},
//		Section: `{"path": "testdata/may.csv", "account": {"param": "acct"}}`,
//		Params:  map[string]string{"acct": "4711"},
//	})
//
// It does not check a section against the adapter's whole schema, nor judge:
// package host does.
package sdktest
