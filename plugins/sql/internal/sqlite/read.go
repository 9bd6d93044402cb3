package sqlite

import (
	"context"
	"time"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/sqlite3"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// read writes every row of a statement.
func read(ctx context.Context, db *sqlite3.DB, st *sqlite3.Stmt, r *engine.Request, w *sdk.RecordWriter) error {
	columns := make([]column, st.Columns())
	fields := make([]value.Field, len(columns))
	for i := range columns {
		columns[i] = declared(st.Name(i), st.Declared(i))
		fields[i] = value.Field{Name: columns[i].name, Kind: columns[i].kind}
	}
	if err := w.Fields(fields...); err != nil {
		return err
	}
	defer interruptible(ctx, db)()
	meter := engine.NewMeter(r, w)
	row := make([]value.Value, len(columns))
	step := firstStep(ctx, st)
	for {
		more, err := step()
		if err != nil {
			return explain(ctx, err)
		}
		if !more || !meter.Room() {
			return nil
		}
		step = st.Step
		size := 0
		for i := range columns {
			var n int
			row[i], n = columns[i].read(st, i)
			size += n
		}
		if err := w.Row(row...); err != nil {
			return err
		}
		meter.Count(size)
	}
}

// firstStep is the step that takes the lock, so that it may have to wait for a
// writer.
func firstStep(ctx context.Context, st *sqlite3.Stmt) func() (bool, error) {
	return func() (more bool, err error) {
		err = patiently(ctx, func() (err error) {
			if more, err = st.Step(); err != nil {
				st.Reset()
			}
			return err
		})
		return more, err
	}
}

// interruptible ends the statement that runs when the context does. The
// function that it returns must be called before the connection is closed.
func interruptible(ctx context.Context, db *sqlite3.DB) (stop func()) {
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		select {
		case <-done:
			return
		case <-ctx.Done():
		}
		// An interrupt between two steps is lost, so it is repeated.
		again := time.NewTicker(5 * time.Millisecond)
		defer again.Stop()
		for {
			db.Interrupt()
			select {
			case <-done:
				return
			case <-again.C:
			}
		}
	}()
	return func() {
		close(done)
		<-gone
	}
}
