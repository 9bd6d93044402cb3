// Package heap spares a short run its garbage collections. A program that has
// many packages to initialise collects several times before it does anything,
// and most runs end before what that frees is ever needed.
//
// It promises that nothing is collected until the program holds [Quiet] bytes,
// and that from then on the collector works as Go sets it. A person who sets
// GOGC or GOMEMLIMIT decides instead. It is for programs; a library leaves the
// collector to whoever embeds it.
package heap
