package main

import (
	"context"
	_ "embed"
	"path/filepath"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

//go:embed schema.json
var schema string

// ledger is the adapter.
type ledger struct{}

// Describe says what the adapter is. A file on the same machine is what the
// actor wrote itself, read again: tier 3 at best.
func (ledger) Describe() sdk.Description {
	return sdk.Description{
		Kind: "csv-ledger", Version: "1.0.0", Title: "A ledger kept as a CSV file",
		Tier: 3, Schema: schema,
		Capabilities: sdk.Capabilities{Source: true},
	}
}

// section is the adapter's part of a deployment.
type section struct {
	Path      string              `json:"path"`
	Columns   map[string]string   `json:"columns"`
	Where     map[string]sdk.Expr `json:"where"`
	Delimiter string              `json:"delimiter"`
}

// Configure refuses what can be refused without reading.
func (ledger) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var s section
	if err := cfg.Decode(&s); err != nil {
		return nil, err
	}
	if !filepath.IsAbs(s.Path) {
		return nil, sdk.Misconfigured("path: %q is not absolute", s.Path)
	}
	for name := range s.Where {
		if _, ok := s.Columns[name]; !ok {
			return nil, sdk.Misconfigured("where: %q is not among the columns", name)
		}
	}
	return &file{}, nil
}

// file is an instance. It keeps nothing: every capture has its own section,
// with the parameters of that run in place.
type file struct{}

// Capture reads the file once.
func (*file) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	var s section
	if err := req.Config.Decode(&s); err != nil {
		return err
	}
	r, err := open(s)
	if err != nil {
		return err
	}
	defer r.Close()
	w.Source(r.source)
	columns, err := r.header(s.Columns)
	if err != nil {
		return err
	}
	fields := make([]value.Field, len(columns))
	for i, c := range columns {
		fields[i] = value.Field{Name: c.name, Kind: c.kind}
	}
	if err := w.Fields(fields...); err != nil {
		return err
	}
	if err := r.rows(ctx, columns, s.Where, req.MaxRows, w); err != nil {
		return err
	}
	return r.finish(w)
}
