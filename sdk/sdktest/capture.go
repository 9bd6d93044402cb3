package sdktest

import (
	"context"
	"fmt"
	"slices"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/internal/bind"
	"github.com/effectkit/effectkit/sdk/wire"
	"github.com/effectkit/effectkit/value"
)

// Request is one capture of an adapter under test.
type Request struct {
	Adapter sdk.Adapter
	// Section is the adapter's section in JSON; its expressions may name Params.
	Section string
	// Secrets are by JSON Pointer of the property that names the variable.
	Secrets map[string]string
	// Params are the parameters' values. A name of Nulls is null.
	Params map[string]string
	Nulls  []string
	// Fields, MaxRows and MaxBytes are the hints of a capture.
	Fields   []string
	MaxRows  int64
	MaxBytes int64
}

// Result is what a capture saw.
type Result struct {
	Header  sdk.Header
	Trailer sdk.Trailer
	Batches []*value.Batch
	// Err is the failure of Configure or Capture; nil when the read came to its
	// end.
	Err error
}

// Capture configures an instance, reads once and closes it.
func Capture(ctx context.Context, req Request) *Result {
	inst, cfg, err := Configure(ctx, req)
	if err != nil {
		return &Result{Err: err}
	}
	defer Close(inst)
	return Read(ctx, inst, cfg, req)
}

// Read reads once with an instance and the config that Configure gave, so that
// a test can read twice with one instance.
func Read(ctx context.Context, inst sdk.Instance, cfg sdk.Config, req Request) *Result {
	res := &Result{}
	w := sdk.NewRecordWriter(ctx, sink{res})
	res.Err = inst.Capture(ctx, &sdk.CaptureRequest{
		Config: cfg, Fields: req.Fields, MaxRows: req.MaxRows, MaxBytes: req.MaxBytes,
	}, w)
	if res.Err != nil {
		return res
	}
	trailer, err := w.Finish()
	if err == nil {
		trailer, err = wire.TrailerFromProto(wire.TrailerToProto(trailer))
	}
	res.Trailer, res.Err = trailer, err
	return res
}

// Configure makes an instance, and the config that its captures take.
func Configure(ctx context.Context, req Request) (sdk.Instance, sdk.Config, error) {
	section := []byte(req.Section)
	bound, err := resolve(req)
	if err != nil {
		return nil, sdk.Config{}, err
	}
	inst, err := req.Adapter.Configure(ctx, sdk.NewConfig(section, req.Secrets))
	if err != nil {
		return nil, sdk.Config{}, err
	}
	return inst, sdk.NewConfig(bound, req.Secrets), nil
}

// Close releases an instance that can be.
func Close(inst sdk.Instance) {
	if c, ok := inst.(interface{ Close() error }); ok {
		_ = c.Close()
	}
}

// resolve puts parameters in place as a host does: only where the schema marks
// the property, and never one that has no value.
func resolve(req Request) ([]byte, error) {
	s, err := parseSchema(req.Adapter.Describe().Schema)
	if err != nil {
		return nil, err
	}
	for pointer := range req.Secrets {
		if !s.marked(pointer, secretMark) {
			return nil, fmt.Errorf("%q is not marked %q in the schema: a host hands no secret to it", pointer, secretMark)
		}
	}
	params, err := bind.Params([]byte(req.Section))
	if err != nil {
		return nil, err
	}
	bindings := make(map[string]value.Literal, len(params))
	for pointer, name := range params {
		text, bound := req.Params[name]
		switch {
		case !s.marked(pointer, exprMark):
			return nil, fmt.Errorf("%q is not marked %q in the schema: a host does not resolve {param: %s} there", pointer, exprMark, name)
		case slices.Contains(req.Nulls, name):
			bindings[pointer] = value.NullLiteral()
		case !bound:
			return nil, fmt.Errorf("parameter %q has no value", name)
		default:
			bindings[pointer] = value.NewLiteral(text)
		}
	}
	return bind.Section([]byte(req.Section), bindings)
}

// sink collects a capture's parts as they come out of the wire codec.
type sink struct{ res *Result }

func (s sink) Header(h sdk.Header) (err error) {
	s.res.Header, err = wire.HeaderFromProto(wire.HeaderToProto(h))
	return err
}

func (s sink) Batch(b *value.Batch) error {
	m, err := wire.BatchToProto(b)
	if err != nil {
		return err
	}
	crossed, err := wire.BatchFromProto(m)
	if err != nil {
		return err
	}
	s.res.Batches = append(s.res.Batches, crossed)
	return nil
}

// Records gives what was read as one map a record, fields that it does not
// carry left out.
func (r *Result) Records() []map[string]value.Value {
	var out []map[string]value.Value
	for _, b := range r.Batches {
		for row := range b.Rows() {
			record := map[string]value.Value{}
			for i, c := range b.Columns() {
				if v := b.Columns()[i].At(row); !v.IsMissing() {
					record[c.Name()] = v
				}
			}
			out = append(out, record)
		}
	}
	return out
}
