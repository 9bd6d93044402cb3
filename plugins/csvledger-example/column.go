package main

import (
	"slices"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// column is one column that is read.
type column struct {
	name string
	at   int // in the file
	kind value.Kind
	says string // what its values are, for a person
	read func(text string) (v value.Value, ok bool)
}

// newColumn makes a column of a kind that the schema allows. An empty field of
// any kind but text is null.
func newColumn(name string, at int, kind string) column {
	c := column{name: name, at: at}
	switch kind {
	case "int":
		c.kind, c.says, c.read = value.Int, "an integer", orNull(readInt)
	case "decimal":
		c.kind, c.says, c.read = value.Decimal, "a decimal number", orNull(readDecimal)
	case "bool":
		c.kind, c.says, c.read = value.Bool, "true or false", orNull(readBool)
	case "time":
		c.kind, c.says, c.read = value.Time, "a time with a zone (RFC 3339)", orNull(readTime)
	default:
		c.kind, c.says, c.read = value.Text, "a text", readText
	}
	return c
}

func readText(text string) (value.Value, bool) { return value.OfText(text), true }

func readInt(text string) (value.Value, bool) {
	v, err := value.ParseNumber(text)
	return v, err == nil && v.Kind() == value.Int
}

func readDecimal(text string) (value.Value, bool) {
	v, err := value.OfDecimalText(text)
	return v, err == nil
}

func readBool(text string) (value.Value, bool) {
	return value.OfBool(text == "true"), text == "true" || text == "false"
}

func readTime(text string) (value.Value, bool) {
	v := value.OfTimeText(text)
	_, ok := v.Instant()
	return v, ok
}

func orNull(read func(string) (value.Value, bool)) func(string) (value.Value, bool) {
	return func(text string) (value.Value, bool) {
		if text == "" {
			return value.NullValue(), true
		}
		return read(text)
	}
}

// literal is what a where clause wants.
func literal(x sdk.Expr) *value.Literal {
	l := value.NewLiteral(x.Text)
	if x.Null {
		l = value.NullLiteral()
	}
	return &l
}

// inOrder sorts columns as the file has them.
func inOrder(columns []column) []column {
	slices.SortFunc(columns, func(a, b column) int { return a.at - b.at })
	return columns
}
