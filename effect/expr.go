package effect

import (
	"fmt"

	"github.com/effectkit/effectkit/value"
)

// Form is one of the three forms of an expression.
type Form uint8

// The forms. The zero Form is no expression.
const (
	NoForm Form = iota
	LiteralForm
	ParamForm
	NullForm
)

// Expr is a contract value as declared: a literal text, {param: name} or
// {null: true} (SEMANTICS 2.2).
type Expr struct {
	Form Form
	// Text is the literal's written text, or the parameter's name.
	Text string
	// Pos is where the file has it; the zero Position for one made in code.
	Pos Position
}

// Literal makes a literal expression.
func Literal(text string) Expr { return Expr{Form: LiteralForm, Text: text} }

// Param makes a reference to a parameter.
func Param(name string) Expr { return Expr{Form: ParamForm, Text: name} }

// Null makes the expression that wants null.
func Null() Expr { return Expr{Form: NullForm} }

// Params are the governed values of a run, by name.
type Params map[string]string

// Resolve gives the literal that the expression wants. The error is an
// [*UnboundError] when it names a parameter that params do not have.
func (e Expr) Resolve(params Params) (value.Literal, error) {
	switch e.Form {
	case LiteralForm:
		return value.NewLiteral(e.Text), nil
	case NullForm:
		return value.NullLiteral(), nil
	case ParamForm:
		if text, ok := params[e.Text]; ok && e.Text != "" {
			return value.NewLiteral(text), nil
		}
		return value.Literal{}, &UnboundError{Param: e.Text, Pos: e.Pos}
	}
	return value.Literal{}, &UnboundError{Pos: e.Pos}
}

// UnboundError says that an expression names a parameter without a value. The
// run is refused before anything is read; give the parameter and start again.
type UnboundError struct {
	Param string
	Pos   Position
}

// Error names the parameter and where it stands.
func (e *UnboundError) Error() string {
	if e.Param == "" {
		return fmt.Sprintf("%san expression without a value or a parameter's name", e.Pos.Prefix())
	}
	return fmt.Sprintf("%sparameter %q has no value; give it with --param %s=… or in the parameters file", e.Pos.Prefix(), e.Param, e.Param)
}
