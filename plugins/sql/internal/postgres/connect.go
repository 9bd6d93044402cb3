package postgres

import (
	"context"
	"crypto/tls"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
)

// session is one connection and what is known of its server.
type session struct {
	*pgconn.PgConn
	// identify is the statement that tells the server, with what this role may
	// call.
	identify string
}

// dialer opens connections.
type dialer struct {
	at  engine.Address
	tls *tls.Config
}

// config is pgconn's configuration of the address alone. ParseConfig fills in
// what libpq would take from the environment; every field of it that matters
// is set again.
func (d *dialer) config() (*pgconn.Config, error) {
	c, err := pgconn.ParseConfig("host=localhost port=5432 user=none password=none dbname=none sslmode=disable connect_timeout=10 application_name=effectkit target_session_attrs=any")
	if err != nil {
		return nil, sdk.Misconfigured("the PG variables of the environment keep PostgreSQL's driver from starting").WithCause(err)
	}
	c.Host, c.Port = d.at.Host, d.at.Port
	if d.at.Socket != "" {
		c.Host = d.at.Socket
	}
	if c.Port == 0 {
		c.Port = 5432
	}
	c.User, c.Password, c.Database = d.at.User, d.at.Password, d.at.Database
	if c.Database == "" {
		c.Database = c.User
	}
	c.TLSConfig, c.Fallbacks, c.ValidateConnect, c.AfterConnect = d.tls, nil, nil, nil
	c.RuntimeParams = map[string]string{"application_name": "effectkit", "client_encoding": "UTF8"}
	c.ConnectTimeout = d.at.Timeout
	c.DialFunc = (&net.Dialer{KeepAlive: time.Minute}).DialContext
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: conn, DeadlineDelay: 2 * time.Second}
	}
	return c, nil
}

// dial opens a connection and finds out how its server can be identified.
func (d *dialer) dial(ctx context.Context) (*session, error) {
	c, err := d.config()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, d.at.Timeout)
	defer cancel()
	secured := false
	c.AfterNetConnect = func(_ context.Context, _ *pgconn.Config, conn net.Conn) (net.Conn, error) {
		secured = true
		return conn, nil
	}
	conn, err := pgconn.ConnectConfig(ctx, c)
	if err != nil {
		return nil, d.refused(ctx, err, secured)
	}
	s := &session{PgConn: conn}
	if s.identify, err = identification(ctx, conn); err != nil {
		drop(s)
		return nil, explain(ctx, err)
	}
	return s, nil
}

// refused explains why a connection was not made. The driver has no name for a
// server that offers no TLS: it is one that was reached, broke nothing and came
// to no TLS.
func (d *dialer) refused(ctx context.Context, err error, secured bool) error {
	if d.tls != nil && !secured && ctx.Err() == nil && broken(err) && engine.Unnamed(err) {
		return sdk.Unreachable("%s does not offer TLS; sslmode says that it must", server).WithCause(err)
	}
	return explain(ctx, err)
}

// drop closes a connection without waiting long for its good-bye.
func drop(s *session) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = s.Close(ctx)
}

// identification makes the statement that tells the server, out of the
// functions that this role may call: a call of another would end the
// transaction. Its columns are: system identifier or null, database, timeline
// or null, standby or not, the standby's address, and how current it is.
func identification(ctx context.Context, conn *pgconn.PgConn) (string, error) {
	results, err := conn.Exec(ctx, `SELECT has_function_privilege('pg_control_system()', 'execute'),
		has_function_privilege('pg_control_checkpoint()', 'execute'),
		has_function_privilege('pg_walfile_name(pg_lsn)', 'execute')
		AND has_function_privilege('pg_current_wal_lsn()', 'execute')`).ReadAll()
	if err != nil {
		return "", err
	}
	may := results[0].Rows[0]
	system, replayed, current := "NULL", "NULL", "NULL"
	if isTrue(may[0]) {
		system = "(SELECT system_identifier FROM pg_control_system())"
	}
	if isTrue(may[1]) {
		replayed = "(SELECT timeline_id FROM pg_control_checkpoint())"
	}
	if isTrue(may[2]) {
		current = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"
	}
	return `SELECT ` + system + `, (SELECT oid FROM pg_database WHERE datname = current_database()),
		CASE WHEN pg_is_in_recovery() THEN ` + replayed + ` ELSE ` + current + ` END,
		pg_is_in_recovery(),
		CASE WHEN pg_is_in_recovery() THEN host(inet_server_addr()) END,
		CASE WHEN pg_is_in_recovery() THEN pg_last_xact_replay_timestamp() ELSE transaction_timestamp() END`, nil
}

func isTrue(text []byte) bool { return string(text) == "t" }

// begin are the statements that begin a transaction whose texts are the same on
// every server. deadline is when the server must give up.
func begin(ctx context.Context, rowSecurity string) string {
	sql := `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
		SET LOCAL DateStyle TO 'ISO, YMD';
		SET LOCAL TimeZone TO 'UTC';
		SET LOCAL IntervalStyle TO 'postgres';
		SET LOCAL bytea_output TO 'hex';
		SET LOCAL extra_float_digits TO 3;
		SET LOCAL standard_conforming_strings TO on;
		SET LOCAL row_security TO ` + rowSecurity + `;`
	// A schema that a setting puts before the built-in one could answer in place
	// of a built-in function.
	sql += `SELECT set_config('search_path', 'pg_catalog, ' || current_setting('search_path'), true)
		WHERE current_setting('search_path') LIKE '%pg\_catalog%';`
	if deadline, ok := ctx.Deadline(); ok {
		left := max(time.Until(deadline).Milliseconds(), 1)
		sql += "SET LOCAL statement_timeout TO " + strconv.FormatInt(left, 10) + ";"
	}
	return sql
}
