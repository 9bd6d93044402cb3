package sqlite3

import (
	"unsafe"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	_ "modernc.org/sqlite" // its init patches the library
	lib "modernc.org/sqlite/lib"
)

// DB is one connection.
type DB struct {
	tls    *libc.TLS
	handle uintptr
}

// Open opens a database by its URI, read-only. Nothing is read yet, so a file
// that is missing or no database may show up with the first statement. The
// error is an [*Error].
func Open(uri string) (*DB, error) {
	db := &DB{tls: libc.NewTLS()}
	name, err := libc.CString(uri)
	if err != nil {
		db.tls.Close()
		return nil, err
	}
	defer libc.Xfree(db.tls, name)
	out := db.alloc()
	defer libc.Xfree(db.tls, out)
	rc := lib.Xsqlite3_open_v2(db.tls, name, out, lib.SQLITE_OPEN_READONLY|lib.SQLITE_OPEN_URI|lib.SQLITE_OPEN_EXRESCODE, 0)
	db.handle = load(out)
	if rc != lib.SQLITE_OK {
		err := db.fail(rc)
		db.Close()
		return nil, err
	}
	return db, nil
}

// Harden makes the connection one that can only read what the file holds: no
// other file can be attached, no extension loaded, a quoted word is a name and
// never a literal, and the schema's own code is not trusted.
func (db *DB) Harden() error {
	lib.Xsqlite3_limit(db.tls, db.handle, lib.SQLITE_LIMIT_ATTACHED, 0)
	for _, c := range []struct {
		option int32
		value  int32
	}{
		{lib.SQLITE_DBCONFIG_DQS_DML, 0},
		{lib.SQLITE_DBCONFIG_DQS_DDL, 0},
		{lib.SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
		{lib.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
		{lib.SQLITE_DBCONFIG_DEFENSIVE, 1},
	} {
		list := libc.Xmalloc(db.tls, 16)
		rc := lib.Xsqlite3_db_config(db.tls, db.handle, c.option, libc.VaList(list, c.value, uintptr(0)))
		libc.Xfree(db.tls, list)
		if rc != lib.SQLITE_OK {
			return db.fail(rc)
		}
	}
	return nil
}

// Exec runs a statement of ours, such as a PRAGMA, to its end.
func (db *DB) Exec(sql string) error {
	st, err := db.Prepare(sql)
	if err != nil {
		return err
	}
	defer st.Close()
	for {
		if more, err := st.Step(); err != nil || !more {
			return err
		}
	}
}

// Interrupt makes a running step end soon with [ErrInterrupted]. One that
// starts afterwards is not affected. It may be called from any goroutine,
// before Close.
func (db *DB) Interrupt() {
	tls := libc.NewTLS()
	lib.Xsqlite3_interrupt(tls, db.handle)
	tls.Close()
}

// Close closes the connection. Its statements must be closed before.
func (db *DB) Close() {
	if db.handle != 0 {
		lib.Xsqlite3_close_v2(db.tls, db.handle)
		forget(db.handle)
		db.handle = 0
	}
	db.tls.Close()
}

// alloc gives zeroed memory for one pointer.
func (db *DB) alloc() uintptr {
	return libc.Xcalloc(db.tls, 1, types.Size_t(unsafe.Sizeof(uintptr(0))))
}

// pointer is the memory at p, which is not Go's: the collector does not move
// it, so the conversion is safe as long as the library keeps it.
func pointer(p uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&p)) }

func load(p uintptr) uintptr { return *(*uintptr)(pointer(p)) }
