package fhir

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/sdk"
)

// section is a deployment's section of the kind fhir.
type section struct {
	httpread.Settings
	AccessTokenEnv        string              `json:"access_token_env"`
	ResourceType          string              `json:"resource_type"`
	ResourceID            *sdk.Expr           `json:"resource_id"`
	SearchParams          map[string]sdk.Expr `json:"search_params"`
	SearchParamExprs      map[string]sdk.Expr `json:"search_param_exprs"`
	FieldPaths            map[string]string   `json:"field_paths"`
	IncludeEnteredInError bool                `json:"include_entered_in_error"`
}

const schema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "required": ["base_url", "resource_type"],
  "additionalProperties": false,
  "properties": {` + httpread.Properties + `,
    "access_token_env": {"type": "string", "x-effectkit-secret": true},
    "resource_type": {"type": "string", "pattern": "^[A-Z][A-Za-z]{1,63}$", "description": "such as Observation"},
    "resource_id": {"x-effectkit-expr": true, "description": "reads this one resource instead of a search"},
    "search_params": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}, "description": "as they are written in a search, commas meaning or"},
    "search_param_exprs": {"type": "object", "additionalProperties": {"x-effectkit-expr": true}, "description": "values that may name parameters; a comma in one is a comma"},
    "field_paths": {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string"}, "description": "the record's fields: name to FHIRPath, such as subject.reference"},
    "include_entered_in_error": {"type": "boolean"}
  }
}`

var (
	typeName  = regexp.MustCompile(`^[A-Z][A-Za-z]{1,63}$`)
	paramName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.:\-]*$`)
	// idForm is that of a logical id (FHIR R4, datatypes).
	idForm = regexp.MustCompile(`^[A-Za-z0-9\-.]{1,64}$`)
)

// hiding are parameters that make a server leave out what records are judged
// by.
var hiding = []string{"_summary", "_elements", "_contained", "_format", "_pretty"}

// check refuses a section that cannot work.
func (s *section) check() error {
	if !typeName.MatchString(s.ResourceType) {
		return sdk.Misconfigured("resource_type: a resource type, such as Observation")
	}
	if s.ResourceID != nil && len(s.SearchParams)+len(s.SearchParamExprs) > 0 {
		return sdk.Misconfigured("resource_id: it reads one resource, and no search; leave the search parameters out")
	}
	for _, name := range s.names() {
		base, _, _ := strings.Cut(name, ":")
		switch {
		case !paramName.MatchString(name):
			return sdk.Misconfigured("search_params: %q is not the name of a search parameter", name)
		case slices.Contains(hiding, base):
			return sdk.Misconfigured("search_params: %q makes the server leave out or change what is read", name)
		}
		if _, twice := s.SearchParams[name]; twice {
			if _, expr := s.SearchParamExprs[name]; expr {
				return sdk.Misconfigured("search_param_exprs: %q is in search_params already", name)
			}
		}
	}
	return nil
}

// names are those of all search parameters, in order.
func (s *section) names() []string {
	all := slices.Collect(maps.Keys(s.SearchParams))
	for name := range s.SearchParamExprs {
		if _, twice := s.SearchParams[name]; !twice {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}
