package sql

import (
	"context"
	"strconv"

	"github.com/effectkit/effectkit/plugins/sql/internal/engine"
	"github.com/effectkit/effectkit/plugins/sql/internal/guard"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// instance is one query against one database.
type instance struct {
	engine    engine.Engine
	statement *guard.Statement
}

var _ interface {
	sdk.Instance
	sdk.Tester
	Close() error
} = (*instance)(nil)

// Capture implements [sdk.Instance].
func (i *instance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	r, err := i.request(req, true)
	if err != nil {
		return err
	}
	if err := i.engine.Capture(ctx, r, w); err != nil {
		return err
	}
	i.cuts(r.Args, w)
	return nil
}

// cuts reports the rows that the query itself may have left out.
func (i *instance) cuts(args []engine.Arg, w *sdk.RecordWriter) {
	for _, c := range i.statement.Cuts {
		rows := c.Rows
		for _, a := range args {
			if c.Param != "" && a.Name == c.Param {
				rows, _ = strconv.ParseInt(a.Text, 10, 64)
			}
		}
		if w.Records() >= rows {
			w.Gap(value.GapTruncated, "the query's own "+c.What+" may have left rows out; sql_max_rows bounds a read and says so")
		}
	}
}

// TestConnection implements [sdk.Tester]: it connects, compiles the query and
// says whether the role could write.
func (i *instance) TestConnection(ctx context.Context, req *sdk.CaptureRequest) ([]sdk.Notice, error) {
	r, err := i.request(req, false)
	if err != nil {
		return nil, err
	}
	return i.engine.Test(ctx, r)
}

// Close gives up the connections.
func (i *instance) Close() error { return i.engine.Close() }

// request binds the parameters of one read.
func (i *instance) request(req *sdk.CaptureRequest, resolved bool) (*engine.Request, error) {
	s, err := readSection(req.Config)
	if err != nil {
		return nil, err
	}
	args, err := s.arguments(i.statement, resolved)
	if err != nil {
		return nil, err
	}
	r := &engine.Request{SQL: i.statement.SQL, Args: args, MaxRows: s.MaxRows, MaxBytes: req.MaxBytes}
	if req.MaxRows > 0 {
		r.MaxRows = min(r.MaxRows, req.MaxRows)
	}
	return r, nil
}
