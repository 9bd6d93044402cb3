package rest

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/effectkit/effectkit/sdk"
)

// bind puts values into the template, below base. The error is a
// misconfiguration that names the parameter and never its value.
func (t *template) bind(base *url.URL, values map[string]sdk.Expr) (*url.URL, error) {
	texts := make(map[string]string, len(values))
	for name, e := range values {
		if e.Null || e.Param != "" {
			return nil, bindError(name, "it has no value")
		}
		if !utf8.ValidString(e.Text) {
			return nil, bindError(name, "its value is not UTF-8")
		}
		texts[name] = e.Text
	}
	var path, query strings.Builder
	path.WriteString(strings.TrimRight(base.EscapedPath(), "/"))
	for _, segment := range t.segments {
		text, err := bindSegment(segment, texts)
		if err != nil {
			return nil, err
		}
		path.WriteString("/" + url.PathEscape(text))
	}
	for i, p := range t.pairs {
		text, err := p.bind(texts)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			query.WriteByte('&')
		}
		query.WriteString(escapeQuery(p.name))
		if !p.bare {
			query.WriteString("=" + escapeQuery(text))
		}
	}
	u := *base
	if len(t.segments) > 0 {
		decoded, err := url.PathUnescape(path.String())
		if err != nil {
			return nil, sdk.Misconfigured("records_path: not a path")
		}
		u.Path, u.RawPath = decoded, path.String()
	}
	u.RawQuery = query.String()
	return &u, nil
}

// bindSegment keeps a value inside its segment: a value is escaped, and one
// that a server could take for a step up or aside is refused.
func bindSegment(pieces []piece, texts map[string]string) (string, error) {
	var b strings.Builder
	name := ""
	for _, p := range pieces {
		if p.name == "" {
			b.WriteString(p.text)
			continue
		}
		name = p.name
		text := texts[name]
		if text == "" {
			return "", bindError(name, "its value is empty where it stands in a path")
		}
		if strings.ContainsFunc(text, unicode.IsControl) || strings.Contains(text, `\`) {
			return "", bindError(name, "its value holds a control character or a backslash where it stands in a path")
		}
		for part := range strings.SplitSeq(text, "/") {
			if isDots(part) || part == "" {
				return "", bindError(name, "its value is . or .. or has an empty part where it stands in a path")
			}
		}
		b.WriteString(text)
	}
	if name != "" && isDots(b.String()) {
		return "", bindError(name, "its value makes . or .. of a path segment")
	}
	return b.String(), nil
}

func (p pair) bind(texts map[string]string) (string, error) {
	switch {
	case p.asJSON:
		return bindJSON(p.value, texts)
	case p.whole():
		text := texts[p.value[0].name]
		if text == "" {
			return "", bindError(p.value[0].name, "its value is empty, which systems read as no filter")
		}
		return text, nil
	}
	var b strings.Builder
	for _, piece := range p.value {
		if piece.name == "" {
			b.WriteString(piece.text)
			continue
		}
		text := texts[piece.name]
		if text == "" {
			return "", bindError(piece.name, "its value is empty, which systems read as no filter")
		}
		if !fits(text, piece.quoted) {
			return "", bindError(piece.name, "its value holds characters that could change the query it stands in; give it a query parameter of its own")
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// fits tells whether a value can stand in a query text of a language that is
// not known here (OData, RSQL, JQL, …) without being read as part of it.
// Inside quotes that is all but quotes, backslashes and control characters;
// outside, letters, digits and a few marks.
func fits(text string, quoted bool) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		if quoted {
			return unicode.IsControl(r) || strings.ContainsRune("'\"`\\", r)
		}
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.~@", r)
	})
}

// escapeQuery is url.QueryEscape with %20 for a blank, which every server
// reads as one.
func escapeQuery(text string) string {
	return escapeBlanks(url.QueryEscape(text))
}

func escapeBlanks(escaped string) string { return strings.ReplaceAll(escaped, "+", "%20") }
