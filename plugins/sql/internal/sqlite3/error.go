package sqlite3

import (
	"errors"
	"fmt"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Error is a result code of the library and its message. A message of a
// statement that does not compile quotes names of the statement; one of a step
// may quote values.
type Error struct {
	Code    int32 // extended
	Message string
}

// Error is the message and the code.
func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Primary is the code without its extension.
func (e *Error) Primary() int32 { return e.Code & 0xff }

// Is tells whether target is an *Error of the same primary code, so that
// errors.Is(err, ErrBusy) holds for every sort of busy.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Message == "" && t.Primary() == e.Primary()
}

// Errors to compare with, by errors.Is.
var (
	ErrBusy        = &Error{Code: lib.SQLITE_BUSY}
	ErrInterrupted = &Error{Code: lib.SQLITE_INTERRUPT}
	ErrNotADB      = &Error{Code: lib.SQLITE_NOTADB}
	ErrCorrupt     = &Error{Code: lib.SQLITE_CORRUPT}
	ErrCantOpen    = &Error{Code: lib.SQLITE_CANTOPEN}
	ErrReadOnly    = &Error{Code: lib.SQLITE_READONLY}
	ErrIO          = &Error{Code: lib.SQLITE_IOERR}
	ErrAuth        = &Error{Code: lib.SQLITE_AUTH}
	ErrSQL         = &Error{Code: lib.SQLITE_ERROR}
	ErrTooBig      = &Error{Code: lib.SQLITE_TOOBIG}
)

// Extended codes that say why a log cannot be read without writing.
const (
	CodeReadOnlyRollback = lib.SQLITE_READONLY_ROLLBACK
	CodeReadOnlyRecovery = lib.SQLITE_READONLY_RECOVERY
	CodeReadOnlyCantInit = lib.SQLITE_READONLY_CANTINIT
	CodeReadOnlyCantLock = lib.SQLITE_READONLY_CANTLOCK
)

// fail is the error of a code, with the connection's message for it.
func (db *DB) fail(rc int32) error {
	e := &Error{Code: rc, Message: libc.GoString(lib.Xsqlite3_errstr(db.tls, rc))}
	if db.handle != 0 {
		e.Code = lib.Xsqlite3_extended_errcode(db.tls, db.handle)
		e.Message = libc.GoString(lib.Xsqlite3_errmsg(db.tls, db.handle))
	}
	return e
}
