package livetest

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/effectkit/effectkit/internal/livetest/port"

	_ "github.com/go-sql-driver/mysql" // the driver by which tests plant
)

// MariaDBServer is a private MariaDB. Its administrator is User, who comes in
// by Password over TCP.
type MariaDBServer struct {
	Host     string
	Port     int
	Socket   string
	User     string
	Password string

	process *process
	admin   *sql.DB
}

// startMariaDB makes a data folder and starts its server.
func startMariaDB() (*MariaDBServer, error) {
	server, err := program("mariadbd", "/usr/sbin", "/usr/libexec")
	if err != nil {
		return nil, err
	}
	install, err := program("mariadb-install-db", "/usr/bin")
	if err != nil {
		return nil, err
	}
	o, err := newOwner("mysql")
	if err != nil {
		return nil, err
	}
	dir, err := o.folder("effectkit-my-")
	if err != nil {
		return nil, err
	}
	s := &MariaDBServer{Host: "127.0.0.1", Socket: filepath.Join(dir, "s"), User: "admin", Password: password()}
	data := filepath.Join(dir, "data")
	if err := o.run(dir, install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db", "--skip-log-bin"); err != nil {
		return nil, err
	}
	init := filepath.Join(dir, "init.sql")
	text := fmt.Sprintf("CREATE USER '%s'@'%%' IDENTIFIED BY '%s';\nGRANT ALL ON *.* TO '%s'@'%%' WITH GRANT OPTION;\n", s.User, s.Password, s.User)
	if err := os.WriteFile(init, []byte(text), 0o644); err != nil {
		return nil, err
	}
	if s.Port, err = port.Free(); err != nil {
		return nil, err
	}
	log := filepath.Join(dir, "log")
	s.process, err = o.serve(dir, log, server, "--no-defaults", "--datadir="+data, "--socket="+s.Socket,
		"--port="+strconv.Itoa(s.Port), "--bind-address=127.0.0.1", "--pid-file="+filepath.Join(dir, "pid"),
		"--init-file="+init, "--innodb-flush-log-at-trx-commit=0", "--skip-log-bin", "--skip-name-resolve",
		"--default-time-zone=-05:00", "--tmpdir="+dir)
	if err != nil {
		return nil, err
	}
	if s.admin, err = sql.Open("mysql", s.dsn("")); err != nil {
		return nil, err
	}
	if err := s.process.await(s.admin.Ping); err != nil {
		s.Stop()
		return nil, failed("MariaDB", err, log)
	}
	return s, nil
}

func (s *MariaDBServer) dsn(database string) string {
	return fmt.Sprintf("%s:%s@tcp(%s:%d)/%s?multiStatements=true", s.User, s.Password, s.Host, s.Port, database)
}

// Stop ends the server.
func (s *MariaDBServer) Stop() {
	_ = s.admin.Close()
	s.process.stop(syscall.SIGTERM)
}

// Database makes a fresh database, gone when the test ends, and gives its name.
func (s *MariaDBServer) Database(t testing.TB, statements ...string) (name string) {
	t.Helper()
	name = "t" + password()
	s.Exec(t, "", "CREATE DATABASE "+name+" CHARACTER SET utf8mb4")
	t.Cleanup(func() { _, _ = s.admin.Exec("DROP DATABASE IF EXISTS " + name) })
	s.Exec(t, name, statements...)
	return name
}

// Exec runs statements in a database as the administrator.
func (s *MariaDBServer) Exec(t testing.TB, database string, statements ...string) {
	t.Helper()
	db := s.Connect(t, database)
	defer db.Close()
	for _, text := range statements {
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// Connect opens a pool of one connection as the administrator, closed when the
// test ends.
func (s *MariaDBServer) Connect(t testing.TB, database string) *sql.DB {
	t.Helper()
	db, err := sql.Open("mysql", s.dsn(database))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}
