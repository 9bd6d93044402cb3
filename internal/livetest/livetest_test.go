package livetest

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(Main(m)) }

func TestServersAnswer(t *testing.T) {
	t.Run("postgresql", func(t *testing.T) {
		s := Postgres(t)
		s.Exec(t, s.Database(t, "CREATE TABLE t (id int)"), "INSERT INTO t VALUES (1)")
		if Postgres(t) != s {
			t.Error("a second server in one test binary")
		}
	})
	t.Run("mariadb", func(t *testing.T) {
		s := MariaDB(t)
		s.Exec(t, s.Database(t, "CREATE TABLE t (id int)"), "INSERT INTO t VALUES (1)")
	})
}

func TestStopEndsTheServerAndRemovesItsFolder(t *testing.T) {
	s, err := startPostgres()
	if err != nil {
		Postgres(t) // skips or fails as it should
		t.Fatal(err)
	}
	s.Stop()
	if err := s.exec("postgres", "SELECT 1"); err == nil {
		t.Error("the server still answers")
	}
	if _, err := os.Stat(s.Socket); err == nil {
		t.Error("its folder is still there")
	}
}
