package sqlite3

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// shop makes a file with one table of one row.
func shop(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TABLE t (i INTEGER, f REAL, s TEXT, b BLOB, n); INSERT INTO t VALUES (7, 1.5, 'a' || char(0) || 'b', x'00ff', NULL)"); err != nil {
		t.Fatal(err)
	}
	return "file:" + path + "?mode=ro"
}

func open(t *testing.T) *DB {
	t.Helper()
	db, err := Open(shop(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if err := db.Harden(); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestColumnsAreReadAsTheyAreStored(t *testing.T) {
	st, err := open(t).Prepare("SELECT i, f, s, b, n, i + 1 AS x FROM t")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if more, err := st.Step(); err != nil || !more {
		t.Fatalf("%v, %v", more, err)
	}
	if st.Columns() != 6 || st.Name(5) != "x" || st.Declared(0) != "INTEGER" || st.Declared(5) != "" || !st.ReadOnly() {
		t.Errorf("%d columns, %q declared %q and %q", st.Columns(), st.Name(5), st.Declared(0), st.Declared(5))
	}
	for i, want := range []Type{Integer, Float, Text, Blob, Null, Integer} {
		if st.Type(i) != want {
			t.Errorf("column %d is of type %d", i, st.Type(i))
		}
	}
	if st.Int(0) != 7 || st.Float(1) != 1.5 || st.Text(2) != "a\x00b" || st.Blob(3) != "\x00\xff" || st.Blob(4) != "" {
		t.Errorf("%d %g %q %q %q", st.Int(0), st.Float(1), st.Text(2), st.Blob(3), st.Blob(4))
	}
	if more, err := st.Step(); err != nil || more {
		t.Errorf("a second row: %v, %v", more, err)
	}
}

func TestBindGivesWhatWasBound(t *testing.T) {
	st, err := open(t).Prepare("SELECT ?1, ?2, ?3, ?4, ?5")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if err := errors.Join(st.BindText(1, "a\x00ü"), st.BindInt(2, -1<<63), st.BindFloat(3, 0.1), st.BindBlob(4, "\x00"), st.BindNull(5)); err != nil {
		t.Fatal(err)
	}
	for range 2 { // bindings outlive a reset
		if _, err := st.Step(); err != nil {
			t.Fatal(err)
		}
		if st.Text(0) != "a\x00ü" || st.Int(1) != -1<<63 || st.Float(2) != 0.1 || st.Blob(3) != "\x00" || st.Type(4) != Null {
			t.Errorf("%q %d %g %q %d", st.Text(0), st.Int(1), st.Float(2), st.Blob(3), st.Type(4))
		}
		st.Reset()
	}
	if err := st.BindInt(9, 1); err == nil {
		t.Error("a parameter that is not there is bound")
	}
}

func TestPrepareTakesExactlyOneStatement(t *testing.T) {
	db := open(t)
	for _, text := range []string{"", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1; x"} {
		if st, err := db.Prepare(text); err == nil {
			st.Close()
			t.Errorf("%q compiles", text)
		}
	}
}

func TestErrorsCompareByTheirPrimaryCode(t *testing.T) {
	err := error(&Error{Code: CodeReadOnlyRollback, Message: "x"})
	if !errors.Is(err, ErrReadOnly) || errors.Is(err, ErrBusy) {
		t.Error("an extended code is not one of its primary")
	}
	_, err = open(t).Prepare("SELECT nope FROM t")
	var e *Error
	if !errors.As(err, &e) || !errors.Is(err, ErrSQL) || !strings.Contains(err.Error(), "no such column: nope (1)") {
		t.Errorf("%v", err)
	}
	if _, err := Open("file:" + t.TempDir() + "/none.db?mode=ro"); !errors.Is(err, ErrCantOpen) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestTheAuthorizerLetsOnlyReadsCompile(t *testing.T) {
	db := open(t)
	if err := db.Exec("PRAGMA user_version"); err != nil {
		t.Fatal(err)
	}
	if err := db.ReadOnly(); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"PRAGMA user_version", "DELETE FROM t", "CREATE TABLE u (a)", "SELECT load_extension('x')", "ATTACH 'x' AS x", "BEGIN"} {
		if err := db.Exec(text); !errors.Is(err, ErrAuth) && !errors.Is(err, ErrSQL) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := db.Exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT count(*), max(n.i) FROM n, t"); err != nil {
		t.Errorf("a read: %v", err)
	}
}

func TestInterruptEndsAStep(t *testing.T) {
	db := open(t)
	st, err := db.Prepare("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0")
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	stop, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				db.Interrupt()
			}
		}
	}()
	_, err = st.Step()
	close(stop)
	<-gone
	if !errors.Is(err, ErrInterrupted) {
		t.Errorf("got %v", err)
	}
}
