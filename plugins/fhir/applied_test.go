package fhir

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestASearchThatTheServerNarrowedByItselfIsFoundOut(t *testing.T) {
	s := &statement{params: map[string]bool{"status": true, "patient": true, "subject": true, "category": true}}
	asked := []param{{name: "patient", text: "9"}, {name: "category:in", text: "x"}}
	for name, c := range map[string]struct {
		self string
		want []string
	}{
		"as it was asked":                         {"/Observation?patient=9&category:in=x", nil},
		"the subject for the patient":             {"/Observation?subject=Patient/9&category:in=x", nil},
		"paging and form of the server's own":     {"/Observation?patient=9&_count=20&_format=json&ct=abc&_getpagesoffset=0", nil},
		"a status that nobody asked for":          {"/Observation?patient=9&status=final", []string{"status"}},
		"one with a modifier":                     {"/Observation?status:not=cancelled", []string{"status:not"}},
		"a parameter that every resource has":     {"/Observation?_lastUpdated=ge2026-01-01&_tag=x", []string{"_lastUpdated", "_tag"}},
		"a name that no statement and text knows": {"/Observation?tenant=7", nil},
	} {
		t.Run(name, func(t *testing.T) {
			self, err := url.Parse(c.self)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, narrowed(asked, self, s), cmpopts.EquateEmpty()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
	if got := narrowed(asked, nil, s); got != nil {
		t.Errorf("without a self link: %q", got)
	}
	self := &url.URL{Path: "/Observation", RawQuery: "patient=9&status=final&ct=abc"}
	if d := cmp.Diff([]string{"status"}, narrowed(asked, self, &statement{})); d != "" {
		t.Errorf("without a list of parameters (-want +got):\n%s", d)
	}
}

func TestASearchThatTheServerShortenedIsFoundOut(t *testing.T) {
	asked := []param{{name: "patient", text: "9"}, {name: "_summary", text: "true"}}
	for query, want := range map[string]bool{
		"patient=9": false, "patient=9&_summary=false": false, "patient=9&_summary=text": false, // that it is short was asked for
		"patient=9&_elements=id": true,
	} {
		if got := shortened(asked, &url.URL{RawQuery: query}); got != want {
			t.Errorf("%s: %v", query, got)
		}
	}
	for query, want := range map[string]bool{"_summary=true": true, "_summary=false": false, "_summary=": false, "_elements=": false} {
		if got := shortened(asked[:1], &url.URL{RawQuery: query}); got != want {
			t.Errorf("%s, not asked for: %v", query, got)
		}
	}
	if shortened(asked, nil) {
		t.Error("shortened without a self link")
	}
}

// A list that is whole as far as it goes and that the server narrowed shows no
// absence.
func TestANarrowedSearchIsAReadWithAGap(t *testing.T) {
	s := server{
		"/metadata":              {body: `{"resourceType":"CapabilityStatement","rest":[{"resource":[{"type":"Observation","searchParam":[{"name":"patient"},{"name":"status"}]}]}]}`},
		"/Observation?patient=9": {body: bundle("Observation?patient=9&status=final", "")},
	}
	got := read(t, s, `{"resource_type":"Observation","search_params":{"patient":"9"}}`, nil)
	const gap = "the server says that it narrowed the search by status, which was not asked for"
	for _, g := range got.Trailer.Gaps {
		if g.Detail == gap && g.Impeaching() {
			return
		}
	}
	t.Errorf("gaps %v, %v", got.Trailer.Gaps, got.Err)
}
