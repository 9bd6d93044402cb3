package graphql

import (
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/sdk"
	"github.com/vektah/gqlparser/v2/ast"
)

// target is where in the answer the records are, and how the query asks for
// them.
type target struct {
	names  []string // from data to the list or connection
	part   string   // "edges" or "nodes" where the path goes into a connection
	field  *ast.Field
	cursor string // the variable of the argument after; "" where there is none
}

// sizeArguments are names by which queries ask for a number of rows.
var sizeArguments = []string{"first", "limit", "take", "pageSize", "perPage", "size", "top", "count"}

// findTarget follows graphql_records_path through the query. The path may
// start at data or below it, and may end at a connection or inside it.
func (q *query) findTarget(text string) (*target, error) {
	if text == "" {
		return nil, sdk.Misconfigured("graphql_records_path: missing; write the path of the list, such as orders or orders.nodes")
	}
	names := strings.Split(text, ".")
	if names[0] == "data" && q.field(q.operation.SelectionSet, "data", 0) == nil {
		names = names[1:]
	}
	if len(names) > 1 && names[len(names)-1] == "node" && names[len(names)-2] == "edges" {
		names = names[:len(names)-1]
	}
	if len(names) == 0 {
		return nil, sdk.Misconfigured("graphql_records_path: data is never a list; write the path below it")
	}
	t := &target{names: names}
	set := q.operation.SelectionSet
	for i, name := range names {
		f := q.field(set, name, 0)
		if f == nil {
			return nil, sdk.Misconfigured("graphql_records_path: the query asks for no %q there", name)
		}
		if (name == "edges" || name == "nodes") && i == len(names)-1 && t.field != nil {
			t.names, t.part = names[:i], name
			break
		}
		t.field, set = f, f.SelectionSet
	}
	if t.field.Arguments.ForName("last") != nil || t.field.Arguments.ForName("before") != nil {
		return nil, sdk.Misconfigured("graphql_query: page forwards, with first and after")
	}
	if after := t.field.Arguments.ForName("after"); after != nil && after.Value.Kind == ast.Variable {
		t.cursor = after.Value.Raw
	}
	return t, nil
}

// askedSize is how many rows the query asks for; 0 when it does not say.
func (t *target) askedSize(variables map[string]sdk.Expr, definitions ast.VariableDefinitionList) int {
	for _, name := range sizeArguments {
		a := t.field.Arguments.ForName(name)
		if a == nil {
			continue
		}
		text := a.Value.Raw
		if a.Value.Kind == ast.Variable {
			e, bound := variables[a.Value.Raw]
			text = e.Text
			if d := definitions.ForName(a.Value.Raw); !bound && d != nil && d.DefaultValue != nil {
				text = d.DefaultValue.Raw
			}
		}
		if n, err := strconv.Atoi(text); err == nil && n > 0 {
			return n
		}
	}
	return 0
}
