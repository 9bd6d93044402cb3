// Package sql is the adapter of kind "sql": one read-only query against sqlite,
// PostgreSQL, MariaDB or MySQL, every row a record.
//
// It is read-only three times over. Package guard refuses every text that is
// not one reading statement of known functions; that is the wall. The engine
// is told to write nothing: READ ONLY transactions, a read-only file, an
// authorizer. And TestConnection says when the role could write, so that a
// policy can refuse it.
//
// Values arrive as the database holds them: exact numbers, the server's text
// of a date, bytes as bytes. The columns of the query are the fields of the
// records, also when no row comes; a name twice is refused. Each capture is a
// fresh transaction, so that polling sees every commit.
//
// It does not judge, does not poll and keeps nothing between two captures but
// connections.
package sql
