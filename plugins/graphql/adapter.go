package graphql

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// New makes the adapter of the kind graphql.
func New() sdk.Adapter { return adapter{} }

// NewWithClock makes it with another clock, for tests.
func NewWithClock(c httpread.Clock) sdk.Adapter { return adapter{clock: c} }

type adapter struct{ clock httpread.Clock }

// Describe says what the kind graphql is.
func (adapter) Describe() sdk.Description {
	return sdk.Description{
		Kind:         "graphql",
		Version:      "1.0.0",
		Title:        "Records by one read-only GraphQL query",
		Tier:         1,
		Schema:       schema,
		Capabilities: sdk.Capabilities{Paging: true},
	}
}

// Configure parses the query and checks all that can be checked without asking
// the system.
func (a adapter) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var s section
	if err := cfg.Decode(&s); err != nil {
		return nil, err
	}
	in, err := s.instance()
	if err != nil {
		return nil, err
	}
	in.client, err = httpread.New(httpread.Options{Settings: s.Settings, Secret: cfg.Secret, Clock: a.clock})
	if err != nil {
		return nil, err
	}
	return in, nil
}

// instance is one configured query.
type instance struct {
	client  *httpread.Client
	query   *query
	target  *target
	asked   int // how many rows the query asks for; 0 when it does not say
	partial bool
	source  *path.Path
	fields  httpread.Fields
}

// Close closes idle connections.
func (in *instance) Close() error { return in.client.Close() }

// Fields are those that the section declares; nil where the rows decide.
func (in *instance) Fields() []value.Field { return in.fields.Names() }

// TestConnection asks for the first page and looks at its shape.
func (in *instance) TestConnection(ctx context.Context, req *sdk.CaptureRequest) ([]sdk.Notice, error) {
	var gaps httpread.Gaps
	read, ctx, cancel := in.client.NewRead(ctx, &gaps)
	defer cancel()
	variables, _, err := in.bind(req)
	if err != nil {
		return nil, err
	}
	if _, err := in.page(ctx, read, variables, "", &gaps); err != nil {
		return nil, err
	}
	return in.client.Notices(), nil
}

// Capture asks the query, and again for every page.
func (in *instance) Capture(ctx context.Context, req *sdk.CaptureRequest, w *sdk.RecordWriter) error {
	var gaps httpread.Gaps
	read, ctx, cancel := in.client.NewRead(ctx, &gaps)
	defer cancel()
	variables, bound, err := in.bind(req)
	if err != nil {
		return err
	}
	in = bound
	err = httpread.Walk(ctx, httpread.List{
		Fetch: func(ctx context.Context, at string) (*httpread.Page, error) {
			return in.page(ctx, read, variables, at, &gaps)
		},
		Emit: func(row value.Node) error {
			if in.query.pages && goesOn(row) {
				gaps.Add(value.GapTruncated, "a list within a row goes on: hasNextPage is true in it")
			}
			return in.fields.Write(row, w, &gaps)
		},
		Source:   w.Source,
		MaxPages: in.client.MaxPages(),
		MaxRows:  req.MaxRows,
		MaxBytes: req.MaxBytes,
	}, &gaps)
	if err != nil {
		return err
	}
	gaps.Write(w)
	w.AsOf(read.AsOf())
	return nil
}

// bind makes the variables of a capture, and an instance that knows how many
// rows it asks for with them.
func (in *instance) bind(req *sdk.CaptureRequest) (map[string]json.RawMessage, *instance, error) {
	var s section
	if err := req.Config.Decode(&s); err != nil {
		return nil, nil, err
	}
	variables, err := in.query.bind(s.Variables)
	bound := *in
	bound.asked = in.target.askedSize(s.Variables, in.query.operation.VariableDefinitions)
	return variables, &bound, err
}

var accept = http.Header{"Accept": {"application/graphql-response+json, application/json;q=0.9"}}

func (in *instance) page(ctx context.Context, read *httpread.Read, variables map[string]json.RawMessage, cursor string, gaps *httpread.Gaps) (*httpread.Page, error) {
	body, err := in.query.request(variables, in.target.cursor, cursor)
	if err != nil {
		return nil, err
	}
	a, err := read.Do(ctx, httpread.Request{URL: in.client.Base(), Header: accept, Body: body})
	if err != nil {
		return nil, err
	}
	data, err := in.dataOf(a.Root, gaps)
	if err != nil {
		return nil, err
	}
	p, err := in.pageOf(data, cursor == "", gaps)
	if err != nil {
		return nil, err
	}
	p.Bytes = a.Bytes
	p.Source, err = httpread.SourceOf(in.source, data, "graphql_source_path")
	return p, err
}
