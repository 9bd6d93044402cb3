// Package postgres reads PostgreSQL for the sql adapter.
//
// Each capture is one transaction, READ ONLY and REPEATABLE READ, in which the
// session's way of writing values is pinned: the server's own text is what
// arrives, the same on every server. A deadline reaches the server as its
// statement_timeout, a cancellation as a cancel request. A standby says so, and
// says how far it has replayed; rows that a policy hides from the role are a
// gap.
//
// It reads no environment: the PG variables, service files and password files
// of libpq do not count.
package postgres
