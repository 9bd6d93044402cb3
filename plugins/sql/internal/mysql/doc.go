// Package mysql reads MariaDB and MySQL for the sql adapter.
//
// The session itself is read-only, as well as each capture's transaction: a
// READ ONLY transaction alone ends with the implicit commit of a DDL statement,
// and lets it through. Values come over the binary protocol of prepared
// statements, which is exact where the text protocol rounds (FLOAT) or pads
// (ZEROFILL); dates and times arrive as text, zero dates included, and the
// session's zone is UTC. Limits of the server that would cut an answer short
// without a word are lifted for the session.
//
// A deadline reaches the server as max_statement_time or max_execution_time;
// what it still runs when a read is stopped is killed.
package mysql
