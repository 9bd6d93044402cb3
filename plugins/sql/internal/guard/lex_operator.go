package guard

import "strings"

// operator reads one operator by the rules of the dialect.
func (l *lexer) operator() (Token, *Refusal) {
	if l.d == PostgreSQL {
		return l.postgresOperator()
	}
	for _, op := range operators[l.d] {
		if strings.HasPrefix(l.text[l.at:], op) {
			return l.take(Operator, l.at+len(op)), nil
		}
	}
	switch c := l.text[l.at]; c {
	case '?':
		return Token{}, refuse(l.at, hintNamed, "a placeholder without a name")
	case '@':
		return Token{}, refuse(l.at, hintNamed, "a variable")
	}
	return Token{}, refuse(l.at, "", "a character that %s has no use for", l.d)
}

// operators, the longest first where one is the start of another.
var operators = map[Dialect][]string{
	SQLite: {"->>", "->", "||", "<<", ">>", "<=", ">=", "<>", "!=", "==", "%%",
		"+", "-", "*", "/", "%", "&", "|", "~", "<", ">", "="},
	MySQL: {"<=>", "->>", "->", "||", "&&", "<<", ">>", "<=", ">=", "<>", "!=", "%%",
		"+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "<", ">", "="},
}

const (
	postgresOperatorBytes = "+-*/<>=~!@#%^&|?"
	// An operator that has none of these does not end in + or -.
	postgresOperatorMarks = "~!@#%^&|?"
)

// postgresOperator follows the lexical rules of PostgreSQL (Operators, section
// 4.1.3): the longest run, up to a comment, without a trailing sign.
func (l *lexer) postgresOperator() (Token, *Refusal) {
	end := l.at
	for end < len(l.text) && strings.IndexByte(postgresOperatorBytes, l.text[end]) >= 0 {
		rest := l.text[end:]
		if strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "/*") || placeholderEnd(l.text, end) > 0 {
			break
		}
		end++
	}
	if end == l.at {
		return Token{}, refuse(l.at, "", "a character that %s has no use for", l.d)
	}
	op := l.text[l.at:end]
	if !strings.ContainsAny(op, postgresOperatorMarks) {
		for len(op) > 1 && (op[len(op)-1] == '+' || op[len(op)-1] == '-') {
			op = op[:len(op)-1]
		}
	}
	return l.take(Operator, l.at+len(op)), nil
}
