package sqlite3

import (
	"sync"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// ReadOnly makes sqlite itself refuse to compile whatever is not a read: all
// but SELECT, reading columns, recursion and functions. load_extension and
// fts3_tokenizer are refused among those. Statements of ours that are no reads
// must come before.
func (db *DB) ReadOnly() error {
	guarded.Store(db.handle, true)
	rc := lib.Xsqlite3_set_authorizer(db.tls, db.handle, funcPointer(authorize), db.handle)
	if rc != lib.SQLITE_OK {
		return db.fail(rc)
	}
	return nil
}

// guarded holds the connections whose authorizer is on. A callback for one that
// is not there denies everything.
var guarded sync.Map

func forget(handle uintptr) { guarded.Delete(handle) }

// authorize is sqlite's callback.
func authorize(_ *libc.TLS, handle uintptr, action int32, first, second, _, _ uintptr) int32 {
	if _, ok := guarded.Load(handle); !ok {
		return lib.SQLITE_DENY
	}
	switch action {
	case lib.SQLITE_SELECT, lib.SQLITE_READ, lib.SQLITE_RECURSIVE:
		return lib.SQLITE_OK
	case lib.SQLITE_FUNCTION:
		switch text(second) {
		case "load_extension", "fts3_tokenizer":
			return lib.SQLITE_DENY
		}
		return lib.SQLITE_OK
	case lib.SQLITE_PRAGMA:
		// Full-text tables ask for it when they read.
		if text(first) == "data_version" && second == 0 {
			return lib.SQLITE_OK
		}
	}
	return lib.SQLITE_DENY
}

func text(p uintptr) string {
	if p == 0 {
		return ""
	}
	return libc.GoString(p)
}

// funcPointer gives the library a Go function to call, in the form that its
// translation from C uses for function pointers.
func funcPointer[T any](f T) uintptr {
	type holder struct{ f T }
	return *(*uintptr)(unsafe.Pointer(&holder{f}))
}
