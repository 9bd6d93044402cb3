package documenthash

import (
	"context"
	_ "embed"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

//go:embed schema.json
var schema string

// New makes the adapter of the kind document-hash.
func New() sdk.Adapter { return adapter{} }

type adapter struct{}

// Describe says what the adapter is.
func (adapter) Describe() sdk.Description {
	return sdk.Description{
		Kind:         "document-hash",
		Version:      "1",
		Title:        "SHA-256 of every document in a store",
		Tier:         1,
		Schema:       schema,
		Capabilities: sdk.Capabilities{Source: true},
	}
}

// section is the adapter's part of a deployment.
type section struct {
	Root   string    `json:"root"`
	Glob   *string   `json:"glob"`
	Temp   []string  `json:"temp_names"`
	Expect *sdk.Expr `json:"expect_sha256"`
}

// Configure checks the pattern. The root is opened by each capture, so that a
// store that is replaced is seen.
func (adapter) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var s section
	if err := cfg.Decode(&s); err != nil {
		return nil, err
	}
	glob := "**"
	if s.Glob != nil {
		glob = *s.Glob
	}
	pattern, err := files.NewPattern(glob)
	if err != nil {
		return nil, sdk.Misconfigured("%q: %v", "glob", err)
	}
	temp, err := files.NewTemporary(s.Temp)
	if err != nil {
		return nil, sdk.Misconfigured("%q: %v", "temp_names", err)
	}
	return &instance{
		root:   s.Root,
		walk:   files.Walk{Pattern: pattern, Temporary: temp},
		expect: s.Expect != nil,
	}, nil
}

type instance struct {
	root   string
	walk   files.Walk
	expect bool
}

// Fields are those of every record.
func (i *instance) Fields() []value.Field {
	fields := []value.Field{
		{Name: "id", Kind: value.Text}, {Name: "path", Kind: value.Text},
		{Name: "size", Kind: value.Int}, {Name: "sha256", Kind: value.Text},
	}
	if i.expect {
		fields = append(fields, value.Field{Name: "sha256_ok", Kind: value.Bool})
	}
	return fields
}

// TestConnection opens the root.
func (i *instance) TestConnection(context.Context, *sdk.CaptureRequest) ([]sdk.Notice, error) {
	return nil, files.TryFolder(i.root)
}

// Capture hashes every document once.
func (i *instance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	want, err := i.expected(req)
	if err != nil {
		return err
	}
	tree, err := files.OpenFolder(i.root)
	if err != nil {
		return err
	}
	defer tree.Close()
	w.Source(tree.Source())
	if err := w.Fields(i.Fields()...); err != nil {
		return err
	}
	scan := files.Scan{Walk: i.walk, Content: files.Content{Hash: true}}
	scan.Walk.MaxEntries = int(req.MaxRows)
	var tally files.Tally
	row := make([]value.Value, 0, 5)
	err = scan.Run(ctx, tree, &tally, func(f files.Found) error {
		name := value.OfText(f.Info.Path)
		row = append(row[:0], name, name, value.OfInt(f.Info.Size), value.OfText(f.SHA256))
		if i.expect {
			row = append(row, value.OfBool(f.SHA256 == want))
		}
		return w.Row(row...)
	})
	if err != nil {
		return files.RootError(err)
	}
	tally.Report(w)
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
	return files.Expected("expect_sha256", s.Expect)
}
