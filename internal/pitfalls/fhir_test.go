package pitfalls

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/plugins/fhir"
)

const capability = `{"resourceType":"CapabilityStatement","software":{"name":"S"},"fhirVersion":"4.0.1"}`

// fhirServer is a server with metadata beside its pages.
func fhirServer(p pages) pages {
	if _, ok := p["/fhir/metadata"]; !ok {
		p["/fhir/metadata"] = page{body: capability}
	}
	return p
}

func searchset(self string, resources ...string) string {
	var entries []string
	for _, r := range resources {
		entries = append(entries, `{"search":{"mode":"match"},"resource":`+r+`}`)
	}
	return fmt.Sprintf(`{"resourceType":"Bundle","type":"searchset","link":[{"relation":"self","url":"BASE%s"}],"entry":[%s]}`, self, strings.Join(entries, ","))
}

func patient(id, rest string) string {
	return `{"resourceType":"Patient","id":"` + id + `","meta":{"versionId":"1"}` + rest + `}`
}

func TestFHIR(t *testing.T) {
	const (
		patients = `{"resource_type":"Patient","field_paths":{"family":"name.family","mrn":"identifier.where(system='urn:test:mrn').value"}}`
		byMRN    = `{"resource_type":"Patient","field_paths":{"mrn":"identifier.where(system='urn:test:mrn').value"},"search_params":{"identifier":"urn:test:mrn|M-1"}}`
		mrnURL   = "/fhir/Patient?identifier=urn%3Atest%3Amrn%7CM-1"
		byID     = `{"resource_type":"Patient","resource_id":"4","field_paths":{"family":"name.family"}}`
		m1       = `,"identifier":[{"system":"urn:test:mrn","value":"M-1"}]`
		gone     = `{kind: record_written, match: {id: "4"}, expected_count: 0, forbid_collateral_loss: false}`
	)
	at := func(url, body string) http.Handler { return fhirServer(pages{url: {body: body}}) }
	old := func(h http.Handler) http.Handler { return h }
	p3 := `{kind: record_written, match: {mrn: A-3}, count_new_only: true}`
	two := searchset("/fhir/Patient?_count=2", patient("p1", `,"identifier":[{"system":"urn:test:mrn","value":"A-1"}]`), patient("p2", `,"identifier":[{"system":"urn:test:mrn","value":"A-2"}]`))
	for name, c := range map[string]pitfall{
		"1: the search is from a cache": {section: byMRN, before: at(mrnURL, searchset(mrnURL)),
			after:  at(mrnURL, `{"resourceType":"Bundle","type":"searchset","total":0,"meta":{"lastUpdated":"2026-03-03T09:59:30Z"},"link":[{"relation":"self","url":"BASE`+mrnURL+`"}]}`),
			effect: `{kind: record_written, match: {mrn: M-1}}`, want: "indeterminate coverage_gap"},
		"1: a fresh search shows it": {section: byMRN, before: at(mrnURL, searchset(mrnURL)), after: at(mrnURL, searchset(mrnURL, patient("900", m1))),
			effect: `{kind: record_written, match: {mrn: M-1}}`, want: "confirmed confirmed"},
		"3: the match is on page 2": {section: `{"resource_type":"Patient","field_paths":{"mrn":"identifier.value"},"search_params":{"_count":2}}`, before: at("/fhir/Patient?_count=2", two),
			after:  fhirServer(pages{"/fhir/Patient?_count=2": {body: file(t, "003-page1.json")}, "/fhir?_getpages=z&_getpagesoffset=2&_count=2": {body: file(t, "003-page2.json")}}),
			effect: p3, want: "confirmed confirmed"},
		"5: an empty page is not the end": {section: `{"resource_type":"Patient","field_paths":{"mrn":"identifier.value"},"search_params":{"ct":0}}`, before: at("/fhir/Patient?ct=0", searchset("/fhir/Patient?ct=0")),
			after:  fhirServer(pages{"/fhir/Patient?ct=0": {body: file(t, "005-page1.json")}, "/fhir/Patient?ct=1": {body: file(t, "005-page2.json")}}),
			effect: `{kind: record_written, match: {mrn: M-9}}`, want: "confirmed confirmed"},
		"6: the next link is to an inner name": {section: patients, before: at("/fhir/Patient", searchset("/fhir/Patient")),
			after:  at("/fhir/Patient", `{"resourceType":"Bundle","type":"searchset","link":[{"relation":"next","url":"http://fhir-internal:8080/Patient?ct=2"}],"entry":[]}`),
			effect: `{kind: record_written, match: {mrn: M-1}}`, want: "indeterminate coverage_gap"},
		"7: page 2 fails": {section: patients, before: at("/fhir/Patient", searchset("/fhir/Patient")),
			after:  fhirServer(pages{"/fhir/Patient": {body: `{"resourceType":"Bundle","type":"searchset","total":7,"link":[{"relation":"next","url":"/fhir/Patient?ct=2"}],"entry":[]}`}, "/fhir/Patient?ct=2": {status: 400, body: `{"resourceType":"OperationOutcome","issue":[{"severity":"fatal","code":"exception"}]}`}}),
			effect: `{kind: record_written, match: {mrn: M-1}}`, want: "indeterminate coverage_gap"},
		"8: includes and outcomes are no records": {section: `{"resource_type":"Observation","field_paths":{"patient":"subject.reference","status":"status"},"search_params":{"subject":"Patient/123","_include":"Observation:subject"}}`,
			before: at("/fhir/Observation?_include=Observation%3Asubject&subject=Patient%2F123", searchset("/fhir/Observation?subject=Patient/123")),
			after:  at("/fhir/Observation?_include=Observation%3Asubject&subject=Patient%2F123", file(t, "008-bundle.json")),
			effect: `{kind: record_written, match: {patient: Patient/123, status: final}, count_new_only: true}`, want: "confirmed confirmed"},
		"10: a missing total is not zero": {section: patients, before: at("/fhir/Patient", searchset("/fhir/Patient")), after: at("/fhir/Patient", searchset("/fhir/Patient", patient("1", m1))),
			effect: `{kind: record_written, match: {mrn: M-1}}`, want: "confirmed confirmed"},
		"12: an unknown parameter is dropped": {section: `{"resource_type":"Patient","search_params":{"identifer":"urn:test:mrn|M-1"}}`,
			before: at("/fhir/Patient?identifer=urn%3Atest%3Amrn%7CM-1", searchset("/fhir/Patient", patient("1", ""))),
			after:  at("/fhir/Patient?identifer=urn%3Atest%3Amrn%7CM-1", searchset("/fhir/Patient", patient("1", ""), patient("2", ""))),
			effect: `{kind: record_written, match: {resourceType: Patient}, count_new_only: true}`, want: "indeterminate coverage_gap"},
		"14: a prefix is no match": {section: `{"resource_type":"Patient","field_paths":{"family":"name.family"},"search_params":{"family":"Ann"}}`,
			before: at("/fhir/Patient?family=Ann", searchset("/fhir/Patient?family=Ann")), after: at("/fhir/Patient?family=Ann", file(t, "014-after.json")),
			effect: `{kind: record_written, match: {family: Ann}}`, want: "refuted misplaced"},
		"15: the token's system was ignored": {section: `{"resource_type":"Patient","field_paths":{"mrn":"identifier.where(system='urn:test:mrn').value","badge":"identifier.where(system='urn:other:badge').value"},"search_params":{"identifier":"urn:test:mrn|42"}}`,
			before: at("/fhir/Patient?identifier=urn%3Atest%3Amrn%7C42", searchset("/fhir/Patient?identifier=urn:test:mrn|42", patient("1", `,"identifier":[{"system":"urn:test:mrn","value":"41"}]`))),
			after: at("/fhir/Patient?identifier=urn%3Atest%3Amrn%7C42", searchset("/fhir/Patient?identifier=urn:test:mrn|42", patient("1", `,"identifier":[{"system":"urn:test:mrn","value":"41"}]`),
				patient("2", `,"identifier":[{"system":"urn:other:badge","value":"42"}]`))),
			effect: `{kind: record_written, match: {mrn: "42"}}`, want: "refuted misplaced"},
		"16: a comma in a value is not or": {section: `{"resource_type":"Observation","field_paths":{"order":"identifier.value"},"search_param_exprs":{"identifier":"ORD-1,ORD-2"}}`,
			before: at("/fhir/Observation?identifier=ORD-1%5C%2CORD-2", searchset("/fhir/Observation?identifier=ORD-1%5C,ORD-2")),
			after:  at("/fhir/Observation?identifier=ORD-1%5C%2CORD-2", file(t, "016-after.json")),
			effect: `{kind: record_written, match: {order: "ORD-1,ORD-2"}}`, want: "indeterminate coverage_gap"},
		"17: the search stopped working": {section: patients, before: at("/fhir/Patient", searchset("/fhir/Patient", patient("1", m1), patient("2", m1), patient("3", m1))),
			after:  at("/fhir/Patient", `{"resourceType":"Bundle","type":"searchset","total":0}`),
			effect: `{kind: record_written, match: {mrn: M-7}}`, want: "refuted collateral_loss"},
		"19: no new version was made": {section: `{"resource_type":"Patient","field_paths":{"active":"active"}}`, before: at("/fhir/Patient", searchset("/fhir/Patient", patient("1", `,"active":true`))),
			after:  at("/fhir/Patient", searchset("/fhir/Patient", patient("1", `,"active":true`))),
			effect: `{kind: field_equals, match: {id: "1"}, field: active, value: true, expect_change: true}`, want: "indeterminate already_true"},
		"19: the value was there, and no change is asked": {section: `{"resource_type":"Patient","field_paths":{"active":"active"}}`, before: at("/fhir/Patient", searchset("/fhir/Patient", patient("1", `,"active":true`))),
			after:  at("/fhir/Patient", searchset("/fhir/Patient", patient("1", `,"active":true`))),
			effect: `{kind: field_equals, match: {id: "1"}, field: active, value: true}`, want: "confirmed confirmed"},
		"21: gone":                   {section: byID, before: at("/fhir/Patient/4", patient("4", "")), after: fhirServer(pages{"/fhir/Patient/4": {status: 410}}), effect: gone, want: "confirmed confirmed"},
		"21: not found, seen before": {section: byID, before: at("/fhir/Patient/4", patient("4", "")), after: fhirServer(pages{}), effect: gone, want: "confirmed confirmed"},
		"21: forbidden":              {section: byID, before: at("/fhir/Patient/4", patient("4", "")), after: fhirServer(pages{"/fhir/Patient/4": {status: 403}}), effect: gone, want: "indeterminate credential_refused"},
		"21: busy":                   {section: byID, before: at("/fhir/Patient/4", patient("4", "")), after: fhirServer(pages{"/fhir/Patient/4": {status: 503, header: map[string]string{"Retry-After": "999"}}}), effect: gone, want: "indeterminate unreachable"},
		"25: a time with a zone is sent whole": {section: `{"resource_type":"Patient","search_params":{"_lastUpdated":"ge2026-03-03T10:00:00+02:00"}}`,
			before: at("/fhir/Patient?_lastUpdated=ge2026-03-03T10%3A00%3A00%2B02%3A00", searchset("/fhir/Patient?_lastUpdated=ge2026-03-03T10:00:00%2B02:00")),
			after:  at("/fhir/Patient?_lastUpdated=ge2026-03-03T10%3A00%3A00%2B02%3A00", searchset("/fhir/Patient?_lastUpdated=ge2026-03-03T10:00:00%2B02:00", patient("1", ""))),
			effect: `{kind: record_written, match: {id: "1"}}`, want: "confirmed confirmed"},
		"an entry in error is not counted": {section: `{"resource_type":"Patient","field_paths":{"family":"name.family"}}`, before: at("/fhir/Patient", searchset("/fhir/Patient", patient("1", `,"name":[{"family":"B"}]`))),
			after:  at("/fhir/Patient", searchset("/fhir/Patient", patient("1", `,"name":[{"family":"B"}]`), patient("2", `,"status":"entered-in-error","name":[{"family":"A"}]`))),
			effect: `{kind: record_written, match: {family: A}}`, want: "refuted misplaced"},
		"two values, one was asked": {section: `{"resource_type":"Patient","field_paths":{"note":"note.text"}}`, before: at("/fhir/Patient", searchset("/fhir/Patient", patient("1", `,"note":[{"text":"old"}]`))),
			after:  at("/fhir/Patient", searchset("/fhir/Patient", patient("1", `,"note":[{"text":"ok"},{"text":"DO NOT GIVE"}]`))),
			effect: `{kind: field_equals, match: {id: "1"}, field: note, value: ok}`, want: "indeterminate coverage_gap"},
		"an absolute reference is the same reference": {section: `{"resource_type":"Observation","field_paths":{"patient":"subject.reference"}}`, before: at("/fhir/Observation", searchset("/fhir/Observation")),
			after:  at("/fhir/Observation", searchset("/fhir/Observation", `{"resourceType":"Observation","id":"1","subject":{"reference":"BASE/fhir/Patient/9/_history/3"}}`)),
			effect: `{kind: record_written, match: {patient: Patient/9}}`, want: "confirmed confirmed"},
		"another server answers": {section: patients, before: at("/fhir/Patient", searchset("/fhir/Patient")),
			after:  old(fhirServer(pages{"/fhir/metadata": {body: strings.Replace(capability, `"S"`, `"T"`, 1)}, "/fhir/Patient": {body: searchset("/fhir/Patient", patient("1", m1))}})),
			effect: `{kind: record_written, match: {mrn: M-1}}`, want: "indeterminate source_replaced"},
	} {
		t.Run(name, func(t *testing.T) { c.run(t, fhir.New(), "/fhir") })
	}
}
