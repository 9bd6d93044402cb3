// Package archtest holds the tests that keep the shape of the repository: who
// may import whom, and the house rules for files. It has no code of its own.
package archtest
