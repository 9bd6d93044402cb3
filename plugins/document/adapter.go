package document

import (
	"context"
	_ "embed"
	"time"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

//go:embed schema.json
var schema string

// New makes the adapter of the kind document.
func New() sdk.Adapter { return adapter{now: time.Now} }

type adapter struct{ now func() time.Time }

// Describe says what the adapter is.
func (adapter) Describe() sdk.Description {
	return sdk.Description{
		Kind:         "document",
		Version:      "1",
		Title:        "reports that arrive in a folder, parsed into fields",
		Tier:         1,
		Schema:       schema,
		Capabilities: sdk.Capabilities{Source: true},
	}
}

// Configure checks the section, and that this machine can read its format. The
// root is opened by each capture.
func (a adapter) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var s section
	if err := cfg.Decode(&s); err != nil {
		return nil, err
	}
	c, err := s.check()
	if err != nil {
		return nil, err
	}
	return &instance{config: c, now: a.now}, nil
}

type instance struct {
	*config
	now func() time.Time
}

// Fields are those that a record can carry; nil where every document brings
// its own.
func (i *instance) Fields() []value.Field {
	mapped := i.parser.fields()
	if mapped == nil {
		return nil
	}
	fields := []value.Field{
		{Name: "id", Kind: value.Text}, {Name: "path", Kind: value.Text}, {Name: "parseable", Kind: value.Bool},
	}
	if !i.parser.rows() {
		fields = append(fields, value.Field{Name: "size", Kind: value.Int}, value.Field{Name: "mtime", Kind: value.Time})
	} else if i.rowID == "" {
		fields = append(fields, value.Field{Name: "row", Kind: value.Int})
	}
	if i.window > 0 {
		fields = append(fields, value.Field{Name: "fresh", Kind: value.Bool})
	}
	for _, f := range mapped {
		if i.comma[f.Name] {
			f.Kind = value.Decimal
		}
		fields = append(fields, f)
	}
	return fields
}

// TestConnection opens the root.
func (i *instance) TestConnection(context.Context, *sdk.CaptureRequest) ([]sdk.Notice, error) {
	return nil, files.TryFolder(i.root)
}

// Capture reads and parses every document once.
func (i *instance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	tree, err := files.OpenFolder(i.root)
	if err != nil {
		return err
	}
	defer tree.Close()
	w.Source(tree.Source())
	if i.parser.fixed() && i.parser.fields() != nil {
		if err := w.Fields(i.Fields()...); err != nil {
			return err
		}
	}
	r := &reader{instance: i, tree: tree, w: w, limit: req.MaxRows}
	err = files.Parallel(ctx, 0, func(yield func(files.Info) error) error {
		return i.walk.Files(ctx, tree, &r.walked, yield)
	}, r.document)
	if err != nil {
		return files.RootError(err)
	}
	r.report()
	return nil
}
