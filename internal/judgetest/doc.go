// Package judgetest judges what an adapter read, without a host: a capture
// before an action, one after it, a contract, and the verdict as a test names
// it, such as "refuted missing".
//
// It is for tests alone. It waits for nothing and settles nothing.
package judgetest
