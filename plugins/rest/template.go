package rest

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/effectkit/effectkit/sdk"
)

// template is a parsed records_path: path segments and query pairs, each of
// them literal pieces and placeholders. It is immutable.
type template struct {
	segments [][]piece
	pairs    []pair
	names    map[string]bool // of the placeholders
}

// piece is literal text, decoded, or the name of a placeholder.
type piece struct {
	text string
	name string
	// quoted: the placeholder stands inside quotes of the text around it.
	quoted bool
}

// pair is one name=value of the query.
type pair struct {
	name   string
	value  []piece
	bare   bool // written without "="
	asJSON bool // the value is JSON text
}

// whole tells whether the value is one placeholder and nothing else.
func (p pair) whole() bool { return len(p.value) == 1 && p.value[0].name != "" }

func parseTemplate(text string) (*template, error) {
	switch {
	case strings.Contains(text, "#"):
		return nil, sdk.Misconfigured("records_path: a fragment does not belong here; write # as %%23")
	case strings.Contains(text, "://"), strings.HasPrefix(text, "//"):
		if at := strings.IndexAny(text, "?"); at < 0 || strings.Index(text, "//") < at {
			return nil, sdk.Misconfigured("records_path: a path below base_url, not a URL")
		}
	case text != "" && text[0] != '/' && text[0] != '?':
		return nil, sdk.Misconfigured("records_path: it starts with / or ?")
	}
	t := &template{names: map[string]bool{}}
	path, query, hasQuery := strings.Cut(text, "?")
	for i, raw := range strings.Split(path, "/") {
		if i == 0 {
			continue // before the first slash is nothing
		}
		if err := t.addSegment(raw); err != nil {
			return nil, err
		}
	}
	if !hasQuery || query == "" {
		return t, nil
	}
	for raw := range strings.SplitSeq(query, "&") {
		if err := t.addPair(raw); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *template) addSegment(raw string) error {
	decoded, err := url.PathUnescape(raw)
	if err != nil {
		return sdk.Misconfigured("records_path: a %% that starts no escape; write it as %%25")
	}
	pieces, problem := split(decoded, true)
	if problem != "" {
		return sdk.Misconfigured("records_path: %s", problem)
	}
	if len(pieces) == 1 && pieces[0].name == "" && isDots(pieces[0].text) {
		return sdk.Misconfigured("records_path: a segment of dots")
	}
	t.note(pieces)
	t.segments = append(t.segments, pieces)
	return nil
}

func (t *template) addPair(raw string) error {
	name, text, hasValue := strings.Cut(raw, "=")
	decodedName, err := url.QueryUnescape(name)
	if err != nil || strings.ContainsAny(decodedName, "{}") {
		return sdk.Misconfigured("records_path: the name of a query parameter holds no escape that is broken and no placeholder")
	}
	decoded, err := url.QueryUnescape(text)
	if err != nil {
		return sdk.Misconfigured("records_path: a %% that starts no escape; write it as %%25")
	}
	p := pair{name: decodedName, bare: !hasValue, asJSON: looksLikeJSON(decoded)}
	var problem string
	if p.value, problem = split(decoded, !p.asJSON); problem != "" {
		return sdk.Misconfigured("records_path: %s", problem)
	}
	if p.asJSON && hasNames(p.value) {
		if err := checkJSON(p); err != nil {
			return err
		}
	}
	t.note(p.value)
	t.pairs = append(t.pairs, p)
	return nil
}

func (t *template) note(pieces []piece) {
	for _, p := range pieces {
		if p.name != "" {
			t.names[p.name] = true
		}
	}
}

// split finds the placeholders of a decoded text. With strict, a brace that is
// no placeholder's is a mistake; JSON has braces of its own.
func split(text string, strict bool) (pieces []piece, problem string) {
	var literal strings.Builder
	var quote byte
	flush := func() {
		if literal.Len() > 0 {
			pieces = append(pieces, piece{text: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if name, ok := placeholder(text[i:]); ok {
			flush()
			pieces = append(pieces, piece{name: name, quoted: quote != 0})
			i += len(name) + 1
			continue
		}
		switch {
		case strict && (c == '{' || c == '}'):
			return nil, "a brace that is no {placeholder} of letters, digits and _"
		case quote != 0 && c == '\\' && i+1 < len(text):
			literal.WriteByte(c)
			i++
			c = text[i]
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || (c == '\'' && strict)):
			quote = c
		}
		literal.WriteByte(c)
	}
	flush()
	return pieces, ""
}

// placeholder reads {name} at the start of s.
func placeholder(s string) (name string, ok bool) {
	if s[0] != '{' {
		return "", false
	}
	end := strings.IndexByte(s, '}')
	if end < 2 {
		return "", false
	}
	name = s[1:end]
	for i := 0; i < len(name); i++ {
		c := name[i]
		letter := c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
		if !letter && (i == 0 || c < '0' || c > '9') {
			return "", false
		}
	}
	return name, true
}

func hasNames(pieces []piece) bool {
	for _, p := range pieces {
		if p.name != "" {
			return true
		}
	}
	return false
}

func isDots(s string) bool { return s == "." || s == ".." }

// checkNames holds the placeholders against the names that path_params has.
func (t *template) checkNames(params map[string]sdk.Expr) error {
	for name := range t.names {
		if _, ok := params[name]; !ok {
			return sdk.Misconfigured("records_path: the placeholder {%s} is not in path_params", name)
		}
	}
	for name := range params {
		if !t.names[name] {
			return sdk.Misconfigured("path_params: %q is no placeholder of records_path", name)
		}
	}
	return nil
}

// bindError is a value that does not fit where it stands; it is never shown.
func bindError(name, format string, args ...any) error {
	return sdk.Misconfigured("path_params.%s: %s", name, fmt.Sprintf(format, args...))
}
