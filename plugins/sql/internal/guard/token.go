package guard

import "strings"

// Kind says what a token is.
type Kind int

// The kinds of token.
const (
	Word        Kind = iota + 1 // an unquoted name or a keyword
	Name                        // a quoted name
	String                      // a literal in quotes of any sort
	Number                      // a number
	Operator                    // an operator
	Punct                       // one of ( ) [ ] , . ; :
	Placeholder                 // :name or %(name)s
)

// Token is one piece of a text.
type Token struct {
	Kind Kind
	// Raw is the token as it was written.
	Raw string
	// Text is a word in lower case, the content of a quoted name, a
	// placeholder's name; else Raw.
	Text string
	// At is where it starts, in bytes.
	At int
	// Before is what stood between this token and the last one: "", " " or
	// "\n" (PostgreSQL joins literals across a line break alone).
	Before string
	// escaped: the name has U&"" escapes and Text is not what it names.
	escaped bool
}

// lower folds the letters of ASCII alone, as servers fold keywords: a Kelvin
// sign is no k.
func lower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// is tells whether t is the unquoted word w, given in lower case.
func (t Token) is(w string) bool { return t.Kind == Word && t.Text == w }

// punct tells whether t is the punctuation p.
func (t Token) punct(p string) bool { return t.Kind == Punct && t.Raw == p }

// join writes tokens as one text without comments, blanks as Before says.
func join(tokens []Token) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteString(t.Before)
		}
		b.WriteString(t.Raw)
	}
	return b.String()
}
