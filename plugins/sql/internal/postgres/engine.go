package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Engine reads one database of one server. Make it with [New].
type Engine struct {
	pool *engine.Pool[*session]
	at   engine.Address
}

// New makes an engine; it connects to nothing yet. The error is
// [sdk.Misconfigured].
func New(at engine.Address, connections int) (*Engine, error) {
	settings, err := at.Config()
	if err != nil {
		return nil, err
	}
	d := &dialer{at: at, tls: settings}
	return &Engine{pool: engine.NewPool(connections, d.dial, drop), at: at}, nil
}

// Close implements [engine.Engine].
func (e *Engine) Close() error {
	e.pool.Close()
	return nil
}

// Capture implements [engine.Engine].
func (e *Engine) Capture(ctx context.Context, r *engine.Request, w *sdk.RecordWriter) error {
	return e.within(ctx, func(s *session) error {
		rows, err := e.start(ctx, s, r, w)
		if err != nil {
			return err
		}
		return copyRows(ctx, rows, r, w)
	})
}

// within runs a read in a session of its own and gives it back when nothing
// broke. Transactions end with the read, whatever became of it.
func (e *Engine) within(ctx context.Context, read func(*session) error) error {
	s, err := e.session(ctx)
	if err != nil {
		return explain(ctx, err)
	}
	healthy := false
	defer func() { e.pool.Put(s, healthy) }()
	if err := read(s); err != nil {
		return explain(ctx, err)
	}
	if s.IsBusy() || s.IsClosed() { // stopped at a cap, in the middle of the rows
		return nil
	}
	if _, err := s.Exec(ctx, "ROLLBACK").ReadAll(); err == nil {
		healthy = s.TxStatus() == 'I'
	}
	return nil
}

// session gives a connection that answers: an idle one may have been lost.
func (e *Engine) session(ctx context.Context) (*session, error) {
	s, used, err := e.pool.Get(ctx)
	if err != nil || !used {
		return s, err
	}
	if _, err := s.Exec(ctx, "SELECT 1").ReadAll(); err == nil || ctx.Err() != nil {
		return s, nil
	}
	return e.pool.Renew(ctx, s)
}

// start begins the transaction, says which system answers, and starts the
// statement. Policies that hide rows make it fail with row_security off; then
// it starts again with them on, and the read has a gap.
func (e *Engine) start(ctx context.Context, s *session, r *engine.Request, w *sdk.RecordWriter) (*pgconn.ResultReader, error) {
	for _, rowSecurity := range []string{"off", "on"} {
		results, err := s.Exec(ctx, begin(ctx, rowSecurity)+s.identify).ReadAll()
		if err != nil {
			return nil, err
		}
		values, types := bind(r.Args)
		rows := s.ExecParams(ctx, r.SQL, values, types, nil, nil)
		if rows.FieldDescriptions() == nil {
			_, err := rows.Close()
			if rowSecurity == "off" && hiddenRows(err) {
				if _, err := s.Exec(ctx, "ROLLBACK").ReadAll(); err != nil {
					return nil, err
				}
				continue
			}
			if err == nil {
				err = sdk.Misconfigured("sql_query gives no rows")
			}
			return nil, err
		}
		identified(results[len(results)-1].Rows[0], w)
		if rowSecurity == "on" {
			w.Gap(value.GapRedacted, "a row security policy may hide rows from this role: give it BYPASSRLS or a view")
		}
		return rows, nil
	}
	return nil, sdk.Misconfigured("sql_query gives no rows")
}

// copyRows writes every row.
func copyRows(ctx context.Context, rows *pgconn.ResultReader, r *engine.Request, w *sdk.RecordWriter) error {
	columns := make([]column, len(rows.FieldDescriptions()))
	fields := make([]value.Field, len(columns))
	for i, f := range rows.FieldDescriptions() {
		columns[i] = columnOf(f.Name, f.DataTypeOID)
		fields[i] = value.Field{Name: f.Name, Kind: columns[i].kind}
	}
	if err := w.Fields(fields...); err != nil {
		return err
	}
	meter := engine.NewMeter(r, w)
	row := make([]value.Value, len(columns))
	for rows.NextRow() {
		if !meter.Room() {
			return nil
		}
		size := 0
		for i, text := range rows.Values() {
			if text == nil {
				row[i] = value.NullValue()
				continue
			}
			size += len(text)
			v, err := columns[i].read(string(text))
			if err != nil {
				return err
			}
			row[i] = v
		}
		if err := w.Row(row...); err != nil {
			return err
		}
		meter.Count(size)
	}
	_, err := rows.Close()
	return explain(ctx, err)
}
