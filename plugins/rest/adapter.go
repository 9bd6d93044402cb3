package rest

import (
	"context"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// New makes the adapter of the kind rest.
func New() sdk.Adapter { return adapter{} }

// NewWithClock makes it with another clock, for tests.
func NewWithClock(c httpread.Clock) sdk.Adapter { return adapter{clock: c} }

type adapter struct{ clock httpread.Clock }

// Describe says what the kind rest is.
func (adapter) Describe() sdk.Description {
	return sdk.Description{
		Kind:         "rest",
		Version:      "1.0.0",
		Title:        "A list of records in JSON over HTTP",
		Tier:         1,
		Schema:       schema,
		Capabilities: sdk.Capabilities{Paging: true},
	}
}

// Configure checks all that can be checked without asking the system.
func (a adapter) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var s section
	if err := cfg.Decode(&s); err != nil {
		return nil, err
	}
	p, err := s.plan()
	if err != nil {
		return nil, err
	}
	client, err := httpread.New(httpread.Options{Settings: s.Settings, Secret: cfg.Secret, Clock: a.clock})
	if err != nil {
		return nil, err
	}
	return &instance{client: client, plan: p}, nil
}

// instance is one configured reader of lists.
type instance struct {
	client *httpread.Client
	plan   *plan
}

// Close closes idle connections.
func (in *instance) Close() error { return in.client.Close() }

// Fields are those that the section declares; nil where the rows decide.
func (in *instance) Fields() []value.Field { return in.plan.fields.Names() }

// TestConnection reads the first page and looks at its shape.
func (in *instance) TestConnection(ctx context.Context, req *sdk.CaptureRequest) ([]sdk.Notice, error) {
	var gaps httpread.Gaps
	read, ctx, cancel := in.client.NewRead(ctx, &gaps)
	defer cancel()
	first, err := in.address(req)
	if err != nil {
		return nil, err
	}
	if _, err := in.page(ctx, read, first.String(), &gaps); err != nil {
		return nil, err
	}
	return in.client.Notices(), nil
}
