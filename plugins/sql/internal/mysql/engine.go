package mysql

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Engine reads one database of one server. Make it with [New].
type Engine struct {
	at        engine.Address
	connector driver.Connector
	pool      *engine.Pool[*session]
	kills     sync.WaitGroup
}

// New makes an engine; it connects to nothing yet. The error is
// [sdk.Misconfigured].
func New(at engine.Address, connections int) (*Engine, error) {
	connector, err := newConnector(at)
	if err != nil {
		return nil, err
	}
	e := &Engine{at: at, connector: connector}
	e.pool = engine.NewPool(connections, e.dial, drop)
	return e, nil
}

// Close implements [engine.Engine].
func (e *Engine) Close() error {
	e.pool.Close()
	e.kills.Wait()
	return nil
}

// Capture implements [engine.Engine].
func (e *Engine) Capture(ctx context.Context, r *engine.Request, w *sdk.RecordWriter) error {
	return e.within(ctx, func(s *session) error {
		if err := identify(ctx, s, w); err != nil {
			return err
		}
		rows, err := s.query(ctx, r)
		if err != nil {
			return err
		}
		defer rows.Close()
		return copyRows(rows, r, w)
	})
}

// within runs a read in a transaction of its own and gives the connection back
// when nothing broke. A statement that outlives the read is killed.
func (e *Engine) within(ctx context.Context, read func(*session) error) error {
	s, err := e.session(ctx)
	if err != nil {
		return explain(ctx, err)
	}
	healthy := false
	defer func() { e.pool.Put(s, healthy) }()
	if err = s.begin(ctx); err == nil {
		err = read(s)
	}
	if err == nil {
		healthy = s.exec(ctx, "ROLLBACK") == nil && s.IsValid()
		return nil
	}
	if ctx.Err() != nil {
		e.kill(s)
	}
	return explain(ctx, err)
}

// session gives a connection that answers: an idle one may have been lost.
func (e *Engine) session(ctx context.Context) (*session, error) {
	s, used, err := e.pool.Get(ctx)
	if err != nil || !used {
		return s, err
	}
	if err := s.exec(ctx, "DO 1"); err == nil || ctx.Err() != nil {
		return s, nil
	}
	return e.pool.Renew(ctx, s)
}

// killTimeout bounds the connection that kills what a stopped read left.
const killTimeout = 2 * time.Second

// kill ends what the server still runs for a connection that was given up. It
// is done behind the read's back, so that a read ends when its context does.
func (e *Engine) kill(s *session) {
	e.kills.Add(1)
	go func() {
		defer e.kills.Done()
		ctx, cancel := context.WithTimeout(context.Background(), killTimeout)
		defer cancel()
		opened, err := e.connector.Connect(ctx)
		if err != nil {
			return // the server's own time-out remains
		}
		defer opened.Close()
		if c, ok := opened.(driver.ExecerContext); ok {
			_, _ = c.ExecContext(ctx, "KILL QUERY "+s.id, nil)
		}
	}()
}

// query runs the statement as a prepared one.
func (s *session) query(ctx context.Context, r *engine.Request) (driver.Rows, error) {
	st, err := s.PrepareContext(ctx, r.SQL)
	if err != nil {
		return nil, err
	}
	rows, err := st.(driver.StmtQueryContext).QueryContext(ctx, bind(r.Args))
	if err != nil {
		_ = st.Close()
		return nil, err
	}
	return &statementRows{Rows: rows, st: st}, nil
}

// statementRows closes the statement with its rows.
type statementRows struct {
	driver.Rows
	st driver.Stmt
}

func (r *statementRows) Close() error { return errors.Join(r.Rows.Close(), r.st.Close()) }

func (r *statementRows) columns() []column {
	names := r.Columns()
	types := r.Rows.(driver.RowsColumnTypeDatabaseTypeName)
	out := make([]column, len(names))
	for i, name := range names {
		out[i] = columnOf(name, types.ColumnTypeDatabaseTypeName(i))
	}
	return out
}

// bind gives the arguments to the driver. One without a type is a text, so that
// a column of texts is never compared as a number.
func bind(args []engine.Arg) []driver.NamedValue {
	out := make([]driver.NamedValue, len(args))
	for i, a := range args {
		out[i].Ordinal = i + 1
		switch {
		case a.Null:
		case a.As == engine.AsInt:
			out[i].Value = a.Int
		case a.As == engine.AsFloat:
			out[i].Value = a.Float
		case a.As == engine.AsBool:
			out[i].Value = a.Bool
		case a.As == engine.AsBytes:
			out[i].Value = a.Bytes
		default:
			out[i].Value = a.Text
		}
	}
	return out
}

// copyRows writes every row. The end is the server's word for it; a connection
// that broke gives another error than [io.EOF].
func copyRows(rows driver.Rows, r *engine.Request, w *sdk.RecordWriter) error {
	columns := rows.(*statementRows).columns()
	fields := make([]value.Field, len(columns))
	for i, c := range columns {
		fields[i] = value.Field{Name: c.name, Kind: c.kind}
	}
	if err := w.Fields(fields...); err != nil {
		return err
	}
	meter := engine.NewMeter(r, w)
	raw := make([]driver.Value, len(columns))
	row := make([]value.Value, len(columns))
	for {
		err := rows.Next(raw)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !meter.Room() {
			return nil
		}
		size := 0
		for i, v := range raw {
			if row[i], err = columns[i].read(v); err != nil {
				return err
			}
			size += sizeOf(v)
		}
		if err := w.Row(row...); err != nil {
			return err
		}
		meter.Count(size)
	}
}

func sizeOf(v driver.Value) int {
	if b, ok := v.([]byte); ok {
		return len(b)
	}
	return 8
}
