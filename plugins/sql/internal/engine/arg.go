package engine

import (
	"encoding/base64"
	"slices"
	"strconv"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Type is what an argument is bound as.
type Type string

// The types. Untyped leaves it to the server to take the type of what the
// argument is compared with; where a driver must choose, it is text, so that no
// column of texts is compared as a number.
const (
	Untyped Type = ""
	AsText  Type = "text"
	AsInt   Type = "int"
	// AsDecimal is an exact number; sqlite has none and takes a whole one as
	// an integer, another as a double.
	AsDecimal Type = "decimal"
	AsFloat   Type = "float"
	AsBool    Type = "bool"
	// AsBytes is written in standard base64.
	AsBytes Type = "bytes"
)

// Types are the types that a section may name.
var Types = []Type{AsText, AsInt, AsDecimal, AsFloat, AsBool, AsBytes}

// Arg is one value to bind.
type Arg struct {
	Name string
	Null bool
	As   Type
	// Text is the value as it was written; Int, Float, Bool and Bytes are it,
	// read as the type says.
	Text  string
	Int   int64
	Float float64
	Bool  bool
	Bytes []byte
}

// NewArg reads a resolved expression. The error is [sdk.Misconfigured] and does
// not show the value.
func NewArg(name string, e sdk.Expr) (Arg, error) {
	a := Arg{Name: name, Null: e.Null, As: Type(e.As), Text: e.Text}
	if a.As != Untyped && !slices.Contains(Types, a.As) {
		return a, sdk.Misconfigured("%q: unknown type %q; there are text, int, decimal, float, bool and bytes", name, e.As)
	}
	if a.Null {
		return a, nil
	}
	var err error
	switch a.As {
	case AsInt:
		a.Int, err = strconv.ParseInt(a.Text, 10, 64)
	case AsDecimal, AsFloat:
		if _, err = value.ParseNumber(a.Text); err == nil {
			a.Float, err = strconv.ParseFloat(a.Text, 64)
		}
	case AsBool:
		a.Bool = a.Text == "true" || a.Text == "True"
		if !a.Bool && a.Text != "false" && a.Text != "False" {
			err = strconv.ErrSyntax
		}
	case AsBytes:
		a.Bytes, err = base64.StdEncoding.Strict().DecodeString(a.Text)
	}
	if err != nil {
		return a, sdk.Misconfigured("%q: the value is no %s", name, a.As)
	}
	return a, nil
}
