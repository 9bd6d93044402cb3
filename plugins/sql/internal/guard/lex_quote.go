package guard

import "strings"

// closing finds where the quoted text that opens at i ends, just behind its
// closing quote; 0 when it does not. A doubled quote does not end it, nor,
// where backslash is true, does one behind a backslash.
func closing(text string, i int, backslash bool) int {
	quote := text[i]
	for i++; i < len(text); i++ {
		switch {
		case text[i] == '\\' && backslash:
			i++
		case text[i] == quote:
			if i+1 == len(text) || text[i+1] != quote {
				return i + 1
			}
			i++
		}
	}
	return 0
}

// agreed is where a quoted text ends when all modes of all dialects agree on
// it. A server setting (NO_BACKSLASH_ESCAPES, standard_conforming_strings)
// must not decide how many statements a text is. In sqlite no setting does: a
// backslash is a character like others there.
func (l *lexer) agreed(open int) (int, *Refusal) {
	end := closing(l.text, open, false)
	if l.d != SQLite && end != closing(l.text, open, true) {
		return 0, refuse(open, hintLiteral, "a literal whose end depends on what a backslash means")
	}
	if end == 0 {
		return 0, refuse(open, "", "a literal that does not end")
	}
	return end, nil
}

// plain reads a literal in single quotes.
func (l *lexer) plain() (Token, *Refusal) {
	end, r := l.agreed(l.at)
	if r != nil {
		return Token{}, r
	}
	return l.take(String, end), nil
}

// doubleQuoted reads a quoted name; in MySQL it is a literal, or a name under
// ANSI_QUOTES, and counts as both.
func (l *lexer) doubleQuoted() (Token, *Refusal) {
	end, r := l.agreed(l.at)
	if r != nil {
		return Token{}, r
	}
	return l.name(end, `"`), nil
}

func (l *lexer) backquoted() (Token, *Refusal) {
	if l.d == PostgreSQL {
		return Token{}, refuse(l.at, `quote names with "`, "a backquote")
	}
	end := closing(l.text, l.at, false)
	if end == 0 {
		return Token{}, refuse(l.at, "", "a name that does not end")
	}
	return l.name(end, "`"), nil
}

// bracketed reads sqlite's [name], which knows no escape.
func (l *lexer) bracketed() (Token, *Refusal) {
	end := strings.IndexByte(l.text[l.at:], ']')
	if end < 0 {
		return Token{}, refuse(l.at, "", "a name that does not end")
	}
	t := l.take(Name, l.at+end+1)
	t.Text = t.Raw[1 : len(t.Raw)-1]
	return t, nil
}

func (l *lexer) name(end int, quote string) Token {
	t := l.take(Name, end)
	t.Text = strings.ReplaceAll(t.Raw[1:len(t.Raw)-1], quote+quote, quote)
	return t
}

// prefixed reads a literal with letters before its quote: E” B” X” N” and
// U&” of PostgreSQL, U&"" names, X” B” N” of the others. ok is false when
// none stands here.
func (l *lexer) prefixed() (t Token, r *Refusal, ok bool) {
	c := l.text[l.at] | 0x20
	next := l.peek(1)
	switch {
	case l.d == PostgreSQL && c == 'u' && next == '&' && l.peek(2) == '\'':
		end, r := l.agreed(l.at + 2)
		if r != nil {
			return Token{}, r, true
		}
		return l.take(String, end), nil, true
	case l.d == PostgreSQL && c == 'u' && next == '&' && l.peek(2) == '"':
		end, r := l.agreed(l.at + 2)
		if r != nil {
			return Token{}, r, true
		}
		t := l.take(Name, end)
		t.escaped = true
		return t, nil, true
	case next != '\'':
		return Token{}, nil, false
	case l.d == PostgreSQL && c == 'e':
		end := closing(l.text, l.at+1, true)
		if end == 0 {
			return Token{}, refuse(l.at, "", "a literal that does not end"), true
		}
		return l.take(String, end), nil, true
	case c == 'x' || c == 'b' || (c == 'n' && l.d != SQLite):
		end, r := l.agreed(l.at + 1)
		if r != nil {
			return Token{}, r, true
		}
		return l.take(String, end), nil, true
	}
	return Token{}, nil, false
}
