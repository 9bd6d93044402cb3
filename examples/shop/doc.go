// Command shop places an order in a sqlite database, well or badly on request.
// It is the write program of "make demo", and stands for whatever a runner
// acts with: what it prints and how it exits proves nothing.
package main
