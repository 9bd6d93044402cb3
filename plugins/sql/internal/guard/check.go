package guard

import (
	"slices"
	"strings"
)

// changing are the words that change data, or lead to it, wherever they stand
// in a statement that begins with SELECT, WITH, VALUES or TABLE: in a CTE,
// behind one, or as SELECT ... INTO. All other statements are known by their
// first word.
var changing = map[string]bool{
	"insert": true, "update": true, "delete": true, "merge": true, "replace": true,
	"into": true, "returning": true, "procedure": true,
}

// check applies the rules to a text that was cut. The error is a [*Refusal].
func check(d Dialect, tokens []Token, allow []string) error {
	tokens, err := oneStatement(tokens)
	if err != nil {
		return err
	}
	c := checker{d: d, tokens: tokens, allow: allow, ctes: cteNames(tokens)}
	c.findScalars()
	for i := range tokens {
		if r := c.token(i); r != nil {
			return r
		}
	}
	return nil
}

// oneStatement wants one statement of a reading verb, drops its semicolon, and
// wants its brackets balanced.
func oneStatement(tokens []Token) ([]Token, error) {
	if n := len(tokens); n > 0 && tokens[n-1].punct(";") {
		tokens = tokens[:n-1]
	}
	depth := 0
	for _, t := range tokens {
		switch {
		case t.punct(";"):
			return nil, refuse(t.At, hintSelect, "a second statement")
		case t.punct("("):
			depth++
		case t.punct(")"):
			if depth--; depth < 0 {
				return nil, refuse(t.At, "", "a bracket too many")
			}
		}
	}
	if depth > 0 {
		return nil, refuse(0, "", "a bracket that is not closed")
	}
	first := 0
	for first < len(tokens) && tokens[first].punct("(") {
		first++
	}
	if first == len(tokens) {
		return nil, refuse(0, hintSelect, "no statement")
	}
	t := tokens[first]
	if !begins(t) {
		if t.Kind == Word {
			return nil, refuse(t.At, hintSelect, "a statement that begins with %s", strings.ToUpper(t.Text))
		}
		return nil, refuse(t.At, hintSelect, "a statement that does not begin with a word")
	}
	return tokens, nil
}

// begins tells whether a query can begin with t.
func begins(t Token) bool { return t.is("select") || t.is("with") || t.is("values") || t.is("table") }

type checker struct {
	d      Dialect
	tokens []Token
	allow  []string
	ctes   map[int]bool // tokens that name a CTE
	// scalars are the names under which the text reads a function's one column
	// as a table, with the names of that column (PostgreSQL alone).
	scalars map[string]map[string]bool
}

// at is the token i; the zero Token when there is none.
func (c *checker) at(i int) Token {
	if i >= 0 && i < len(c.tokens) {
		return c.tokens[i]
	}
	return Token{}
}

// token checks one token in its place.
func (c *checker) token(i int) *Refusal {
	t := c.tokens[i]
	switch t.Kind {
	case Operator:
		known := t.Raw != "%%" && (c.d != PostgreSQL || postgresOperators[t.Raw])
		if !known && !slices.Contains(c.allow, t.Raw) {
			return refuse(t.At, "an operator may call any function; sql_allow_functions can name it", "the operator %s", t.Raw)
		}
		return nil
	case Word, Name:
	default:
		return nil
	}
	if r := c.word(i); r != nil {
		return r
	}
	if c.at(i + 1).punct("(") {
		return c.call(i)
	}
	if c.at(i - 1).punct(".") {
		return c.member(i)
	}
	return nil
}

// word refuses the words that change or lock data.
func (c *checker) word(i int) *Refusal {
	t, prev, next := c.tokens[i], c.at(i-1), c.at(i+1)
	if c.d == SQLite && strings.HasPrefix(lower(t.Text), "pragma_") {
		return refuse(t.At, "", "the pragma %s", lower(t.Text))
	}
	if t.Kind != Word || prev.punct(".") {
		return nil
	}
	upper := strings.ToUpper(t.Text)
	switch {
	case changing[t.Text]:
		// replace() and insert() are functions; a write of that name goes on
		// with a word, never with a bracket.
		if (t.Text == "replace" || t.Text == "insert") && next.punct("(") {
			return nil
		}
		return refuse(t.At, hintQuote, "%s, which changes data", upper)
	case t.Text == "for" && (next.is("share") || next.is("no") || next.is("key")),
		t.Text == "lock" && next.is("in") && c.at(i+2).is("share"):
		return refuse(t.At, "a read locks nothing", "the locking clause %s %s", upper, strings.ToUpper(next.Text))
	case t.Text == "uescape" && prev.escaped:
		// What stands behind it belongs to the name, a bracket too.
		return refuse(t.At, "write the name without escapes", "a name with an escape character of its own")
	case c.d == PostgreSQL && t.Text == "rows" && next.is("from") && c.at(i+2).punct("(") &&
		!begins(c.at(i+3)) && !c.at(i+3).punct("("):
		return refuse(t.At, "read the function itself", "ROWS FROM")
	case t.Text == "next" && next.is("value") && c.at(i+2).is("for"):
		return refuse(t.At, "", "NEXT VALUE FOR, which moves a sequence")
	}
	return nil
}

// call checks that what stands before a bracket is syntax, a column list, or a
// function that is known to read.
func (c *checker) call(i int) *Refusal {
	t := c.tokens[i]
	if c.ctes[i] || c.syntax(i) || c.alias(i) || (c.at(i-1).is("as") && !c.at(i-2).punct(".")) {
		return nil
	}
	if t.escaped {
		return refuse(t.At, "write the name without escapes", "a function with an escaped name")
	}
	name := t.Text
	if c.d != PostgreSQL {
		name = lower(name)
	}
	if c.at(i - 1).punct(".") {
		schema, ok := c.schema(i)
		if !ok {
			return refuse(t.At, "", "a function with a name of many parts")
		}
		qualified := schema + "." + name
		if slices.Contains(c.allow, qualified) || (c.d == PostgreSQL && schema == "pg_catalog" && functions[c.d][name]) {
			return nil
		}
		return c.unknown(t.At, qualified)
	}
	if functions[c.d][name] || slices.Contains(c.allow, name) {
		return nil
	}
	return c.unknown(t.At, name)
}

func (c *checker) unknown(at int, name string) *Refusal {
	return refuse(at, "where it only reads, name it in sql_allow_functions", "the function %s, which is not known to only read", name)
}

// schema is the name before the dot before token i; ok is false when there is
// none, or one more before it.
func (c *checker) schema(i int) (name string, ok bool) {
	t := c.at(i - 2)
	if (t.Kind != Word && t.Kind != Name) || t.escaped || c.at(i-3).punct(".") {
		return "", false
	}
	if c.d != PostgreSQL {
		return lower(t.Text), true
	}
	return t.Text, true
}
