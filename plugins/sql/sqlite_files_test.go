package sql_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	plugin "github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
)

// files lists a database's directory.
func files(t *testing.T, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// unchanged checks that reading leaves a directory as it was.
func unchanged(t *testing.T, path string, read func()) {
	t.Helper()
	before := files(t, path)
	read()
	if after := files(t, path); !slices.Equal(before, after) {
		t.Errorf("the directory held %v and holds %v", before, after)
	}
}

func TestSQLiteReadsCommitsFromTheLog(t *testing.T) {
	path := shop(t)
	db := writer(t, path, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (1)")
	unchanged(t, path, func() {
		if res := capture(t, path, "select id from t"); res.Err != nil || len(res.Records()) != 1 {
			t.Errorf("%d records, %v", len(res.Records()), res.Err)
		}
	})
	if _, err := db.Exec("INSERT INTO t VALUES (2)"); err != nil {
		t.Fatal(err)
	}
	if res := capture(t, path, "select id from t"); res.Err != nil || len(res.Records()) != 2 {
		t.Errorf("after a commit: %d records, %v", len(res.Records()), res.Err)
	}
}

func TestSQLiteReadsACleanLoggedDatabaseWithoutMakingALog(t *testing.T) {
	path := shop(t, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (1)")
	if got := files(t, path); len(got) != 1 {
		t.Fatalf("the writer left %v", got)
	}
	unchanged(t, path, func() {
		if res := capture(t, path, "select id from t"); res.Err != nil || len(res.Records()) != 1 {
			t.Errorf("%d records, %v", len(res.Records()), res.Err)
		}
	})
}

func TestSQLiteReadsADirectoryThatItMayNotWrite(t *testing.T) {
	for _, mode := range []string{"WAL", "DELETE"} {
		path := shop(t, "PRAGMA journal_mode = "+mode, "CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (1)")
		if err := os.Chmod(filepath.Dir(path), 0o500); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(filepath.Dir(path), 0o700) })
		if res := capture(t, path, "select id from t"); res.Err != nil || len(res.Records()) != 1 {
			t.Errorf("%s: %d records, %v", mode, len(res.Records()), res.Err)
		}
	}
}

// A log without its shared memory, as a copy of the files leaves it, cannot be
// read without creating a file.
func TestSQLiteRefusesALogWithoutItsSharedMemory(t *testing.T) {
	live := shop(t)
	writer(t, live, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (1)")
	path := filepath.Join(t.TempDir(), "shop.db")
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(live + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+end, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	unchanged(t, path, func() {
		failure(t, capture(t, path, "select id from t").Err, sdk.ReasonUnreachable, "without its shared memory")
	})
}

// After a crash the log and its shared memory lie there with nobody behind
// them; the commits in the log count.
func TestSQLiteReadsTheLogOfAWriterThatCrashed(t *testing.T) {
	live := shop(t)
	writer(t, live, "PRAGMA journal_mode = WAL", "CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (1)")
	path := filepath.Join(t.TempDir(), "shop.db")
	for _, end := range []string{"", "-wal", "-shm"} {
		data, err := os.ReadFile(live + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path+end, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	unchanged(t, path, func() {
		if res := capture(t, path, "select id from t"); res.Err != nil || len(res.Records()) != 1 {
			t.Errorf("%d records, %v", len(res.Records()), res.Err)
		}
	})
}

func TestSQLiteWaitsForAWriterAndSeesItsCommit(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER)")
	db := writer(t, path, "BEGIN EXCLUSIVE", "INSERT INTO t VALUES (1)")
	done := make(chan int, 1)
	go func() {
		res := capture(t, path, "select id from t")
		if res.Err != nil {
			t.Error(res.Err)
		}
		done <- len(res.Records())
	}()
	if _, err := db.Exec("COMMIT"); err != nil {
		t.Fatal(err)
	}
	if n := <-done; n != 1 {
		t.Errorf("%d records after the commit", n)
	}
}

func TestSQLiteSourceIsTheFile(t *testing.T) {
	source := func(path string) string {
		t.Helper()
		res := capture(t, path, "select id from t")
		if res.Err != nil {
			t.Fatal(res.Err)
		}
		if res.Header.Source == "" || res.Header.Source != res.Trailer.Source {
			t.Fatalf("header says %q, trailer %q", res.Header.Source, res.Trailer.Source)
		}
		return res.Header.Source
	}
	path := shop(t, "CREATE TABLE t (id INTEGER)")
	first := source(path)
	plant(t, path, "INSERT INTO t VALUES (1)", "ALTER TABLE t ADD COLUMN x", "VACUUM")
	if again := source(path); again != first {
		t.Errorf("a write changed the source from %q to %q", first, again)
	}
	// Restored: another file of the same name.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	plant(t, path, "CREATE TABLE t (id INTEGER)")
	if again := source(path); again == first {
		t.Error("a file that was replaced has the same source")
	}
}

func TestSQLiteFindsPathsWithMarksOfAURI(t *testing.T) {
	path := filepath.Join(t.TempDir(), "50% of? #1.db")
	if err := os.Rename(shop(t, "CREATE TABLE t (id INTEGER)", "INSERT INTO t VALUES (1)"), path); err != nil {
		t.Fatal(err)
	}
	if res := capture(t, path, "select id from t"); res.Err != nil || len(res.Records()) != 1 {
		t.Errorf("%d records, %v", len(res.Records()), res.Err)
	}
}

func TestSQLiteGivesUpOnALockInTime(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER)")
	writer(t, path, "BEGIN EXCLUSIVE")
	c, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	res := sdktest.Capture(c, sdktest.Request{Adapter: plugin.New(),
		Section: section(t, keys{"sqlite_database": path, "sql_query": "select id from t"})})
	failure(t, res.Err, sdk.ReasonUnreachable, "not read in time")
}

func TestSQLiteDamageIsNoAnswer(t *testing.T) {
	path := shop(t, "CREATE TABLE t (id INTEGER, pad TEXT)",
		"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t SELECT i, 'some padding for a row' FROM n")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(data) / 2; i < len(data)-100; i++ {
		data[i] = 0xff
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	failure(t, capture(t, path, "select id, pad from t").Err, sdk.ReasonUnreachable, "the sqlite database is damaged")
}
