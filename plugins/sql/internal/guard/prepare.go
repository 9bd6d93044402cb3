package guard

import (
	"slices"
	"strconv"
	"strings"
)

// Statement is a text that may be sent.
type Statement struct {
	// SQL is the text with the driver's own placeholders and without comments:
	// $1 for PostgreSQL, ?1 for sqlite, ? for MySQL.
	SQL string
	// Names are the parameters to bind, in the driver's order. For MySQL a
	// name that the text uses twice is there twice.
	Names []string
	// Compared are the names that the text compares or uses in any way but IS
	// [NOT] DISTINCT FROM, IS or <=>: a null there makes a filter empty.
	Compared map[string]bool
	// Cuts are where the text itself leaves rows out.
	Cuts []Cut
}

// Prepare checks a text and rewrites its placeholders. allow names further
// functions and operators, in lower case, with their schema where the text
// names it. casts give, by name, what stands in place of MySQL's ? for a
// parameter that needs a type. The error is a [*Refusal].
//
// A text with a %(name)s outside of literals is Python's "pyformat": there %%
// stands for a percent sign, in literals too, and a single one is refused.
func Prepare(d Dialect, text string, allow []string, casts map[string]string) (*Statement, error) {
	tokens, err := lex(d, text)
	if err != nil {
		return nil, err
	}
	if tokens, err = single(tokens); err != nil {
		return nil, err
	}
	if err := check(d, tokens, allow); err != nil {
		return nil, err
	}
	if err := recheck(d, tokens, allow); err != nil {
		return nil, err
	}
	st := &Statement{Compared: compared(tokens), Cuts: cuts(d, tokens)}
	st.rewrite(d, tokens, casts)
	return st, nil
}

// single makes single percent signs of doubled ones, where the text is
// pyformat, and refuses a text of both styles.
func single(tokens []Token) ([]Token, error) {
	percent, named := styles(tokens)
	switch {
	case percent < 0:
		return tokens, nil
	case named >= 0:
		return nil, refuse(max(percent, named), "use one of the two", "both :name and %%(name)s placeholders")
	}
	out := slices.Clone(tokens)
	for i, t := range out {
		if t.Kind == Placeholder {
			continue
		}
		if strings.Contains(strings.ReplaceAll(t.Raw, "%%", ""), "%") {
			return nil, refuse(t.At, "beside %(name)s placeholders a percent sign is written %%", "a single percent sign")
		}
		out[i].Raw = strings.ReplaceAll(t.Raw, "%%", "%")
		out[i].Text = strings.ReplaceAll(t.Text, "%%", "%")
	}
	return out, nil
}

// rewrite puts the driver's placeholders in place of ours, with a blank on
// either side: a$1 is one name.
func (st *Statement) rewrite(d Dialect, tokens []Token, casts map[string]string) {
	sent := slices.Clone(tokens)
	for i, t := range sent {
		if t.Kind == Placeholder {
			sent[i].Raw = st.bind(d, t.Text)
			if cast := casts[t.Text]; cast != "" {
				sent[i].Raw = cast
			}
			apart(sent, i)
			apart(sent, i+1)
		}
	}
	st.SQL = join(sent)
}

// apart sees to a blank before the token i, unless a bracket, a comma or an
// operator keeps it apart.
func apart(tokens []Token, i int) {
	if i == 0 || i == len(tokens) || tokens[i].Before != "" {
		return
	}
	for _, t := range tokens[i-1 : i+1] {
		if t.Kind == Operator || t.Kind == Punct && t.Raw != "." {
			return
		}
	}
	tokens[i].Before = " "
}

// bind gives the driver's placeholder for a name.
func (st *Statement) bind(d Dialect, name string) string {
	if d == MySQL {
		st.Names = append(st.Names, name)
		return "?"
	}
	i := slices.Index(st.Names, name)
	if i < 0 {
		i = len(st.Names)
		st.Names = append(st.Names, name)
	}
	if d == PostgreSQL {
		return "$" + strconv.Itoa(i+1)
	}
	return "?" + strconv.Itoa(i+1)
}

// recheck cuts and checks the text as it is sent, but for its placeholders,
// and wants the same tokens: leaving out the comments must not make another
// statement of it.
func recheck(d Dialect, tokens []Token, allow []string) error {
	again, err := lex(d, join(tokens))
	if err != nil {
		return err
	}
	same := slices.EqualFunc(again, tokens, func(a, b Token) bool { return a.Kind == b.Kind && a.Raw == b.Raw })
	if !same {
		return refuse(0, hintLiteral, "a text that reads otherwise without its comments")
	}
	return check(d, again, allow)
}

// styles tells where the first placeholder of each style is; -1 for none.
func styles(tokens []Token) (percent, named int) {
	percent, named = -1, -1
	for _, t := range tokens {
		switch {
		case t.Kind != Placeholder:
		case t.Raw[0] == '%' && percent < 0:
			percent = t.At
		case t.Raw[0] == ':' && named < 0:
			named = t.At
		}
	}
	return percent, named
}

// compared finds the names that are used in any way that a null empties.
func compared(tokens []Token) map[string]bool {
	out := map[string]bool{}
	for i, t := range tokens {
		if t.Kind == Placeholder && !nullSafe(tokens[:i]) {
			out[t.Text] = true
		}
	}
	return out
}

// nullSafe tells whether what comes after these tokens is compared as a value
// that may be null: IS [NOT] [DISTINCT FROM] and <=>.
func nullSafe(before []Token) bool {
	last := func(n int) Token {
		if n <= len(before) {
			return before[len(before)-n]
		}
		return Token{}
	}
	switch {
	case last(1).Kind == Operator && last(1).Raw == "<=>":
		return true
	case last(1).is("is"), last(1).is("not") && last(2).is("is"):
		return true
	}
	return last(1).is("from") && last(2).is("distinct") &&
		(last(3).is("is") || (last(3).is("not") && last(4).is("is")))
}
