package graphql

import (
	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
)

// section is a deployment's section of the kind graphql. Freshness is the
// host's to judge; here its two keys are only held together.
type section struct {
	httpread.Settings
	Query          string              `json:"graphql_query"`
	Variables      map[string]sdk.Expr `json:"graphql_variables"`
	RecordsPath    string              `json:"graphql_records_path"`
	Partial        string              `json:"graphql_partial"`
	SourcePath     string              `json:"graphql_source_path"`
	FreshnessField string              `json:"graphql_freshness_field"`
	FreshnessS     float64             `json:"graphql_freshness_window_s"`
	Fields         map[string]string   `json:"fields"`
}

const schema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "required": ["base_url", "graphql_query", "graphql_records_path"],
  "additionalProperties": false,
  "dependentRequired": {
    "graphql_freshness_field": ["graphql_freshness_window_s"],
    "graphql_freshness_window_s": ["graphql_freshness_field"]
  },
  "properties": {` + httpread.Properties + `,
    "graphql_query": {"type": "string", "minLength": 1, "description": "one query; it may only read"},
    "graphql_variables": {"type": "object", "additionalProperties": {"x-effectkit-expr": true}},
    "graphql_records_path": {"type": "string", "minLength": 1, "description": "where the list or connection is, such as orders or orders.nodes"},
    "graphql_partial": {"enum": ["refuse", "gap"], "description": "what errors beside data make of an answer: refuse (unless written), or gap"},
    "graphql_source_path": {"type": "string", "minLength": 1, "description": "where the data says which system gave it"},
    "graphql_freshness_field": {"type": "string", "minLength": 1},
    "graphql_freshness_window_s": {"type": "number", "exclusiveMinimum": 0},
    "fields": {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string"}, "description": "the record's fields: name to path in a row"}
  }
}`

func (s *section) instance() (*instance, error) {
	q, err := parseQuery(s.Query)
	if err != nil {
		return nil, err
	}
	in := &instance{query: q, partial: s.Partial == "gap"}
	if in.target, err = q.findTarget(s.RecordsPath); err != nil {
		return nil, err
	}
	if err = q.checkVariables(s.Variables, in.target.cursor); err != nil {
		return nil, err
	}
	if (s.FreshnessField == "") != (s.FreshnessS == 0) || s.FreshnessS < 0 {
		return nil, sdk.Misconfigured("graphql_freshness_field and graphql_freshness_window_s go together")
	}
	in.asked = in.target.askedSize(s.Variables, q.operation.VariableDefinitions)
	if s.SourcePath != "" {
		if in.source, err = path.Parse(s.SourcePath); err != nil {
			return nil, sdk.Misconfigured("graphql_source_path: %v", err)
		}
	}
	in.fields, err = httpread.ParseFields("fields", s.Fields, path.Parse)
	return in, err
}
