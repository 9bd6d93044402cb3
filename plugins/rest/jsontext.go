package rest

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// looksLikeJSON tells whether a query value is written as a JSON array or
// object. A placeholder alone is not.
func looksLikeJSON(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" {
		return false
	}
	if _, is := placeholder(text); is {
		return false
	}
	return text[0] == '[' || text[0] == '{'
}

// checkJSON refuses a template that is not JSON once its placeholders are
// filled: then nothing could keep a value in its place.
func checkJSON(p pair) error {
	var b strings.Builder
	for _, piece := range p.value {
		switch {
		case piece.name == "":
			b.WriteString(piece.text)
		case piece.quoted:
			b.WriteByte('x')
		default:
			b.WriteByte('0')
		}
	}
	if _, err := value.ParseJSON([]byte(b.String())); err != nil {
		return sdk.Misconfigured("records_path: the query parameter %q looks like JSON and is not: %v", p.name, err)
	}
	return nil
}

// bindJSON puts each value in as JSON: as part of the text that it stands in,
// or as a value of its own, a number where it is written as one, else a text.
func bindJSON(pieces []piece, texts map[string]string) (string, error) {
	var b strings.Builder
	for _, p := range pieces {
		switch {
		case p.name == "":
			b.WriteString(p.text)
		case p.quoted:
			quoted := quoteJSON(texts[p.name])
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			if _, err := value.ParseNumber(texts[p.name]); err == nil {
				b.WriteString(texts[p.name])
			} else {
				b.WriteString(quoteJSON(texts[p.name]))
			}
		}
	}
	if _, err := value.ParseJSON([]byte(b.String())); err != nil {
		return "", sdk.Misconfigured("records_path: the values do not fit into the JSON of the query")
	}
	return b.String(), nil
}

// quoteJSON is a text as a JSON string, no character but quotes, backslashes
// and controls escaped.
func quoteJSON(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
