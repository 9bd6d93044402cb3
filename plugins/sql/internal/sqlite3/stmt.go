package sqlite3

import (
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Type is how a value is stored.
type Type int32

// The types.
const (
	Integer Type = lib.SQLITE_INTEGER
	Float   Type = lib.SQLITE_FLOAT
	Text    Type = lib.SQLITE_TEXT
	Blob    Type = lib.SQLITE_BLOB
	Null    Type = lib.SQLITE_NULL
)

// Stmt is one prepared statement.
type Stmt struct {
	db     *DB
	handle uintptr
	bound  []uintptr // memory of bound texts
}

// Prepare compiles the first statement of a text. What follows it is an error,
// and so is a text without one.
func (db *DB) Prepare(sql string) (*Stmt, error) {
	text, err := libc.CString(sql)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(db.tls, text)
	out, tail := db.alloc(), db.alloc()
	defer libc.Xfree(db.tls, out)
	defer libc.Xfree(db.tls, tail)
	if rc := lib.Xsqlite3_prepare_v2(db.tls, db.handle, text, -1, out, tail); rc != lib.SQLITE_OK {
		return nil, db.fail(rc)
	}
	st := &Stmt{db: db, handle: load(out)}
	if rest := libc.GoString(load(tail)); st.handle == 0 || rest != "" {
		st.Close()
		return nil, &Error{Code: lib.SQLITE_ERROR, Message: "not exactly one statement"}
	}
	return st, nil
}

// ReadOnly tells whether the statement itself changes nothing.
func (st *Stmt) ReadOnly() bool { return lib.Xsqlite3_stmt_readonly(st.db.tls, st.handle) != 0 }

// BindText, BindInt, BindFloat, BindBlob and BindNull bind parameter i, from 1.
func (st *Stmt) BindText(i int, s string) error {
	return st.bindBytes(i, s, lib.Xsqlite3_bind_text)
}

// BindBlob binds bytes; see BindText.
func (st *Stmt) BindBlob(i int, s string) error {
	return st.bindBytes(i, s, lib.Xsqlite3_bind_blob)
}

type bindBytes func(tls *libc.TLS, stmt uintptr, i int32, data uintptr, n int32, free uintptr) int32

func (st *Stmt) bindBytes(i int, s string, bind bindBytes) error {
	p, err := libc.CString(s)
	if err != nil {
		return err
	}
	st.bound = append(st.bound, p)
	return st.ok(bind(st.db.tls, st.handle, int32(i), p, int32(len(s)), 0))
}

// BindInt binds an integer; see BindText.
func (st *Stmt) BindInt(i int, n int64) error {
	return st.ok(lib.Xsqlite3_bind_int64(st.db.tls, st.handle, int32(i), n))
}

// BindFloat binds a double; see BindText.
func (st *Stmt) BindFloat(i int, f float64) error {
	return st.ok(lib.Xsqlite3_bind_double(st.db.tls, st.handle, int32(i), f))
}

// BindNull binds a null; see BindText.
func (st *Stmt) BindNull(i int) error {
	return st.ok(lib.Xsqlite3_bind_null(st.db.tls, st.handle, int32(i)))
}

func (st *Stmt) ok(rc int32) error {
	if rc != lib.SQLITE_OK {
		return st.db.fail(rc)
	}
	return nil
}

// Step goes to the next row; more is false when there is none.
func (st *Stmt) Step() (more bool, err error) {
	switch rc := lib.Xsqlite3_step(st.db.tls, st.handle); rc {
	case lib.SQLITE_ROW:
		return true, nil
	case lib.SQLITE_DONE:
		return false, nil
	default:
		return false, st.db.fail(rc)
	}
}

// Reset makes the statement ready to start again; bindings stay.
func (st *Stmt) Reset() { lib.Xsqlite3_reset(st.db.tls, st.handle) }

// Columns is the number of columns of a row.
func (st *Stmt) Columns() int { return int(lib.Xsqlite3_column_count(st.db.tls, st.handle)) }

// Name is a column's name.
func (st *Stmt) Name(i int) string {
	return libc.GoString(lib.Xsqlite3_column_name(st.db.tls, st.handle, int32(i)))
}

// Declared is the type that a column was declared with; "" for an expression.
func (st *Stmt) Declared(i int) string {
	return libc.GoString(lib.Xsqlite3_column_decltype(st.db.tls, st.handle, int32(i)))
}

// Type is how the value of a column is stored in the present row.
func (st *Stmt) Type(i int) Type {
	return Type(lib.Xsqlite3_column_type(st.db.tls, st.handle, int32(i)))
}

// Int is the value of an Integer column.
func (st *Stmt) Int(i int) int64 { return lib.Xsqlite3_column_int64(st.db.tls, st.handle, int32(i)) }

// Float is the value of a Float column.
func (st *Stmt) Float(i int) float64 {
	return lib.Xsqlite3_column_double(st.db.tls, st.handle, int32(i))
}

// Text is the value of a Text column. It lies in the library's memory and ends
// with the next Step, Reset or Close: copy what must live longer.
func (st *Stmt) Text(i int) string {
	p := lib.Xsqlite3_column_text(st.db.tls, st.handle, int32(i))
	return st.view(i, p)
}

// Blob is the value of a Blob column; see Text for how long it lives.
func (st *Stmt) Blob(i int) string {
	p := lib.Xsqlite3_column_blob(st.db.tls, st.handle, int32(i))
	return st.view(i, p)
}

func (st *Stmt) view(i int, p uintptr) string {
	n := lib.Xsqlite3_column_bytes(st.db.tls, st.handle, int32(i))
	if p == 0 || n == 0 {
		return ""
	}
	return unsafe.String((*byte)(pointer(p)), int(n))
}

// Close ends the statement.
func (st *Stmt) Close() {
	if st.handle != 0 {
		lib.Xsqlite3_finalize(st.db.tls, st.handle)
		st.handle = 0
	}
	for _, p := range st.bound {
		libc.Xfree(st.db.tls, p)
	}
	st.bound = nil
}
