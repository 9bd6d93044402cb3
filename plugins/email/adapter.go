package email

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

// New makes the adapter of the kind email.
func New() sdk.Adapter { return adapter{now: time.Now} }

type adapter struct{ now func() time.Time }

// Describe says what the adapter is.
func (adapter) Describe() sdk.Description {
	return sdk.Description{
		Kind:         "email",
		Version:      "1",
		Title:        "messages delivered to a Maildir or a capture folder",
		Tier:         1,
		Schema:       schema,
		Capabilities: sdk.Capabilities{Source: true},
	}
}

// Configure checks the section. The root is opened by each capture.
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

// Fields are those that a record can carry.
func (i *instance) Fields() []value.Field {
	fields := []value.Field{
		{Name: "id", Kind: value.Text}, {Name: "unique", Kind: value.Text}, {Name: "message_id", Kind: value.Text},
		{Name: "sha256", Kind: value.Text}, {Name: "from", Kind: value.Text}, {Name: "to", Kind: value.Text},
		{Name: "cc", Kind: value.Text}, {Name: "bcc", Kind: value.Text}, {Name: "delivered_to", Kind: value.Text},
		{Name: "recipients", Kind: value.Text}, {Name: "subject", Kind: value.Text}, {Name: "date", Kind: value.Time},
		{Name: "kind", Kind: value.Text}, {Name: "attachments", Kind: value.JSON},
	}
	if i.window > 0 {
		fields = append(fields, value.Field{Name: "fresh", Kind: value.Bool})
	}
	if i.probe != nil {
		fields = append(fields, value.Field{Name: "content_match", Kind: value.Bool})
	}
	return fields
}

// TestConnection opens the root.
func (i *instance) TestConnection(context.Context, *sdk.CaptureRequest) ([]sdk.Notice, error) {
	return nil, files.TryFolder(i.root)
}

// Capture reads every message once.
func (i *instance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	tree, err := files.OpenFolder(i.root)
	if err != nil {
		return err
	}
	defer tree.Close()
	w.Source(tree.Source())
	if err := w.Fields(i.Fields()...); err != nil {
		return err
	}
	r := &reader{instance: i, tree: tree, w: w}
	messages, err := r.list(ctx)
	if err != nil {
		return files.RootError(err)
	}
	if req.MaxRows > 0 && int64(len(messages)) > req.MaxRows {
		return sdk.TooLarge("the root holds %v", files.ErrTooMany)
	}
	if err := r.readAll(ctx, messages); err != nil {
		return files.RootError(err)
	}
	r.report()
	return nil
}
