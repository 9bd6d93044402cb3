package guard

import "strings"

// skip goes over blanks and comments and notes what they were.
func (l *lexer) skip() *Refusal {
	l.before = ""
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == '\n':
			l.before = "\n"
			l.at++
		case c == ' ' || c == '\t' || c == '\r':
			l.blank()
			l.at++
		case strings.HasPrefix(l.text[l.at:], "\ufeff"):
			// A blank for sqlite, a letter for the others.
			return refuse(l.at, "save the text without it", "a byte order mark")
		case c < ' ' || c == 0x7f:
			return refuse(l.at, "", "a control character")
		case c == '/' && l.peek(1) == '*':
			if r := l.blockComment(); r != nil {
				return r
			}
			l.blank()
		case l.lineCommentHere():
			if r := l.lineComment(); r != nil {
				return r
			}
			l.blank()
		default:
			return nil
		}
	}
	return nil
}

func (l *lexer) blank() {
	if l.before == "" {
		l.before = " "
	}
}

// lineCommentHere: MySQL's -- needs a blank behind it, and only MySQL has #.
func (l *lexer) lineCommentHere() bool {
	if l.text[l.at] == '#' {
		return l.d == MySQL
	}
	if l.text[l.at] != '-' || l.peek(1) != '-' {
		return false
	}
	return l.d != MySQL || l.at+2 >= len(l.text) || l.peek(2) <= ' '
}

// lineComment goes to the end of the line. A carriage return alone ends it for
// PostgreSQL and not for the others.
func (l *lexer) lineComment() *Refusal {
	end := strings.IndexByte(l.text[l.at:], '\n')
	if end < 0 {
		end = len(l.text) - l.at
	}
	comment := strings.TrimSuffix(l.text[l.at:l.at+end], "\r")
	if cr := strings.IndexByte(comment, '\r'); cr >= 0 {
		return refuse(l.at+cr, "", "a carriage return inside a comment")
	}
	l.at += end
	return nil
}

// blockComment goes over a comment. MySQL and MariaDB execute what stands in
// /*! and /*M!, and take /*+ for settings; only PostgreSQL's comments nest.
func (l *lexer) blockComment() *Refusal {
	start := l.at
	for _, mark := range []string{"/*!", "/*M!", "/*+"} {
		if strings.HasPrefix(l.text[start:], mark) {
			return refuse(start, "", "a comment that servers execute")
		}
	}
	depth := 0
	for i := start; i+1 < len(l.text); {
		switch l.text[i : i+2] {
		case "/*":
			if depth++; depth > 1 && l.d != PostgreSQL {
				return refuse(i, "", "a comment inside a comment")
			}
			i += 2
		case "*/":
			i += 2
			if depth--; depth == 0 {
				l.at = i
				return nil
			}
		default:
			i++
		}
	}
	return refuse(start, "", "a comment that does not end")
}
