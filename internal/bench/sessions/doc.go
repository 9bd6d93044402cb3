// Command sessions runs a thousand sessions at once over one plugin process,
// each with its snapshots of ten rows, and compares the slowest ones with the
// middle one: nobody starves, and the snapshot budget holds.
package main
