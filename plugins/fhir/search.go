package fhir

import (
	"net/url"
	"strings"

	"github.com/effectkit/effectkit/sdk"
)

// param is one search parameter as it is sent.
type param struct {
	name string
	text string // the whole value
	// alternatives are its parts between commas, decoded.
	alternatives []string
}

// params are the search parameters of a capture. The error names the
// parameter and never its value.
func (s *section) params() ([]param, error) {
	var out []param
	for _, name := range s.names() {
		property, e := "search_params", s.SearchParams[name]
		expr, isExpr := s.SearchParamExprs[name]
		if isExpr {
			property, e = "search_param_exprs", expr
		}
		switch {
		case e.Null || e.Param != "" || e.Text == "":
			return nil, sdk.Misconfigured("%s.%s: it has no value, which servers read as no filter", property, name)
		case isLongReference(e.Text):
			return nil, sdk.Misconfigured("%s.%s: write a reference as Type/id, without a server and a version", property, name)
		}
		p := param{name: name, text: e.Text, alternatives: splitAlternatives(e.Text)}
		if isExpr {
			p.text, p.alternatives = escapeValue(e.Text), []string{e.Text}
		}
		out = append(out, p)
	}
	return out, nil
}

// escapeValue keeps a value one value (FHIR R4, search, "Escaping Search
// Parameters"). A | stays: it parts a token's system from its code.
func escapeValue(text string) string {
	return strings.NewReplacer(`\`, `\\`, `,`, `\,`, `$`, `\$`).Replace(text)
}

// splitAlternatives splits a written value at commas that are not escaped.
func splitAlternatives(text string) []string {
	var out []string
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case text[i] == ',':
			out = append(out, b.String())
			b.Reset()
		default:
			b.WriteByte(text[i])
		}
	}
	return append(out, b.String())
}

// searchURL is the address of the first page.
func searchURL(base *url.URL, resourceType string, params []param) *url.URL {
	u := base.JoinPath(resourceType)
	var pairs []string
	for _, p := range params {
		pairs = append(pairs, escapeQuery(p.name)+"="+escapeQuery(p.text))
	}
	u.RawQuery = strings.Join(pairs, "&")
	return u
}

func escapeQuery(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}
