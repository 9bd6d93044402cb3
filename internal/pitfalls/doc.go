// Package pitfalls holds the HTTP adapters and the judge together to what
// public bug reports and specifications say can trip a verifier: each case is
// what a server answered before and after an action, the contract, and the
// verdict that is right. A case stands for a kind of mistake.
//
// It is tests alone. What one adapter makes of one answer is tested beside the
// adapter.
package pitfalls
