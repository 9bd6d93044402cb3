// Package pitfalls holds the adapters that read HTTP and folders and the judge
// together to what public bug reports and specifications say can trip a
// verifier: each case is what a server answered or a folder held before and
// after an action, the contract, and the verdict that is right. A case stands
// for a kind of mistake.
//
// It is tests alone. What one adapter makes of one answer is tested beside the
// adapter.
package pitfalls
