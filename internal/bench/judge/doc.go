// Command judge measures the judge against one figure of this machine, B: the
// time it takes to put the identities of both snapshots into one presized Go
// map. It prints a table and exits 1 when a ratio is over its target.
//
// Every ratio is the median of 7 pairs, B and the judge in turn, in one run.
package main
