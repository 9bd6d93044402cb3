// Package sqlite reads a sqlite file for the sql adapter.
//
// It never creates a file and never leaves one: a file that is missing is
// unreachable, and a database in write-ahead mode is opened in a way that
// needs no -wal and -shm of ours. Where a -wal exists its commits are read;
// where none exists the file is read as immutable, and the read counts only if
// nothing changed meanwhile. Each capture opens the file anew, so that a file
// that was replaced is another source.
//
// A write lock of another process is waited for until the context ends.
package sqlite
