package sdktest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Request is one capture of an adapter under test.
type Request struct {
	Adapter sdk.Adapter
	// Section is the adapter's section in JSON; its expressions may name Params.
	Section string
	// Secrets are by JSON Pointer of the property that names the variable.
	Secrets map[string]string
	Params  map[string]string
	MaxRows int64
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
	res := &Result{}
	inst, cfg, err := Configure(ctx, req)
	if err != nil {
		res.Err = err
		return res
	}
	defer Close(inst)
	w := sdk.NewRecordWriter(ctx, sink{res})
	if res.Err = inst.Capture(ctx, &sdk.CaptureRequest{Config: cfg, MaxRows: req.MaxRows}, w); res.Err != nil {
		return res
	}
	res.Trailer, res.Err = w.Finish()
	return res
}

// Configure makes an instance, and the config that its captures take.
func Configure(ctx context.Context, req Request) (sdk.Instance, sdk.Config, error) {
	inst, err := req.Adapter.Configure(ctx, sdk.NewConfig([]byte(req.Section), req.Secrets))
	if err != nil {
		return nil, sdk.Config{}, err
	}
	bound, err := resolve([]byte(req.Section), req.Params)
	if err != nil {
		Close(inst)
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

// sink collects a capture's parts.
type sink struct{ res *Result }

func (s sink) Header(h sdk.Header) error {
	s.res.Header = h
	return nil
}

func (s sink) Batch(b *value.Batch) error {
	s.res.Batches = append(s.res.Batches, b)
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

// resolve puts parameters in place of every {param: name} in a section.
func resolve(section []byte, params map[string]string) ([]byte, error) {
	var tree any
	if err := json.Unmarshal(section, &tree); err != nil {
		return nil, err
	}
	tree, err := walk(tree, params)
	if err != nil {
		return nil, err
	}
	return json.Marshal(tree)
}

func walk(node any, params map[string]string) (any, error) {
	var err error
	switch n := node.(type) {
	case map[string]any:
		if name, ok := n["param"].(string); ok {
			text, bound := params[name]
			if !bound {
				return nil, fmt.Errorf("parameter %q has no value", name)
			}
			delete(n, "param")
			n["literal"] = text
			return n, nil
		}
		for k := range n {
			if n[k], err = walk(n[k], params); err != nil {
				return nil, err
			}
		}
	case []any:
		for i := range n {
			if n[i], err = walk(n[i], params); err != nil {
				return nil, err
			}
		}
	}
	return node, nil
}
