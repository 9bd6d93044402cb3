package sqlite

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"github.com/effectkit/effectkit/sdk"
)

// plant runs statements on a file and closes it.
func plant(t *testing.T, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestObserveSeesCompanions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	if _, err := observe(path); sdk.AsReadError(err) == nil || sdk.AsReadError(err).Reason != sdk.ReasonUnreachable {
		t.Errorf("a missing file: %v", err)
	}
	write := func(end string, data string) {
		t.Helper()
		if err := os.WriteFile(path+end, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("", "x")
	bare, err := observe(path)
	if err != nil || bare.log || bare.wal || bare.shm || bare.journal {
		t.Fatalf("%+v, %v", bare, err)
	}
	write("-wal", "")
	write("-shm", "")
	write("-journal", "")
	empty, err := observe(path)
	if err != nil || !empty.log || empty.wal || !empty.shm || empty.journal {
		t.Errorf("%+v, %v", empty, err)
	}
	write("-wal", "x")
	write("-journal", "x")
	full, err := observe(path)
	if err != nil || !full.wal || !full.journal {
		t.Errorf("%+v, %v", full, err)
	}
	if bare.still(full) {
		t.Error("a log that appeared goes unnoticed")
	}
}

func TestStillNoticesEveryChange(t *testing.T) {
	now := time.Now()
	s := state{source: "a", size: 1, modified: now, changed: now}
	if !s.still(s) {
		t.Error("nothing happened and it is not still")
	}
	for name, other := range map[string]state{
		"another file":   {source: "b", size: 1, modified: now, changed: now},
		"another size":   {source: "a", size: 2, modified: now, changed: now},
		"another time":   {source: "a", size: 1, modified: now.Add(1), changed: now},
		"another change": {source: "a", size: 1, modified: now, changed: now.Add(1)},
		"a log":          {source: "a", size: 1, modified: now, changed: now, wal: true},
		"a journal":      {source: "a", size: 1, modified: now, changed: now, journal: true},
	} {
		if s.still(other) {
			t.Errorf("%s goes unnoticed", name)
		}
	}
}

// A read without locks counts only when nothing happened meanwhile.
func TestAFrozenReadNoticesAChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	plant(t, path, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id INTEGER)")
	e := New(path, 1)
	o, err := e.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if !o.frozen {
		t.Fatal("a clean file in write-ahead mode is not read as immutable")
	}
	if _, err := o.after(); err != nil {
		t.Errorf("nothing happened: %v", err)
	}
	plant(t, path, "INSERT INTO t VALUES (1)")
	if _, err := o.after(); sdk.AsReadError(err) == nil {
		t.Errorf("a commit meanwhile: %v", err)
	}
}

func TestAFileInRollbackModeIsReadWithItsLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	plant(t, path, "CREATE TABLE t (id INTEGER)")
	o, err := New(path, 1).open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if o.frozen {
		t.Error("it is read as immutable, without a lock")
	}
}

func TestURIEscapesWhatAURIGivesMeaning(t *testing.T) {
	if got, want := uri("/a/50% of? #1.db", "&x=1"), "file:/a/50%25 of%3f %231.db?mode=ro&x=1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
