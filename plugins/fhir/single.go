package fhir

import (
	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// single is a resource read by its id, as the one entry of a page.
func (c *capture) single(a *httpread.Answer) (*httpread.Page, error) {
	wrapped := make([]byte, 0, len(a.Root.Text())+len(`{"resource":}`))
	wrapped = append(append(append(wrapped, `{"resource":`...), a.Root.Text()...), '}')
	doc, err := value.ParseDocument(wrapped, 0)
	if err != nil {
		return nil, sdk.TooLarge("the resource is nested too deeply").WithCause(err)
	}
	return &httpread.Page{Rows: []value.Node{doc.Root()}, Ended: true, Bytes: a.Bytes}, nil
}
