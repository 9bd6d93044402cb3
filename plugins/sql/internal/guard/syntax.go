package guard

import "strings"

// syntax tells whether the word before a bracket is a keyword in a place where
// it cannot be a function of the user's.
func (c *checker) syntax(i int) bool {
	t, prev := c.tokens[i], c.at(i-1)
	if t.Kind != Word || prev.punct(".") {
		return false
	}
	switch t.Text {
	case "over", "filter":
		return prev.punct(")") || prev.is("nulls")
	case "by":
		return prev.is("order") || prev.is("group") || prev.is("partition")
	case "sets":
		return prev.is("grouping")
	case "materialized":
		return prev.is("as") || (prev.is("not") && c.at(i-2).is("as"))
	case "join":
		return c.ends(i - 1)
	case "any", "some":
		return prev.Kind == Operator || prev.is("like") || prev.is("ilike")
	case "offset":
		return c.d == PostgreSQL
	case "lateral":
		return begins(c.at(i + 2))
	case "against":
		return c.d == MySQL && prev.punct(")")
	case "columns": // of JSON_TABLE, behind the path
		return c.d != SQLite && prev.Kind == String
	case "zone":
		return c.d == PostgreSQL && prev.is("time") && c.at(i-2).is("at")
	case "index", "key":
		return c.d == MySQL && (prev.is("use") || prev.is("ignore") || prev.is("force"))
	case "partition":
		return c.d == MySQL
	}
	return reserved[t.Text] || (c.d == MySQL && mysqlReserved[t.Text]) || (c.d == SQLite && sqliteReserved[t.Text])
}

// ends tells whether a value, a table or a condition can end with the token i,
// so that no call can follow it.
func (c *checker) ends(i int) bool {
	switch t := c.at(i); t.Kind {
	case Name, String, Number, Placeholder:
		return true
	case Word:
		return t.is("null") || !reserved[t.Text] && !operand[t.Text]
	default:
		return t.punct(")") || t.punct("]")
	}
}

// alias tells whether the word before a bracket names a table function or a
// subquery, and the bracket its columns: FROM (VALUES (1)) v(a). Only DISTINCT
// ON (a) is a bracket that an expression follows.
func (c *checker) alias(i int) bool {
	if c.d != PostgreSQL || !c.at(i-1).punct(")") || c.at(c.opening(i-1)-1).is("on") {
		return false
	}
	p := cursor{c.tokens, i + 2}
	if !p.name() {
		return false
	}
	for p.punct(",") {
		if !p.name() {
			return false
		}
	}
	return p.punct(")")
}

// opening is the place of the bracket that the one at i closes. The brackets
// of a statement are balanced.
func (c *checker) opening(i int) int {
	for depth := 0; i >= 0; i-- {
		switch {
		case c.tokens[i].punct(")"):
			depth++
		case c.tokens[i].punct("("):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return i
}

// closing is the place of the bracket that closes the one at i.
func (c *checker) closing(i int) int {
	for depth := 0; i < len(c.tokens); i++ {
		switch {
		case c.tokens[i].punct("("):
			depth++
		case c.tokens[i].punct(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return i
}

// words makes a set of the words of a text.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// reserved words can stand before a bracket and can name no function in any of
// the dialects.
var reserved = words(`all and as between case distinct else except exists from
	group having in intersect limit not null on or order select then
	union using values when where with`)

var (
	// operand words, beside the reserved ones, go before a value.
	operand = words(`by ilike is like offset regexp rlike glob any some similar to escape collate`)

	mysqlReserved  = words(`div interval like match mod regexp rlike row rows straight_join xor over`)
	sqliteReserved = words(`collate escape is isnull match notnull`)
)
