package fhir

import (
	"net/url"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/value"
)

// controls are parameters that do not choose which resources match.
var controls = []string{"_count", "_sort", "_total", "_include", "_revinclude", "_maxresults", "_score", "_query"}

// doubt is a parameter of which nothing but the matches themselves can show
// that the server applied it.
type doubt struct {
	param
	// quiet is true where nothing speaks against it: the server says that it has
	// the parameter, and has a self link that repeats none at all. Then a search
	// without a match is one; else it may be one that did not work.
	quiet bool
}

// doubted are the parameters that the self link lacks or changes, or that the
// CapabilityStatement denies. A search that dropped one gave more than was
// asked for, and if all of it bears the parameter, it is what was asked for.
func doubted(params []param, self *url.URL, s *statement) []doubt {
	var out []doubt
	for _, p := range params {
		base, _, _ := strings.Cut(p.name, ":")
		if slices.Contains(controls, base) {
			continue
		}
		if s.denies(p.name) || !repeats(self, p) {
			out = append(out, doubt{p, s.params[base] && (self == nil || self.RawQuery == "")})
		}
	}
	return out
}

// common are the parameters that choose among resources of every type (FHIR R4,
// search, "parameters for all resources").
var common = []string{"_id", "_lastUpdated", "_tag", "_profile", "_security", "_text", "_content", "_list", "_has", "_type", "_filter"}

// usual are parameters that many types have. They stand in for the list of a
// server that gives none.
var usual = []string{
	"active", "author", "category", "class", "code", "date", "encounter", "identifier", "intent", "name",
	"patient", "performer", "period", "priority", "requester", "status", "subject", "type",
}

// narrowed are the parameters of the server's own by which its self link says
// that it chose among the resources: a search narrower than was asked for shows
// no absence. What pages and forms an answer is not among them.
func narrowed(params []param, self *url.URL, s *statement) []string {
	if self == nil {
		return nil
	}
	asked := map[string]bool{}
	for _, p := range params {
		base, _, _ := strings.Cut(p.name, ":")
		asked[base] = true
	}
	// Servers write one for the other.
	if asked["patient"] || asked["subject"] {
		asked["patient"], asked["subject"] = true, true
	}
	var out []string
	for name := range self.Query() {
		base, _, _ := strings.Cut(name, ":")
		base, _, _ = strings.Cut(base, ".")
		known := s.params[base] || slices.Contains(common, base) || s.params == nil && slices.Contains(usual, base)
		if known && !asked[base] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// shortened tells whether the self link says that resources come in part, which
// was not asked for (FHIR R4, search, _summary and _elements).
func shortened(params []param, self *url.URL) bool {
	if self == nil {
		return false
	}
	q := self.Query()
	for _, p := range params {
		q.Del(p.name)
	}
	summary := q.Get("_summary")
	return q.Get("_elements") != "" || summary != "" && summary != "false"
}

// repeats tells whether the self link has the parameter with its value, a
// reference with or without its type.
func repeats(self *url.URL, p param) bool {
	if self == nil {
		return false
	}
	for _, v := range self.Query()[p.name] {
		if v == p.text || strings.TrimPrefix(v, "Patient/") == strings.TrimPrefix(p.text, "Patient/") {
			return true
		}
	}
	return false
}

// bears tells whether a resource is shown to match a parameter. False means
// that it does not, or that it cannot be told here.
func bears(resource value.Node, p param, bases ...string) bool {
	name := p.name
	if name == "_id" {
		return slices.Contains(p.alternatives, text(resource, "id"))
	}
	for _, want := range p.alternatives {
		if name == "patient" || name == "subject" {
			if name == "patient" && !strings.Contains(want, "/") {
				want = "Patient/" + want
			}
			if refersTo(resource, "subject", want, bases) || refersTo(resource, "patient", want, bases) {
				return true
			}
			continue
		}
		element, ok := resource.Member(name)
		if ok && elementIs(element, want, bases) {
			return true
		}
	}
	return false
}

func refersTo(resource value.Node, element, want string, bases []string) bool {
	got, foreign := normal(text(resource, element, "reference"), bases...)
	return !foreign && got != "" && got == want
}

// elementIs tells whether an element, or one of a list, is the code, token or
// reference that is wanted.
func elementIs(element value.Node, want string, bases []string) bool {
	if element.IsArray() {
		for e := range element.Elements {
			if elementIs(e, want, bases) {
				return true
			}
		}
		return false
	}
	if !element.IsObject() {
		return element.Value().Kind() == value.Text && element.Value().Text() == want
	}
	if coding, ok := element.Member("coding"); ok {
		return elementIs(coding, want, bases)
	}
	if got, foreign := normal(text(element, "reference"), bases...); got != "" {
		return !foreign && got == want
	}
	code := text(element, "code")
	if code == "" {
		code = text(element, "value")
	}
	return code != "" && isToken(text(element, "system"), code, want)
}

// isToken compares system and code with system|code, |code or code
// (FHIR R4, search, token).
func isToken(system, code, want string) bool {
	wantSystem, wantCode, both := strings.Cut(want, "|")
	if !both {
		return code == want
	}
	return system == wantSystem && code == wantCode
}
