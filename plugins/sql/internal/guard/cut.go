package guard

import "strconv"

// Cut is a place where a text itself leaves rows out: its LIMIT, OFFSET, FETCH
// FIRST or TABLESAMPLE. A read that is cut may hide a second record, or the one
// that is looked for.
type Cut struct {
	// What is the clause, as errors and gaps write it.
	What string
	// Rows is from how many rows on some may have been left out; 0 is at any
	// number. Param names the parameter that says it instead.
	Rows  int64
	Param string
}

// cuts finds what the outermost query leaves out, and samples at any depth. A
// LIMIT inside a subquery or a CTE is part of what is asked.
func cuts(d Dialect, tokens []Token) []Cut {
	f := cutFinder{d: d, tokens: tokens}
	inner := 0 // brackets that hold no part of the outermost query
	for i, t := range tokens {
		switch {
		case t.punct("(") && (inner > 0 || !f.operand(i)):
			inner++
		case t.punct(")") && inner > 0:
			inner--
		case t.Kind != Word || f.at(i-1).punct(".") || f.at(i-1).is("as"):
		case d == PostgreSQL && t.is("tablesample"):
			f.add("TABLESAMPLE", 0, "")
		case inner == 0:
			f.word(i)
		}
	}
	return f.found
}

type cutFinder struct {
	d      Dialect
	tokens []Token
	found  []Cut
}

func (f *cutFinder) at(i int) Token {
	if i >= 0 && i < len(f.tokens) {
		return f.tokens[i]
	}
	return Token{}
}

func (f *cutFinder) add(what string, rows int64, param string) {
	f.found = append(f.found, Cut{What: what, Rows: rows, Param: param})
}

// operand tells whether the bracket at i, outside of all others, holds an
// operand of UNION, or the whole statement.
func (f *cutFinder) operand(i int) bool {
	switch prev := f.at(i - 1); {
	case i == 0, prev.is("union"), prev.is("except"), prev.is("intersect"), prev.is("minus"):
		return true
	case prev.is("all"), prev.is("distinct"):
		return f.at(i-2).is("union") || f.at(i-2).is("except") || f.at(i-2).is("intersect")
	case prev.punct("("), prev.punct(")"):
		return begins(f.at(i+1)) || f.at(i+1).punct("(")
	}
	return false
}

// word notes the clause that begins at i.
func (f *cutFinder) word(i int) {
	next := f.at(i + 1)
	switch f.tokens[i].Text {
	case "limit":
		f.limit(i + 1)
	case "offset":
		if f.d == PostgreSQL || next.Kind == Number || next.Kind == Placeholder {
			if !f.zero(i + 1) {
				f.add("OFFSET", 0, "")
			}
		}
	case "fetch":
		if !next.is("first") && !next.is("next") {
			return
		}
		if f.at(i+2).is("row") || f.at(i+2).is("rows") {
			f.add("FETCH FIRST", 1, "")
			return
		}
		f.count("FETCH FIRST", i+2)
	}
}

// limit reads what stands behind LIMIT. Where it is two numbers, the first is
// how many rows are skipped.
func (f *cutFinder) limit(i int) {
	switch {
	case f.at(i).is("all"), f.at(i).is("null"):
	case f.d == SQLite && f.at(i).Raw == "-" && f.at(i+1).Kind == Number: // no limit
	case f.at(i + 1).punct(","):
		if !f.zero(i) {
			f.add("OFFSET", 0, "")
		}
		f.count("LIMIT", i+2)
	default:
		f.count("LIMIT", i)
	}
}

// count notes a clause whose number of rows is the token i, or an expression
// that begins there.
func (f *cutFinder) count(what string, i int) {
	t, next := f.at(i), f.at(i+1)
	ends := next.Kind == 0 || next.Kind == Word || next.punct(")") || next.punct(";")
	if next.is("rows") && f.at(i+2).is("examined") { // MariaDB's: stops early without an error
		ends = false
	}
	switch n, err := strconv.ParseInt(t.Raw, 10, 64); {
	case ends && t.Kind == Placeholder:
		f.add(what, 0, t.Text)
	case ends && t.Kind == Number && err == nil:
		f.add(what, n, "")
	default:
		f.add(what, 0, "")
	}
}

// zero tells whether the token i is the number 0 and all of its clause.
func (f *cutFinder) zero(i int) bool {
	return f.at(i).Raw == "0" && f.at(i+1).Kind != Operator
}
