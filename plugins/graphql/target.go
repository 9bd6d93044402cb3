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
	if t.field.Arguments.ForName("before") != nil || slices.ContainsFunc(t.path, func(f *ast.Field) bool { return asksForLast(f.Arguments) }) {
		return nil, sdk.Misconfigured("graphql_query: page forwards, with first and after")
	}
	after := t.field.Arguments.ForName("after")
	if after != nil && after.Value.Kind == ast.Variable {
		t.cursor = after.Value.Raw
		if d := q.operation.VariableDefinitions.ForName(t.cursor); d != nil && isPlace(d.DefaultValue) {
			return nil, sdk.Misconfigured("graphql_query: the variable $%s of after has a default, so that the list would start behind it", t.cursor)
		}
	} else if after != nil && isPlace(after.Value) {
		return nil, sdk.Misconfigured("graphql_query: after is written out, so that the list would start behind it; give it a variable")
	}
	return t, nil
}

// isPlace tells whether a value of after skips what comes before it.
func isPlace(v *ast.Value) bool {
	return v != nil && v.Kind != ast.NullValue && v.Raw != "" && v.Raw != "0"
}

// asksForLast tells whether arguments ask for the end of a list, also within an
// input object. hasNextPage is false there, whatever comes before.
func asksForLast(arguments ast.ArgumentList) bool {
	for _, a := range arguments {
		if lastIn(a.Name, a.Value, 0) {
			return true
		}
	}
	return false
}

func lastIn(name string, v *ast.Value, depth int) bool {
	if slices.Contains(choices, name) || depth > maxNesting {
		return false
	}
	for _, c := range v.Children {
		if v.Kind == ast.ObjectValue && lastIn(c.Name, c.Value, depth+1) {
			return true
		}
	}
	return name == "last" && (v.Kind == ast.IntValue || v.Kind == ast.Variable)
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
