package livetest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/effectkit/effectkit/internal/livetest/port"

	"github.com/jackc/pgx/v5/pgconn"
)

// PostgresServer is a private PostgreSQL. Its administrator is User, who comes
// in by Password over TCP.
type PostgresServer struct {
	Host     string
	Port     int
	Socket   string // the folder of the unix socket
	User     string
	Password string

	owner   owner
	process *process
}

const postgresFolders = "/usr/lib/postgresql/*/bin"

// startPostgres makes a cluster and starts its server.
func startPostgres() (*PostgresServer, error) {
	initdb, err := program("initdb", postgresFolders)
	if err != nil {
		return nil, err
	}
	o, err := newOwner("postgres")
	if err != nil {
		return nil, err
	}
	dir, err := o.folder("effectkit-pg-")
	if err != nil {
		return nil, err
	}
	s := &PostgresServer{Host: "127.0.0.1", Socket: dir, User: "admin", Password: password(), owner: o}
	secret := filepath.Join(dir, "password")
	if err := os.WriteFile(secret, []byte(s.Password), 0o644); err != nil {
		return nil, err
	}
	err = o.run(dir, initdb, "-D", filepath.Join(dir, "data"), "-U", s.User, "--auth=scram-sha-256",
		"--pwfile="+secret, "--no-sync", "--locale=C", "--encoding=UTF8")
	if err != nil {
		return nil, err
	}
	return s, s.serve(dir)
}

// serve starts the server of the cluster in dir/data.
func (s *PostgresServer) serve(dir string) error {
	postgres, err := program("postgres", postgresFolders)
	if err != nil {
		return err
	}
	if s.Port, err = port.Free(); err != nil {
		return err
	}
	log := filepath.Join(dir, "log")
	s.process, err = s.owner.serve(dir, log, postgres, "-D", filepath.Join(dir, "data"),
		"-c", "listen_addresses=127.0.0.1", "-c", "port="+strconv.Itoa(s.Port), "-c", "unix_socket_directories="+dir,
		"-c", "fsync=off", "-c", "wal_level=replica", "-c", "max_wal_senders=4", "-c", "timezone=America/New_York",
		"-c", "datestyle=German", "-c", "log_timezone=UTC")
	if err != nil {
		return err
	}
	if err := s.process.await(func() error { return s.exec("postgres", "SELECT 1") }); err != nil {
		s.Stop()
		return failed("PostgreSQL", err, log)
	}
	return nil
}

// Stop ends the server.
func (s *PostgresServer) Stop() { s.process.stop(syscall.SIGINT) }

// Database makes a fresh database, gone when the test ends, and gives its name.
func (s *PostgresServer) Database(t testing.TB, statements ...string) (name string) {
	t.Helper()
	name = "t" + password()
	s.Exec(t, "postgres", "CREATE DATABASE "+name)
	t.Cleanup(func() { _ = s.exec("postgres", "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	s.Exec(t, name, statements...)
	return name
}

// Exec runs statements in a database as the administrator.
func (s *PostgresServer) Exec(t testing.TB, database string, statements ...string) {
	t.Helper()
	for _, sql := range statements {
		if err := s.exec(database, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// Connect opens a connection as the administrator, closed when the test ends.
func (s *PostgresServer) Connect(t testing.TB, database string) *pgconn.PgConn {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgconn.Connect(ctx, s.dsn(database))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func (s *PostgresServer) exec(database, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgconn.Connect(ctx, s.dsn(database))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql).ReadAll()
	return err
}

func (s *PostgresServer) dsn(database string) string {
	return fmt.Sprintf("host=%s port=%d user=%s password=%s dbname=%s sslmode=disable", s.Host, s.Port, s.User, s.Password, database)
}

// Standby starts a second server that replays the first one's log, stopped
// when the test ends.
func (s *PostgresServer) Standby(t testing.TB) *PostgresServer {
	t.Helper()
	backup, err := program("pg_basebackup", postgresFolders)
	if err != nil {
		t.Skipf("live test skipped: %v", err)
	}
	dir, err := s.owner.folder("effectkit-pgs-")
	if err != nil {
		t.Fatal(err)
	}
	pass := filepath.Join(dir, ".pgpass")
	if err := os.WriteFile(pass, []byte("*:*:*:*:"+s.Password), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(pass, s.owner.uid, s.owner.gid); err != nil {
		t.Fatal(err)
	}
	err = s.owner.run(dir, backup, "-h", s.Host, "-p", strconv.Itoa(s.Port), "-U", s.User, "-w",
		"-D", filepath.Join(dir, "data"), "-R", "-X", "stream", "-c", "fast", "--no-sync")
	if err != nil {
		t.Fatal(err)
	}
	standby := &PostgresServer{Host: s.Host, Socket: dir, User: s.User, Password: s.Password, owner: s.owner}
	if err := standby.serve(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(standby.Stop)
	return standby
}
