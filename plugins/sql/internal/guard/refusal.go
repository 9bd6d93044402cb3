package guard

import "fmt"

// Refusal says why a text is not sent. Its message quotes words and operators
// of the text, never a literal.
type Refusal struct {
	// Offset is where, in bytes from the start of the text.
	Offset int
	// Problem is what was wrong, and Hint what to do about it; Hint may be "".
	Problem string
	Hint    string
}

// Error is the problem, where it is, and the hint.
func (r *Refusal) Error() string {
	s := fmt.Sprintf("%s at byte %d", r.Problem, r.Offset)
	if r.Hint != "" {
		s += ": " + r.Hint
	}
	return s
}

func refuse(at int, hint, format string, args ...any) *Refusal {
	return &Refusal{Offset: at, Problem: fmt.Sprintf(format, args...), Hint: hint}
}

const (
	hintSelect  = "a query is one SELECT, WITH, VALUES or TABLE"
	hintQuote   = "where it is a column, quote the name"
	hintNamed   = "name placeholders :name or %(name)s and list them in sql_query_params"
	hintLiteral = "give the text as a parameter instead"
)
