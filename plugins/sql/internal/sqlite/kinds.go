package sqlite

import (
	"strings"

	"github.com/effectkit/effectkit/plugins/sql/internal/sqlite3"
	"github.com/effectkit/effectkit/value"
)

// column is what a column's declaration says of its values. sqlite stores any
// value in any column, so that kinds are per value.
type column struct {
	name string
	kind value.Kind // of the field; Missing where the declaration binds nothing
	time bool       // texts are dates and times
}

// declared reads a declaration by sqlite's rules of affinity (section 3.1 of
// "Datatypes In SQLite"), dates and times aside.
func declared(name, decl string) column {
	upper := strings.ToUpper(decl)
	word := upper
	if i := strings.IndexAny(word, " ("); i >= 0 {
		word = word[:i]
	}
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(upper, p) {
				return true
			}
		}
		return false
	}
	c := column{name: name}
	switch {
	case word == "DATE" || word == "DATETIME" || word == "TIME" || word == "TIMESTAMP" || word == "TIMESTAMPTZ":
		c.kind, c.time = value.Time, true
	case has("INT"):
		c.kind = value.Int
	case has("CHAR", "CLOB", "TEXT"):
		c.kind = value.Text
	case has("BLOB"):
		c.kind = value.Bytes
	case has("REAL", "FLOA", "DOUB"):
		c.kind = value.Float64
	}
	return c
}

// read is the value of a column in the present row and about how long it is.
// Texts alias the statement's memory: the record writer copies them.
func (c *column) read(st *sqlite3.Stmt, i int) (v value.Value, n int) {
	switch st.Type(i) {
	case sqlite3.Integer:
		return value.OfInt(st.Int(i)), 8
	case sqlite3.Float:
		return value.OfFloat64(st.Float(i)), 8
	case sqlite3.Text:
		s := st.Text(i)
		if c.time {
			return value.OfTimeText(s), len(s)
		}
		return value.OfText(s), len(s)
	case sqlite3.Blob:
		s := st.Blob(i)
		return value.OfBytes([]byte(s)), len(s)
	}
	return value.NullValue(), 1
}
