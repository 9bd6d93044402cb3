package guard

import (
	"strings"
	"unicode/utf8"
)

// MaxText is the longest text that is read, in bytes.
const MaxText = 64 << 10

// lexer cuts a text into tokens by the rules of one dialect.
type lexer struct {
	d      Dialect
	text   string
	at     int
	before string
}

// lex cuts the whole text. The error is a [*Refusal].
func lex(d Dialect, text string) ([]Token, error) {
	switch {
	case len(text) > MaxText:
		return nil, refuse(MaxText, "", "the text is longer than %d bytes", MaxText)
	case !utf8.ValidString(text):
		return nil, refuse(0, "", "the text is not UTF-8")
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		return nil, refuse(i, "", "a zero byte")
	}
	l := lexer{d: d, text: text}
	var tokens []Token
	for {
		if r := l.skip(); r != nil {
			return nil, r
		}
		if l.at == len(text) {
			return tokens, nil
		}
		t, r := l.token()
		if r != nil {
			return nil, r
		}
		t.Before = l.before
		tokens = append(tokens, t)
	}
}

// peek is the byte n after the present one; 0 past the end.
func (l *lexer) peek(n int) byte {
	if l.at+n < len(l.text) {
		return l.text[l.at+n]
	}
	return 0
}

// take makes a token of the text up to end and goes there.
func (l *lexer) take(k Kind, end int) Token {
	t := Token{Kind: k, Raw: l.text[l.at:end], At: l.at}
	t.Text = t.Raw
	if k == Word {
		t.Text = lower(t.Raw)
	}
	l.at = end
	return t
}

// token reads one token, which starts here.
func (l *lexer) token() (Token, *Refusal) {
	c := l.text[l.at]
	switch {
	case c == '\'':
		return l.plain()
	case c == '"':
		return l.doubleQuoted()
	case c == '`':
		return l.backquoted()
	case c == '[' && l.d == SQLite:
		return l.bracketed()
	case c == '$':
		return l.dollar()
	case c == ':':
		return l.colon()
	case c == '%' && placeholderEnd(l.text, l.at) > 0:
		end := placeholderEnd(l.text, l.at)
		t := l.take(Placeholder, end)
		t.Text = t.Raw[2 : len(t.Raw)-2]
		return t, nil
	case isDigit(c) || (c == '.' && isDigit(l.peek(1))):
		return l.number()
	case isNameStart(c):
		return l.word()
	case strings.IndexByte("(),.;", c) >= 0, (c == '[' || c == ']') && l.d == PostgreSQL:
		return l.take(Punct, l.at+1), nil
	}
	return l.operator()
}

// word reads a name or keyword, or a literal with letters before its quote.
func (l *lexer) word() (Token, *Refusal) {
	if t, r, ok := l.prefixed(); ok {
		return t, r
	}
	end := l.at
	for end < len(l.text) && isNamePart(l.text[end]) {
		end++
	}
	return l.take(Word, end), nil
}

// number reads a number. One that runs into a word is refused: servers have
// disagreed on where it ends.
func (l *lexer) number() (Token, *Refusal) {
	end := l.at
	if l.text[end] == '0' && end+1 < len(l.text) && strings.IndexByte("xX", l.text[end+1]) >= 0 {
		end += 2
		for end < len(l.text) && isHex(l.text[end]) {
			end++
		}
		return l.endNumber(end)
	}
	end = skipDigits(l.text, end)
	if end < len(l.text) && l.text[end] == '.' {
		end = skipDigits(l.text, end+1)
	}
	if end < len(l.text) && (l.text[end] == 'e' || l.text[end] == 'E') {
		e := end + 1
		if e < len(l.text) && (l.text[e] == '+' || l.text[e] == '-') {
			e++
		}
		if stop := skipDigits(l.text, e); stop > e {
			end = stop
		}
	}
	return l.endNumber(end)
}

func (l *lexer) endNumber(end int) (Token, *Refusal) {
	if end < len(l.text) && (isNamePart(l.text[end]) || l.text[end] == '.') {
		return Token{}, refuse(l.at, "put a blank behind the number", "a number that runs into a word")
	}
	return l.take(Number, end), nil
}

// colon reads :name, PostgreSQL's cast and its array slices.
func (l *lexer) colon() (Token, *Refusal) {
	switch next := l.peek(1); {
	case next == '=':
		return Token{}, refuse(l.at, "", "the assignment :=")
	case next == ':' && l.d == PostgreSQL:
		return l.take(Operator, l.at+2), nil
	case isNameStart(next):
		end := l.at + 1
		for end < len(l.text) && isNamePart(l.text[end]) {
			end++
		}
		t := l.take(Placeholder, end)
		t.Text = t.Raw[1:]
		return t, nil
	case l.d == PostgreSQL:
		return l.take(Punct, l.at+1), nil
	}
	return Token{}, refuse(l.at, "", "a stray colon")
}

// dollar reads PostgreSQL's dollar quotes.
func (l *lexer) dollar() (Token, *Refusal) {
	if l.d != PostgreSQL || isDigit(l.peek(1)) {
		return Token{}, refuse(l.at, hintNamed, "a placeholder without a name of ours")
	}
	end := l.at + 1
	for end < len(l.text) && isNamePart(l.text[end]) && l.text[end] != '$' {
		end++
	}
	if end == len(l.text) || l.text[end] != '$' {
		return Token{}, refuse(l.at, "", "a stray dollar sign")
	}
	tag := l.text[l.at : end+1]
	stop := strings.Index(l.text[end+1:], tag)
	if stop < 0 {
		return Token{}, refuse(l.at, "", "a literal that does not end")
	}
	return l.take(String, end+1+stop+len(tag)), nil
}

// placeholderEnd is where the %(name)s at i ends; 0 when there is none.
func placeholderEnd(text string, i int) int {
	if !strings.HasPrefix(text[i:], "%(") {
		return 0
	}
	end := i + 2
	for end < len(text) && isNamePart(text[end]) {
		end++
	}
	if end == i+2 || !strings.HasPrefix(text[end:], ")s") {
		return 0
	}
	if end += 2; end < len(text) && isNamePart(text[end]) {
		return 0
	}
	return end
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool {
	return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')
}

func isNameStart(c byte) bool {
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80
}

func isNamePart(c byte) bool { return isNameStart(c) || isDigit(c) || c == '$' }

func skipDigits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}
