package rest

import (
	"github.com/effectkit/effectkit/internal/read/http"
	"github.com/effectkit/effectkit/internal/read/path"
	"github.com/effectkit/effectkit/sdk"
)

// section is a deployment's section of the kind rest.
type section struct {
	httpread.Settings
	RecordsPath    string              `json:"records_path"`
	RecordsKey     string              `json:"records_key"`
	PathParams     map[string]sdk.Expr `json:"path_params"`
	Query          map[string]sdk.Expr `json:"query"`
	Fields         map[string]string   `json:"fields"`
	SourcePath     string              `json:"source_path"`
	Paging         paging              `json:"paging"`
	ErrorWhen      map[string]sdk.Expr `json:"error_when"`
	IncompleteWhen map[string]sdk.Expr `json:"incomplete_when"`
}

const schema = `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "required": ["base_url"],
  "additionalProperties": false,
  "properties": {` + httpread.Properties + `,
    "records_path": {"type": "string", "description": "path and query below base_url; {name} stands for path_params.name"},
    "records_key": {"type": "string", "description": "where the list is: a.b, /a/b or $.a.b; empty when the answer is the list"},
    "path_params": {"type": "object", "additionalProperties": {"x-effectkit-expr": true}},
    "query": {"type": "object", "additionalProperties": {"x-effectkit-expr": true}, "description": "query parameters by name"},
    "fields": {"type": "object", "minProperties": 1, "additionalProperties": {"type": "string"}, "description": "the record's fields: name to path in a row"},
    "source_path": {"type": "string", "description": "where an answer says which system gave it"},
    "paging": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "style": {"enum": ["auto", "none", "link", "next", "cursor", "page", "offset"]},
        "page_param": {"type": "string", "minLength": 1, "description": "the query parameter that takes the cursor, page number or offset"},
        "next_key": {"type": "string", "minLength": 1, "description": "where the answer has the next URL or cursor"},
        "size_param": {"type": "string", "minLength": 1},
        "size": {"type": "integer", "minimum": 1},
        "start": {"type": "integer", "minimum": 0, "description": "the first page number (1) or offset (0)"},
        "total_key": {"type": "string", "minLength": 1},
        "more_key": {"type": "string", "minLength": 1}
      }
    },
    "error_when": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}, "description": "an answer with this value at this path is no answer"},
    "incomplete_when": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}, "description": "an answer with this value at this path is a part"}
  }
}`

// plan is a section checked and its paths parsed.
type plan struct {
	template   *template
	key        *path.Path
	fields     httpread.Fields
	source     *path.Path
	paging     pagingPlan
	error      []sign
	incomplete []sign
}

func (s *section) plan() (*plan, error) {
	p := &plan{}
	var err error
	if p.template, err = parseTemplate(s.RecordsPath); err != nil {
		return nil, err
	}
	if err = p.template.checkNames(s.PathParams); err != nil {
		return nil, err
	}
	for name := range s.Query {
		for _, pair := range p.template.pairs {
			if pair.name == name {
				return nil, sdk.Misconfigured("query: %q is in records_path already", name)
			}
		}
	}
	if p.key, err = parsePath("records_key", s.RecordsKey); err != nil {
		return nil, err
	}
	if problem := p.key.ListProblem(); problem != "" {
		return nil, sdk.Misconfigured("records_key: %s", problem)
	}
	if s.SourcePath != "" {
		if p.source, err = parsePath("source_path", s.SourcePath); err != nil {
			return nil, err
		}
	}
	if p.fields, err = httpread.ParseFields("fields", s.Fields, path.Parse); err != nil {
		return nil, err
	}
	if p.error, err = parseSigns("error_when", s.ErrorWhen); err != nil {
		return nil, err
	}
	if p.incomplete, err = parseSigns("incomplete_when", s.IncompleteWhen); err != nil {
		return nil, err
	}
	p.paging, err = s.Paging.plan()
	return p, err
}

func parsePath(property, text string) (*path.Path, error) {
	p, err := path.Parse(text)
	if err != nil {
		return nil, sdk.Misconfigured("%s: %v", property, err).WithCause(err)
	}
	return p, nil
}
