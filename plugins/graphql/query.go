package graphql

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/sdk"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/parser"
)

const (
	maxQueryBytes  = 64 << 10
	maxQueryTokens = 20_000
	// maxNesting bounds how deep selections and fragments are followed.
	maxNesting = 64
)

// query is a parsed document: one operation that reads.
type query struct {
	text      string
	doc       *ast.QueryDocument
	operation *ast.OperationDefinition
	pages     bool // it asks somewhere whether more follows
}

// parseQuery refuses whatever is not one operation that only reads.
func parseQuery(text string) (*query, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return nil, refused("empty")
	case len(text) > maxQueryBytes:
		return nil, refused("longer than %d bytes", maxQueryBytes)
	}
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: text}, maxQueryTokens)
	if err != nil {
		return nil, refused("does not parse: %s", syntax(err))
	}
	for _, op := range doc.Operations {
		if op.Operation != ast.Query {
			return nil, refused("a %s stands in it; it may only read", op.Operation)
		}
	}
	switch len(doc.Operations) {
	case 0:
		return nil, refused("no operation")
	case 1:
	default:
		return nil, refused("%d operations; write one", len(doc.Operations))
	}
	q := &query{text: text, doc: doc, operation: doc.Operations[0], pages: strings.Contains(text, "hasNextPage")}
	names := map[string]bool{}
	for _, f := range doc.Fragments {
		if names[f.Name] {
			return nil, refused("the fragment %q twice", f.Name)
		}
		names[f.Name] = true
		if err := onRead(f.TypeCondition); err != nil {
			return nil, err
		}
		if err := q.check(f.SelectionSet, f.Directives, 0); err != nil {
			return nil, err
		}
	}
	return q, q.check(q.operation.SelectionSet, q.operation.Directives, 0)
}

// syntax is where and why a text does not parse, without quoting it.
func syntax(err error) string {
	list, ok := err.(gqlerror.List)
	if one, is := err.(*gqlerror.Error); is {
		list, ok = gqlerror.List{one}, true
	}
	if !ok || len(list) == 0 {
		return "a syntax error"
	}
	if len(list[0].Locations) > 0 {
		return fmt.Sprintf("a syntax error at line %d, column %d", list[0].Locations[0].Line, list[0].Locations[0].Column)
	}
	return "a syntax error"
}

// check looks for what makes an answer arrive in parts, and for fragments that
// are on something that writes.
func (q *query) check(set ast.SelectionSet, directives ast.DirectiveList, depth int) error {
	if depth > maxNesting {
		return refused("nested more than %d deep", maxNesting)
	}
	for _, d := range directives {
		switch d.Name {
		case "defer", "stream", "live":
			return refused("@%s asks for an answer in parts", d.Name)
		}
	}
	for _, selection := range set {
		var err error
		switch s := selection.(type) {
		case *ast.Field:
			if s.Alias != s.Name && slices.Contains(paged, s.Alias) && slices.Contains(paged, s.Name) {
				return refused("%s is the alias of another field", s.Alias)
			}
			err = q.check(s.SelectionSet, s.Directives, depth+1)
		case *ast.InlineFragment:
			if err = onRead(s.TypeCondition); err == nil {
				err = q.check(s.SelectionSet, s.Directives, depth+1)
			}
		case *ast.FragmentSpread:
			if q.doc.Fragments.ForName(s.Name) == nil {
				return refused("the fragment %q is not in it", s.Name)
			}
			err = q.check(nil, s.Directives, depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// paged are the names by which an answer says whether more follows.
var paged = []string{"pageInfo", "hasNextPage", "hasPreviousPage", "endCursor", "totalCount"}

func onRead(typeName string) error {
	if typeName == "Mutation" || typeName == "Subscription" {
		return refused("a fragment is on %s; it may only read", typeName)
	}
	return nil
}

// field finds the field of a selection by the name that the answer gives it.
func (q *query) field(set ast.SelectionSet, name string, depth int) *ast.Field {
	if depth > maxNesting {
		return nil
	}
	for _, selection := range set {
		var found *ast.Field
		switch s := selection.(type) {
		case *ast.Field:
			if s.Alias == name {
				found = s
			}
		case *ast.InlineFragment:
			found = q.field(s.SelectionSet, name, depth+1)
		case *ast.FragmentSpread:
			if f := q.doc.Fragments.ForName(s.Name); f != nil {
				found = q.field(f.SelectionSet, name, depth+1)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

func refused(format string, args ...any) error {
	return sdk.Misconfigured("graphql_query: %s", fmt.Sprintf(format, args...))
}
