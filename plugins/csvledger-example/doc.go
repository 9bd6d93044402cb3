// Command effectkit-adapter-csv-ledger is an example of a customer's own
// adapter: it reads a ledger that a program keeps as a CSV file.
//
// It promises what every adapter does. It only reads; every capture opens the
// file anew; and whatever it could not see is a gap: a row that does not parse,
// a file that changed while it was read, a last line without an end.
//
// It imports the SDK and nothing else of effectkit.
package main
