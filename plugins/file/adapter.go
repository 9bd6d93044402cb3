package file

import (
	"context"
	_ "embed"
	"slices"
	"time"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

//go:embed schema.json
var schema string

// New makes the adapter of the kind file.
func New() sdk.Adapter { return adapter{now: time.Now} }

type adapter struct{ now func() time.Time }

// Describe says what the adapter is.
func (adapter) Describe() sdk.Description {
	return sdk.Description{
		Kind:         "file",
		Version:      "1",
		Title:        "files that arrive in a folder or over SFTP",
		Tier:         1,
		Schema:       schema,
		Capabilities: sdk.Capabilities{Source: true},
	}
}

// Configure checks the section. A local root is opened by each capture, so
// that one that is replaced is seen; an SFTP connection is kept while it works.
func (a adapter) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var s section
	if err := cfg.Decode(&s); err != nil {
		return nil, err
	}
	c, err := s.check()
	if err != nil {
		return nil, err
	}
	i := &instance{config: c, now: a.now}
	if s.SFTP != nil {
		dial, err := s.SFTP.dialer(cfg)
		if err != nil {
			return nil, err
		}
		i.open, i.close = dial.Open, dial.Close
		return i, nil
	}
	i.open = func(context.Context) (files.Tree, error) { return files.OpenFolder(s.Root) }
	return i, nil
}

type instance struct {
	config
	now   func() time.Time
	open  func(context.Context) (files.Tree, error)
	close func() error
}

// Close ends an SFTP connection.
func (i *instance) Close() error {
	if i.close == nil {
		return nil
	}
	return i.close()
}

// Fields are those that a record can carry.
func (i *instance) Fields() []value.Field { return i.fields(true) }

func (i *instance) fields(hash bool) []value.Field {
	fields := []value.Field{
		{Name: "id", Kind: value.Text}, {Name: "path", Kind: value.Text}, {Name: "name", Kind: value.Text},
		{Name: "size", Kind: value.Int}, {Name: "mtime", Kind: value.Time}, {Name: "size_ok", Kind: value.Bool},
	}
	if i.window > 0 {
		fields = append(fields, value.Field{Name: "fresh", Kind: value.Bool})
	}
	if i.content.Probe != nil {
		fields = append(fields, value.Field{Name: "content_match", Kind: value.Bool})
	}
	if hash {
		fields = append(fields, value.Field{Name: "sha256", Kind: value.Text})
	}
	if i.expect {
		fields = append(fields, value.Field{Name: "sha256_ok", Kind: value.Bool})
	}
	return fields
}

// TestConnection opens the root.
func (i *instance) TestConnection(ctx context.Context, _ *sdk.CaptureRequest) ([]sdk.Notice, error) {
	tree, err := i.open(ctx)
	if err != nil {
		return nil, err
	}
	return nil, tree.Close()
}

// Capture lists the folder once, and reads the files whose content is asked
// for.
func (i *instance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	scan := files.Scan{Walk: i.walk, Content: i.content}
	scan.Content.Hash = i.hash || i.expect || slices.Contains(req.Fields, "sha256")
	scan.Walk.MaxEntries = int(req.MaxRows)
	want, err := i.expected(req)
	if err != nil {
		return err
	}
	tree, err := i.open(ctx)
	if err != nil {
		return err
	}
	defer tree.Close()
	w.Source(tree.Source())
	if err := w.Fields(i.fields(scan.Content.Hash)...); err != nil {
		return err
	}
	r := recorder{instance: i, tree: tree, hash: scan.Content.Hash, want: want, w: w}
	if err := scan.Run(ctx, tree, &r.tally, r.record); err != nil {
		return files.RootError(err)
	}
	r.tally.Report(w)
	return nil
}

// expected is the digest that the section asks to compare with.
func (i *instance) expected(req *sdk.CaptureRequest) (string, error) {
	if !i.expect {
		return "", nil
	}
	var s section
	if err := req.Config.Decode(&s); err != nil {
		return "", err
	}
	return files.Expected("file_expect_sha256", s.Expect)
}
