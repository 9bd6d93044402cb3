// Package sqlite3 is the little of the sqlite C API that a verifier needs, over
// modernc.org/sqlite's library: opening by URI, limits, the authorizer, one
// prepared statement, and columns as they are stored.
//
// The database/sql driver of the same project makes times of columns that are
// declared as such, cannot interrupt a step, and copies each value twice; a
// verifier wants the stored text, a deadline, and a million rows in a second.
//
// A DB and its statements belong to one goroutine; [DB.Interrupt] alone may be
// called from another. It is not for writing: nothing here begins a
// transaction.
package sqlite3
