// Package guard decides which SQL text may be sent to a system of record, and
// rewrites its placeholders to the driver's own.
//
// It is the wall of the sql adapter, because the engines' read-only modes are
// not: a READ ONLY transaction of PostgreSQL still imports large objects, reads
// the server's files, ends other sessions and starts programs. [Prepare]
// accepts one statement that begins with SELECT, WITH, VALUES or TABLE, holds
// no word that changes or locks data, and calls only functions and operators
// that are known to read.
//
// The text is cut into tokens by the rules of its dialect, so that literals,
// quoted names and comments are what the server will take them for: action =
// 'delete', replace() and a column called sleep pass. Where dialects, or the
// modes of one server, disagree on where a literal ends, the text is refused.
// PostgreSQL calls f where x.f finds no column f, so that a name behind a value
// is held to the same list as a call.
//
// What is sent holds no comments, and is cut and checked a second time as it
// is sent.
//
// It also finds where a text leaves rows out by itself ([Statement.Cuts]), which
// makes a read incomplete.
//
// It does not parse SQL, and it does not know what a view, a rule or a row
// policy of the database calls: for those the role's rights are the wall.
package guard
