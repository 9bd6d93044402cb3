// Package files reads and writes the files that a command line names: whole,
// under a cap, and never half.
package files
