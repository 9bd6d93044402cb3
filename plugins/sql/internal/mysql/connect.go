package mysql

import (
	"context"
	"database/sql/driver"
	"errors"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
)

// conn is what go-sql-driver's connections can do.
type conn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.QueryerContext
	driver.ExecerContext
	driver.Validator
}

// session is one connection and what is known of its server.
type session struct {
	conn
	id      string // the server's number of the connection
	mariadb bool
	// began is the server's clock, in UTC, just before the transaction began: a
	// clock read inside it would date the snapshot later than it is.
	began string
}

// newConnector makes the driver's connector of an address.
func newConnector(at engine.Address) (driver.Connector, error) {
	c := mysql.NewConfig()
	c.User, c.Passwd, c.DBName = at.User, at.Password, at.Database
	c.Timeout = at.Timeout
	c.Net, c.Addr = "tcp", net.JoinHostPort(at.Host, port(at.Port))
	if at.Socket != "" {
		c.Net, c.Addr = "unix", at.Socket
	}
	c.Logger = silence{}
	c.MaxAllowedPacket = 1 << 30
	var err error
	if c.TLS, err = at.Config(); err != nil {
		return nil, err
	}
	if err := c.Apply(mysql.Charset("utf8mb4", "")); err != nil {
		return nil, sdk.Misconfigured("sql_connect_args: the driver refuses them").WithCause(err)
	}
	connector, err := mysql.NewConnector(c)
	if err != nil {
		return nil, sdk.Misconfigured("sql_connect_args: the driver refuses them").WithCause(err)
	}
	return connector, nil
}

func port(n uint16) string {
	if n == 0 {
		n = 3306
	}
	return strconv.Itoa(int(n))
}

// silence is the driver's log: a library prints nothing.
type silence struct{}

func (silence) Print(...any) {}

// dial opens a connection and makes its session read-only.
func (e *Engine) dial(ctx context.Context) (*session, error) {
	ctx, cancel := context.WithTimeout(ctx, e.at.Timeout)
	defer cancel()
	opened, err := e.connector.Connect(ctx)
	if err != nil {
		return nil, explain(ctx, err)
	}
	c, ok := opened.(conn)
	if !ok {
		_ = opened.Close()
		return nil, errors.New("the driver's connection lacks a method")
	}
	s := &session{conn: c}
	if err := s.prepare(ctx); err != nil {
		drop(s)
		return nil, explain(ctx, err)
	}
	return s, nil
}

func drop(s *session) { _ = s.Close() }

// prepare finds out what the server is and pins the session.
func (s *session) prepare(ctx context.Context) error {
	row, err := s.row(ctx, "SELECT VERSION(), CONNECTION_ID()")
	if err != nil {
		return err
	}
	s.mariadb = strings.Contains(row[0], "MariaDB")
	s.id = row[1]
	readOnly := "transaction_read_only"
	if s.mariadb {
		readOnly = "tx_read_only"
	}
	for _, statement := range []string{
		"SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
		"SET SESSION " + readOnly + " = 1",
		"SET SESSION time_zone = '+00:00'",
		// A CHAR without its pad.
		"SET SESSION sql_mode = REPLACE(@@SESSION.sql_mode, 'PAD_CHAR_TO_FULL_LENGTH', '')",
		// Answers that are cut short without an error.
		"SET SESSION sql_select_limit = 18446744073709551615",
		"SET SESSION group_concat_max_len = 1073741824",
	} {
		if err := s.exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// begin starts the transaction of one capture, which ends on the server when
// the context's deadline does.
func (s *session) begin(ctx context.Context) error {
	limit := "SET SESSION max_execution_time = 0"
	deadline, bounded := ctx.Deadline()
	left := max(time.Until(deadline), time.Millisecond)
	switch {
	case s.mariadb && bounded:
		limit = "SET SESSION max_statement_time = " + strconv.FormatFloat(left.Seconds(), 'f', 3, 64)
	case s.mariadb:
		limit = "SET SESSION max_statement_time = 0"
	case bounded:
		limit = "SET SESSION max_execution_time = " + strconv.FormatInt(left.Milliseconds(), 10)
	}
	if err := s.exec(ctx, limit); err != nil {
		return err
	}
	clock, err := s.row(ctx, "SELECT UTC_TIMESTAMP(6)")
	if err != nil {
		return err
	}
	s.began = clock[0]
	return s.exec(ctx, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")
}

func (s *session) exec(ctx context.Context, statement string) error {
	_, err := s.ExecContext(ctx, statement, nil)
	return err
}

// row gives the first row of a statement of ours, as texts.
func (s *session) row(ctx context.Context, statement string) ([]string, error) {
	rows, err := s.rows(ctx, statement)
	if err != nil {
		return nil, err
	}
	if len(rows.values) == 0 {
		return nil, errors.New("no answer to a question about the server")
	}
	return rows.values[0], nil
}
