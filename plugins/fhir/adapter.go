package fhir

import (
	"context"
	"net/http"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// New makes the adapter of the kind fhir.
func New() sdk.Adapter { return adapter{} }

// NewWithClock makes it with another clock, for tests.
func NewWithClock(c httpread.Clock) sdk.Adapter { return adapter{clock: c} }

type adapter struct{ clock httpread.Clock }

// Describe says what the kind fhir is.
func (adapter) Describe() sdk.Description {
	return sdk.Description{
		Kind:         "fhir",
		Version:      "1.0.0",
		Title:        "Resources by a FHIR R4 search",
		Tier:         1,
		Schema:       schema,
		Capabilities: sdk.Capabilities{Paging: true, Source: true},
	}
}

// headers ask for FHIR in JSON, and for a refusal of unknown parameters
// (FHIR R4, search, "Handling Errors").
var headers = http.Header{
	"Accept": {"application/fhir+json, application/json;q=0.9"},
	"Prefer": {"handling=strict"},
}

// Configure checks all that can be checked without asking the system.
func (a adapter) Configure(_ context.Context, cfg sdk.Config) (sdk.Instance, error) {
	var s section
	if err := cfg.Decode(&s); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	in := &instance{resourceType: s.ResourceType, whole: s.IncludeEnteredInError, declared: len(s.FieldPaths)}
	var err error
	if in.fields, err = parseFields(s.FieldPaths); err != nil {
		return nil, err
	}
	in.client, err = httpread.New(httpread.Options{Settings: s.Settings, Secret: cfg.Secret, BearerEnv: s.AccessTokenEnv != "", Clock: a.clock})
	if err != nil {
		return nil, err
	}
	return in, nil
}

// instance is one configured search.
type instance struct {
	client       *httpread.Client
	resourceType string
	fields       []field
	declared     int  // how many of fields the section names
	whole        bool // resources entered in error are given whole
}

// Close closes idle connections.
func (in *instance) Close() error { return in.client.Close() }

// Fields are those that the section declares and those that every record has;
// nil where the resources decide.
func (in *instance) Fields() []value.Field {
	if in.declared == 0 {
		return nil
	}
	var out []value.Field
	for _, f := range in.fields {
		out = append(out, value.Field{Name: f.name})
	}
	return out
}

// TestConnection reads the first page of the search, or the resource.
func (in *instance) TestConnection(ctx context.Context, req *sdk.CaptureRequest) ([]sdk.Notice, error) {
	c, ctx, cancel, err := in.newCapture(ctx, req)
	if err != nil {
		return nil, err
	}
	defer cancel()
	if c.id != "" {
		_, err = c.resource(ctx)
	} else {
		_, err = c.search(ctx, c.first.String())
	}
	if err != nil {
		return nil, err
	}
	return in.client.Notices(), nil
}
