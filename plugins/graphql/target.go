package graphql

import (
	"slices"
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
	path   []*ast.Field // from data to field
	cursor string       // the variable of the argument after; "" where there is none
}

// sizeArguments are names by which queries ask for a number of rows.
var sizeArguments = []string{"first", "limit", "take", "pageSize", "perPage", "size", "top", "count"}

// choices are arguments that say which rows, and whose members are columns.
var choices = []string{"where", "filter", "filters", "condition"}

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
		t.field, set, t.path = f, f.SelectionSet, append(t.path, f)
	}
	if t.field.Arguments.ForName("last") != nil || t.field.Arguments.ForName("before") != nil {
		return nil, sdk.Misconfigured("graphql_query: page forwards, with first and after")
	}
	if after := t.field.Arguments.ForName("after"); after != nil && after.Value.Kind == ast.Variable {
		t.cursor = after.Value.Raw
	}
	return t, nil
}

// askedSize is how many rows the query asks for; 0 when it does not say. It may
// say so at the list, or at what holds it, and within an input object.
func (t *target) askedSize(variables map[string]sdk.Expr, definitions ast.VariableDefinitionList) int {
	for _, f := range slices.Backward(t.path) {
		for _, a := range f.Arguments {
			if n := sizeIn(a.Name, a.Value, variables, definitions, 0); n > 0 {
				return n
			}
		}
	}
	return 0
}

// sizeIn is the number of rows that an argument asks for; 0 where it is about
// something else.
func sizeIn(name string, v *ast.Value, variables map[string]sdk.Expr, definitions ast.VariableDefinitionList, depth int) int {
	if slices.Contains(choices, name) {
		return 0
	}
	if v.Kind == ast.ObjectValue && depth < maxNesting {
		for _, c := range v.Children {
			if n := sizeIn(c.Name, c.Value, variables, definitions, depth+1); n > 0 {
				return n
			}
		}
		return 0
	}
	if !slices.Contains(sizeArguments, name) {
		return 0
	}
	text := v.Raw
	if v.Kind == ast.Variable {
		e, bound := variables[v.Raw]
		text = e.Text
		if d := definitions.ForName(v.Raw); !bound && d != nil && d.DefaultValue != nil {
			text = d.DefaultValue.Raw
		}
	}
	n, _ := strconv.Atoi(text)
	return n
}
