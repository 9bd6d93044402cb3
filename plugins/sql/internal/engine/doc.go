// Package engine is what the sql adapter asks of a database: one read of one
// checked statement, with typed arguments, written to a record writer.
//
// Package sqlite, postgres and mysql implement it. It knows no dialect.
package engine
