package graphql

import (
	"encoding/json"
	"fmt"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
	"github.com/vektah/gqlparser/v2/ast"
)

// checkVariables holds graphql_variables against those that the query
// declares. cursor is the one that paging sets; "" for none.
func (q *query) checkVariables(given map[string]sdk.Expr, cursor string) error {
	declared := q.operation.VariableDefinitions
	for name := range given {
		if declared.ForName(name) == nil {
			return sdk.Misconfigured("graphql_variables: the query declares no variable $%s", name)
		}
	}
	if e, bound := given[cursor]; bound && cursor != "" && !e.Null {
		return sdk.Misconfigured("graphql_variables: $%s is the place that paging sets; leave it out", cursor)
	}
	for _, d := range declared {
		_, bound := given[d.Variable]
		if !bound && d.DefaultValue == nil && (d.Type.NonNull || d.Variable != cursor) {
			return sdk.Misconfigured("graphql_variables: the query's variable $%s has no value", d.Variable)
		}
	}
	return nil
}

// bind makes the variables of a request, each in the JSON form of its declared
// type. The error names the variable and never its value.
func (q *query) bind(given map[string]sdk.Expr) (map[string]json.RawMessage, error) {
	out := make(map[string]json.RawMessage, len(given))
	for name, e := range given {
		d := q.operation.VariableDefinitions.ForName(name)
		if d == nil || e.Param != "" {
			return nil, sdk.Misconfigured("graphql_variables.%s: it has no value", name)
		}
		text, problem := encode(d.Type, e)
		if problem != "" {
			return nil, sdk.Misconfigured("graphql_variables.%s: %s", name, problem)
		}
		out[name] = text
	}
	return out, nil
}

// encode writes a value for a type (GraphQL specification, section 3.5). A
// list of one is written as that one, which every server makes a list of.
func encode(t *ast.Type, e sdk.Expr) (text json.RawMessage, problem string) {
	if e.Null {
		if t.NonNull {
			return nil, "its type does not allow null"
		}
		return json.RawMessage("null"), ""
	}
	switch t.Name() {
	case "Int":
		v, err := value.ParseNumber(e.Text)
		if i, ok := v.Int64(); err != nil || !ok || i != int64(int32(i)) {
			return nil, "its value is not a whole number of 32 bits, as its type Int asks"
		}
		return json.RawMessage(e.Text), ""
	case "Float":
		if _, err := value.ParseNumber(e.Text); err != nil {
			return nil, "its value is not a number, as its type Float asks"
		}
		return json.RawMessage(e.Text), ""
	case "Boolean":
		if e.Text != "true" && e.Text != "false" {
			return nil, "its value is not true or false, as its type Boolean asks"
		}
		return json.RawMessage(e.Text), ""
	}
	quoted, err := json.Marshal(e.Text)
	if err != nil {
		return nil, "its value is not a text"
	}
	return quoted, ""
}

// request is the JSON body of a request. A cursor that is not "" is set.
func (q *query) request(variables map[string]json.RawMessage, cursorName, cursor string) ([]byte, error) {
	if cursor != "" {
		with := make(map[string]json.RawMessage, len(variables)+1)
		for name, text := range variables {
			with[name] = text
		}
		quoted, _ := json.Marshal(cursor) // a string always encodes
		with[cursorName] = quoted
		variables = with
	}
	body := struct {
		Query         string                     `json:"query"`
		OperationName string                     `json:"operationName,omitempty"`
		Variables     map[string]json.RawMessage `json:"variables,omitempty"`
	}{q.text, q.operation.Name, variables}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("the request does not encode: %w", err)
	}
	return text, nil
}
