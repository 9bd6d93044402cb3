// Package snapshot keeps what captures read, within a budget.
//
// A [Store] admits sessions into a budget of memory. Each session holds a
// [Holding]: room for a baseline and as much again, so that the reads after an
// action cannot fail for want of it. A [Collector] takes one capture. What
// grows beyond 64 MiB, or beyond what the budget can give, goes to an unlinked
// file of mode 0600 and is read back through the page cache, so that memory
// stays within the budget whatever the size of a system.
//
// It does not read systems (see package adapter) nor judge.
package snapshot
