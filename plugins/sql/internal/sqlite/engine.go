package sqlite

import (
	"context"
	"time"

	"golang.org/x/sys/unix"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/sqlite3"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Engine reads one file. Make it with [New].
type Engine struct {
	path  string
	slots chan struct{} // one for each capture at once
}

// New makes an engine. The file need not exist yet.
func New(path string, connections int) *Engine {
	return &Engine{path: path, slots: make(chan struct{}, connections)}
}

// Capture implements [engine.Engine].
func (e *Engine) Capture(ctx context.Context, r *engine.Request, w *sdk.RecordWriter) error {
	if err := e.enter(ctx); err != nil {
		return err
	}
	defer e.leave()
	o, err := e.open(ctx)
	if err != nil {
		return err
	}
	defer o.Close()
	st, err := prepare(ctx, o.DB, r)
	if err != nil {
		return err
	}
	defer st.Close()
	w.Source(o.before.source)
	w.AsOf(time.Now().UTC())
	if err := read(ctx, o.DB, st, r, w); err != nil {
		return err
	}
	source, err := o.after()
	if err != nil {
		return err
	}
	w.Source(source)
	return nil
}

// Test implements [engine.Engine]: it opens the file and compiles the query.
func (e *Engine) Test(ctx context.Context, r *engine.Request) ([]sdk.Notice, error) {
	if err := e.enter(ctx); err != nil {
		return nil, err
	}
	defer e.leave()
	o, err := e.open(ctx)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	st, err := prepare(ctx, o.DB, r)
	if err != nil {
		return nil, err
	}
	names := make([]string, st.Columns())
	for i := range names {
		names[i] = st.Name(i)
	}
	st.Close()
	if err := engine.Distinct(names); err != nil {
		return nil, err
	}
	if unix.Access(e.path, unix.W_OK) == nil {
		return []sdk.Notice{{
			Code:   sdk.NoticeRoleCanWrite,
			Detail: "the sqlite database file can be written by this user",
		}}, nil
	}
	return nil, nil
}

// Close implements [engine.Engine]; there is nothing to give up.
func (e *Engine) Close() error { return nil }

func (e *Engine) enter(ctx context.Context) error {
	select {
	case e.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return stopped(ctx)
	}
}

func (e *Engine) leave() { <-e.slots }

// prepare compiles a statement under the authorizer and binds its arguments.
func prepare(ctx context.Context, db *sqlite3.DB, r *engine.Request) (*sqlite3.Stmt, error) {
	if err := db.ReadOnly(); err != nil {
		return nil, explain(ctx, err)
	}
	var st *sqlite3.Stmt
	err := patiently(ctx, func() (err error) {
		st, err = db.Prepare(r.SQL)
		return err
	})
	if err != nil {
		return nil, compile(ctx, err)
	}
	if !st.ReadOnly() {
		st.Close()
		return nil, sdk.Misconfigured("sqlite takes the query for one that writes")
	}
	for i, a := range r.Args {
		if err := bind(st, i+1, a); err != nil {
			st.Close()
			return nil, explain(ctx, err)
		}
	}
	return st, nil
}

func bind(st *sqlite3.Stmt, i int, a engine.Arg) error {
	switch {
	case a.Null:
		return st.BindNull(i)
	case a.As == engine.AsInt:
		return st.BindInt(i, a.Int)
	case a.As == engine.AsDecimal:
		if v, err := value.ParseNumber(a.Text); err == nil {
			if n, ok := v.Int64(); ok {
				return st.BindInt(i, n)
			}
		}
		return st.BindFloat(i, a.Float)
	case a.As == engine.AsFloat:
		return st.BindFloat(i, a.Float)
	case a.As == engine.AsBool && a.Bool:
		return st.BindInt(i, 1)
	case a.As == engine.AsBool:
		return st.BindInt(i, 0)
	case a.As == engine.AsBytes:
		return st.BindBlob(i, string(a.Bytes))
	}
	return st.BindText(i, a.Text)
}
