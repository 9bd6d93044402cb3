// Package matrix runs every fault of the fault server against every face of it
// through the whole host, and scores the verdicts against the truth. The truth
// is read from the store, and held to each contract by code that shares nothing
// with the judge.
//
// A run is one fault, one face, one contract, one mode (in process, or isolated
// in a process of its own) and one seed, which shifts the times of the script
// and the system's latency. Time is a clock that moves only when someone waits,
// so that a minute of settling takes no time; adapters out of process wait for
// real where a system asks them to. The same seed gives the same times.
//
// It is support for tests, and measures nothing but right and wrong.
package matrix
