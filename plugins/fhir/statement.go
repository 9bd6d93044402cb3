package fhir

import (
	"context"
	"net/http"
	"strings"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// statement is what a capture needs of the CapabilityStatement.
type statement struct {
	source string
	// params are the search parameters that the type is said to have; nil where
	// the statement lists none.
	params map[string]bool
}

// absent are statuses by which a server says that it gives no statement.
var absent = []int{
	http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusMethodNotAllowed,
	http.StatusNotAcceptable, http.StatusGone, http.StatusNotImplemented,
}

// readStatement reads [base]/metadata. A server without one has no source and
// lists no parameters.
func (c *capture) readStatement(ctx context.Context) (*statement, error) {
	a, err := c.read.Do(ctx, httpread.Request{URL: c.in.client.Base().JoinPath("metadata"), Header: headers, Bare: absent})
	if err != nil {
		return nil, err
	}
	s := &statement{}
	if a.Status != http.StatusOK {
		return s, nil
	}
	if text(a.Root, "resourceType") != "CapabilityStatement" {
		return nil, sdk.Unreachable("%s answered the question for its metadata with no CapabilityStatement", c.in.client.Host())
	}
	var parts []string
	for _, at := range [][]string{{"implementation", "url"}, {"software", "name"}, {"software", "version"}, {"fhirVersion"}} {
		if part := text(a.Root, at...); part != "" {
			parts = append(parts, part)
		}
	}
	s.source = strings.Join(parts, " ")
	s.list(a.Root, c.in.resourceType)
	return s, nil
}

func (s *statement) list(root value.Node, resourceType string) {
	add := func(of value.Node) {
		params, _ := of.Member("searchParam")
		for p := range params.Elements {
			if name := text(p, "name"); name != "" {
				s.params[name] = true
			}
		}
	}
	all := &statement{params: map[string]bool{}}
	rests, _ := root.Member("rest")
	for rest := range rests.Elements {
		resources, _ := rest.Member("resource")
		for r := range resources.Elements {
			if text(r, "type") != resourceType {
				continue
			}
			if _, lists := r.Member("searchParam"); lists {
				if s.params == nil {
					s.params = all.params
				}
				add(r)
			}
		}
		if s.params != nil {
			add(rest)
		}
	}
}

// denies tells whether the statement lists parameters, and not this one.
func (s *statement) denies(name string) bool {
	if s.params == nil {
		return false
	}
	name, _, _ = strings.Cut(name, ":")
	name, _, _ = strings.Cut(name, ".")
	return !s.params[name] && !strings.HasPrefix(name, "_")
}
