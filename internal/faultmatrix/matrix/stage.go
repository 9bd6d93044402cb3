package matrix

import (
	"context"
	"net/http"
	"net/http/httptest"

	"github.com/effectkit/effectkit/internal/faultserver"
)

// stage is a system on which faults are played out.
type stage interface {
	// Load starts over with a fault.
	Load(faultserver.Run) error
	// act writes as the actor does, and gives what its screen shows.
	act(context.Context) (faultserver.Screen, error)
	// Truth reads the system itself, as it is now; Finish when all is over.
	Truth() (faultserver.Truth, error)
	Finish() (faultserver.Truth, error)
	// sections are the deployment's sections for the main system and the side
	// surface.
	sections(face string) (main, side map[string]any)
	Close() error
}

// backend is the stage of the faces rest, graphql, fhir and sql.
type backend struct {
	*faultserver.Backend
	server, elsewhere *httptest.Server
}

func newBackend(dir string, c *clock) *backend {
	b := &backend{}
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { b.ServeHTTP(w, r) }))
	b.elsewhere = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { b.ServeHTTP(w, r) }))
	b.Backend = faultserver.New(faultserver.Options{Dir: dir, Now: c.Now, Pass: c.pass, Elsewhere: b.elsewhere.URL})
	return b
}

func (b *backend) act(ctx context.Context) (faultserver.Screen, error) {
	return b.Act(ctx, b.server.Client(), b.server.URL)
}

func (b *backend) Close() error {
	b.server.CloseClientConnections()
	b.server.Close()
	b.elsewhere.CloseClientConnections()
	b.elsewhere.Close()
	return b.Backend.Close()
}

func (b *backend) sections(face string) (main, side map[string]any) {
	switch face {
	case "rest":
		return b.rest(faultserver.Observations), b.rest(faultserver.Charges)
	case "graphql":
		return b.graphql(faultserver.Observations, "id patient status note key"), b.graphql(faultserver.Charges, "id patient item")
	case "fhir":
		return b.fhir("Observation", map[string]any{
				"patient": "subject.reference", "status": "status", "note": "valueString", "key": "identifier.first().value",
			}), b.fhir("ChargeItem", map[string]any{
				"patient": "subject.reference", "item": "code.text",
			})
	}
	return b.sql("SELECT id, patient, status, note, key FROM observations"), b.sql("SELECT id, patient, item FROM charges")
}

func (b *backend) rest(table string) map[string]any {
	return map[string]any{
		"kind": "rest", "base_url": b.server.URL + faultserver.RESTPath, "records_path": "/" + table,
		"records_key": "records", "source_path": "source",
	}
}

func (b *backend) graphql(table, fields string) map[string]any {
	return map[string]any{
		"kind": "graphql", "base_url": b.server.URL + faultserver.GraphQLPath,
		"graphql_query": "query($after: String) { " + table + "(first: 100, after: $after) { totalCount nodes { " + fields +
			" } pageInfo { hasNextPage endCursor } } system { id } }",
		"graphql_records_path": table, "graphql_source_path": "system.id",
	}
}

func (b *backend) fhir(resourceType string, paths map[string]any) map[string]any {
	return map[string]any{
		"kind": "fhir", "base_url": b.server.URL + faultserver.FHIRPath, "resource_type": resourceType, "field_paths": paths,
	}
}

func (b *backend) sql(query string) map[string]any {
	return map[string]any{"kind": "sql", "sql_query": query, "sqlite_database": b.Database()}
}
