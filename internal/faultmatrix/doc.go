// Command faultmatrix plays every fault of the fault server against every face
// of it through the whole host, and prints what came of each with the three
// scores. It ends with 1 where one of them is not 0.
//
//	go run ./internal/faultmatrix [-seeds N] [-isolated N] [-face F] [-fault F] [-contract C]
//
// Started by root it plays as nobody, for whom a file can be unreadable. It is
// for make fault-matrix; see package matrix.
package main
