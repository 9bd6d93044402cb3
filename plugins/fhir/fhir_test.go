package fhir

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	// date is when the test's servers answer; the bundles of the cases say that
	// they were made then.
	date     = "Tue, 03 Mar 2026 10:00:10 GMT"
	metadata = `{"resourceType":"CapabilityStatement","fhirVersion":"4.0.1","software":{"name":"S","version":"1"},"implementation":{"url":"BASE"}}`
)

// server answers by path and query below /fhir.
type server map[string]answer

type answer struct {
	body   string
	status int
	header map[string]string
}

func (s server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a, ok := s[strings.TrimPrefix(r.URL.RequestURI(), "/fhir")]
	switch {
	case !ok && r.URL.Path == "/fhir/metadata":
		a.body = metadata
	case !ok:
		a = answer{body: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-found"}]}`, status: 404}
	}
	w.Header().Set("Content-Type", "application/fhir+json; charset=utf-8")
	w.Header().Set("Date", date)
	for k, v := range a.header {
		w.Header().Set(k, v)
	}
	if a.status != 0 {
		w.WriteHeader(a.status)
	}
	body := strings.ReplaceAll(a.body, "https://ehr.example.test/fhir", "BASE")
	_, _ = w.Write([]byte(strings.ReplaceAll(body, "BASE", "http://"+r.Host+"/fhir")))
}

func read(t *testing.T, h http.Handler, section string, params map[string]string) *sdktest.Result {
	t.Helper()
	ts := httptest.NewServer(h)
	defer ts.Close()
	var keys map[string]json.RawMessage
	if err := json.Unmarshal([]byte(section), &keys); err != nil {
		t.Fatalf("the section of the test: %v", err)
	}
	keys["base_url"], _ = json.Marshal(ts.URL + "/fhir")
	text, _ := json.Marshal(keys)
	return sdktest.Capture(context.Background(), sdktest.Request{Adapter: New(), Section: string(text), Params: params,
		Secrets: map[string]string{"/access_token_env": "t0k"}})
}

// show is what a capture saw: each record's fields but meta, then gaps.
func show(res *sdktest.Result) string {
	if res.Err != nil {
		re := sdk.AsReadError(res.Err)
		if re == nil {
			return "failed: " + res.Err.Error()
		}
		return []string{"unspecified", "unreachable", "credential_refused", "misconfigured", "too_large"}[re.Reason] + ": " + hideHost(re.Detail)
	}
	var out []string
	for _, r := range res.Records() {
		var fields []string
		for name, v := range r {
			if !strings.HasPrefix(name, "meta") {
				fields = append(fields, name+"="+v.Text())
			}
		}
		slices.Sort(fields)
		out = append(out, strings.Join(fields, ","))
	}
	for _, g := range res.Trailer.Gaps {
		word := "gap"
		if g.Advisory {
			word = "advice"
		}
		out = append(out, "["+word+" "+string(g.Kind)+": "+hideHost(g.Detail)+"]")
	}
	return strings.Join(out, " ")
}

func hideHost(text string) string {
	i := strings.Index(text, "127.0.0.1:")
	if i < 0 {
		return text
	}
	end := strings.IndexAny(text[i+10:], " :")
	return text[:i] + "HOST" + text[i+10+end:]
}

func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// bundle is a searchset with a self link and entries.
func bundle(self, more string, entries ...string) string {
	return `{"resourceType":"Bundle","type":"searchset","link":[{"relation":"self","url":"BASE/` + self + `"}]` + more +
		`,"entry":[` + strings.Join(entries, ",") + `]}`
}

func match(resource string) string {
	return `{"search":{"mode":"match"},"resource":` + resource + `}`
}

func obs(id, rest string) string {
	return match(`{"resourceType":"Observation","id":"` + id + `","meta":{"versionId":"1"}` + rest + `}`)
}

func TestSearches(t *testing.T) {
	const family = `{"resource_type":"Patient","field_paths":{"family":"name.family"}`
	next := func(url string) string {
		return `,"link":[{"relation":"self","url":"BASE/Observation"},{"relation":"next","url":"` + url + `"}]`
	}
	page := func(rest string, entries ...string) string {
		return `{"resourceType":"Bundle","type":"searchset"` + rest + `,"entry":[` + strings.Join(entries, ",") + `]}`
	}
	for name, c := range map[string]struct {
		s       server
		section string
		want    string
	}{
		"a next link in capitals": {server{"/Observation": {body: page(`,"link":[{"relation":"self","url":"BASE/Observation"},{"relation":"Next","url":"BASE/p2"}]`, obs("1", ""))}, "/p2": {body: page("", obs("2", ""))}}, `{"resource_type":"Observation","field_paths":{"state":"status"}}`, "id=1 id=2"},
		"the match is on page 2": {server{"/Patient?_count=2": {body: file(t, "003-page1.json")}, "?_getpages=z&_getpagesoffset=2&_count=2": {body: file(t, "003-page2.json")}},
			family + `,"search_params":{"_count":2}}`, "family=Sampleton,id=p1 family=Sampleton,id=p2 family=Sampleton,id=p3"},
		"an empty page with a next link": {server{"/Patient?ct=0": {body: file(t, "005-page1.json")}, "/Patient?ct=1": {body: file(t, "005-page2.json")}},
			family + `,"search_params":{"ct":0}}`, "family=Sampleton,id=p9"},
		"includes and outcomes are no matches": {server{"/Observation?subject=Patient%2F123&_include=Observation%3Asubject": {body: file(t, "008-bundle.json")}, "/Observation?_include=Observation%3Asubject&subject=Patient%2F123": {body: file(t, "008-bundle.json")}},
			`{"resource_type":"Observation","field_paths":{"patient":"subject.reference","v":"valueQuantity.value"},"search_params":{"subject":"Patient/123","_include":"Observation:subject"}}`,
			"id=o1,patient=Patient/123,v=140 [advice unobserved: the server says of the search: warning, not-supported]"},
		"a prefix match is told as it is": {server{"/Patient?family=Ann": {body: file(t, "014-after.json")}}, family + `,"search_params":{"family":"Ann"}}`, "family=Annesley,id=p7"},
		"a comma is a comma":              {server{"/Observation?identifier=ORD-1%5C%2CORD-2": {body: bundle(`Observation?identifier=ORD-1%5C,ORD-2`, `,"total":0`)}}, `{"resource_type":"Observation","search_param_exprs":{"identifier":{"param":"o"}}}`, ""},
		"a written comma means or":        {server{"/Observation?identifier=ORD-1%2CORD-2": {body: file(t, "016-after.json")}}, `{"resource_type":"Observation","field_paths":{"o":"identifier.value"},"search_params":{"identifier":"ORD-1,ORD-2"}}`, "id=o1,o=ORD-1 id=o2,o=ORD-2"},
		"no total":                        {server{"/Observation": {body: bundle("Observation", "", obs("1", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"}}`, "id=1"},
		"as many as were asked for":       {server{"/Observation?_count=2": {body: page("", obs("1", ""), obs("2", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"},"search_params":{"_count":2}}`, "id=1 id=2 [gap truncated: a full page of 2 rows, as many as were asked for, and nothing says that it is the last]"},
		"as many as were asked for, all":  {server{"/Observation?_count=2": {body: page(`,"total":2`, obs("1", ""), obs("2", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"},"search_params":{"_count":2}}`, "id=1 id=2"},
		"as many, and a server of links":  {server{"/Observation?_count=2": {body: bundle("Observation?_count=2", "", obs("1", ""), obs("2", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"},"search_params":{"_count":2}}`, "id=1 id=2"},
		"fewer than were asked for":       {server{"/Observation?_count=3": {body: page("", obs("1", ""), obs("2", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"},"search_params":{"_count":3}}`, "id=1 id=2"},
		"a full last page of two":         {server{"/Observation?_count=1": {body: page(next("/fhir/Observation?ct=2"), obs("1", ""))}, "/Observation?ct=2": {body: page("", obs("2", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"},"search_params":{"_count":1}}`, "id=1 id=2"},
		"a total without entries":         {server{"/Observation": {body: `{"resourceType":"Bundle","type":"searchset","total":3}`}}, `{"resource_type":"Observation"}`, "[gap truncated: the system says that there are 3 rows and gave 0, without a next page]"},
		"a total that is less":            {server{"/Observation": {body: bundle("Observation", `,"total":1`, obs("1", ""), obs("2", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"}}`, "id=1 id=2 [gap unobserved: the system says that there are 1 rows and gave 2]"},
		"a relative next link":            {server{"/Observation": {body: page(next("/fhir/Observation?ct=2"), obs("1", ""))}, "/Observation?ct=2": {body: page("", obs("2", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"}}`, "id=1 id=2"},
		"a next link to an inner name":    {server{"/Observation": {body: page(next("http://fhir-internal:8080/Observation?ct=2"), obs("1", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"},"access_token_env":"T"}`, "id=1 [gap truncated: page 2 could not be read: HOST: an address of another origin is not asked]"},
		"a next link with a doubled port": {server{"/Observation": {body: page(next("http://127.0.0.1:443:443/x"), obs("1", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"}}`, "id=1 [gap truncated: the next link of the search is not a URL]"},
		"the second page fails":           {server{"/Observation": {body: page(next("BASE/Observation?ct=2"), obs("1", ""))}, "/Observation?ct=2": {status: 400, body: `{"resourceType":"OperationOutcome","issue":[{"severity":"fatal","code":"invalid"}]}`}}, `{"resource_type":"Observation","field_paths":{"s":"status"}}`, "id=1 [gap truncated: page 2 could not be read: HOST answered with an OperationOutcome: fatal, invalid]"},
		"a link that is no list":          {server{"/Observation": {body: page(`,"link":{"relation":"next","url":"BASE/a"}`)}}, `{"resource_type":"Observation"}`, "unreachable: HOST answered with links that are no list"},
		"two next links":                  {server{"/Observation": {body: page(`,"link":[{"relation":"next","url":"BASE/a"},{"relation":"next","url":"BASE/b"}]`)}, "/a": {body: page("")}}, `{"resource_type":"Observation"}`, "[gap truncated: the search has two next links]"},
		"an error among the entries":      {server{"/Observation": {body: bundle("Observation", "", match(`{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"timeout","diagnostics":"secret"}]}`))}}, `{"resource_type":"Observation"}`, "[gap unobserved: the server says of the search: error, timeout]"},
		"a match of another type":         {server{"/Observation": {body: bundle("Observation", "", match(`{"resourceType":"Patient","id":"1"}`))}}, `{"resource_type":"Observation"}`, "[gap unobserved: an entry of the search is neither a match of the type Observation nor said to be included]"},
		"an entry without a resource":     {server{"/Observation": {body: bundle("Observation", "", `{"fullUrl":"x"}`)}}, `{"resource_type":"Observation"}`, "[gap unobserved: an entry of the search has no resource]"},
		"a deleted resource":              {server{"/Observation": {body: bundle("Observation", "", `{"request":{"method":"DELETE","url":"Observation/1"}}`)}}, `{"resource_type":"Observation"}`, "[advice unobserved: the search lists a resource that is deleted]"},
		"listed twice":                    {server{"/Observation": {body: bundle("Observation", "", obs("1", ""), obs("1", ""))}}, `{"resource_type":"Observation","field_paths":{"s":"status"}}`, "id=1 [advice unobserved: the search lists a resource twice; it is one record]"},
		"one id twice without a version":  {server{"/Observation": {body: bundle("Observation", "", match(`{"resourceType":"Observation","id":"1"}`), match(`{"resourceType":"Observation","id":"1"}`))}}, `{"resource_type":"Observation","field_paths":{"s":"status"}}`, "id=1 [gap unobserved: the search lists two resources of one id, without a version that shows them to be one] [advice unobserved: the search lists a resource twice; it is one record]"},
		"an outcome in place of a bundle": {server{"/Observation": {body: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"throttled"}]}`}}, `{"resource_type":"Observation"}`, "unreachable: HOST answered with an OperationOutcome: error, throttled"},
		"an outcome that refuses":         {server{"/Observation": {body: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"login"}]}`}}, `{"resource_type":"Observation"}`, "credential_refused: HOST answered with an OperationOutcome: login"},
		"a strict server's refusal":       {server{"/Observation?x=1": {status: 400, body: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"Not a Code 7"}]}`}}, `{"resource_type":"Observation","search_params":{"x":1}}`, "unreachable: HOST answered with an OperationOutcome: error, unknown"},
		"no bundle":                       {server{"/Observation": {body: `{"resourceType":"Observation"}`}}, `{"resource_type":"Observation"}`, "unreachable: HOST did not answer with a Bundle"},
		"a bundle of another sort":        {server{"/Observation": {body: `{"resourceType":"Bundle","type":"batch-response"}`}}, `{"resource_type":"Observation"}`, "unreachable: HOST answered with a Bundle that is no searchset"},
		"entries that are no list":        {server{"/Observation": {body: `{"resourceType":"Bundle","type":"searchset","entry":{}}`}}, `{"resource_type":"Observation"}`, "unreachable: HOST answered with entries that are no list"},
		"a total that is none":            {server{"/Observation": {body: `{"resourceType":"Bundle","type":"searchset","total":"3"}`}}, `{"resource_type":"Observation"}`, "unreachable: HOST answered with a total that is no whole number"},
		"an expired token":                {server{"/Observation": {status: 401, body: `{}`}}, `{"resource_type":"Observation"}`, "credential_refused: HOST answered 401 Unauthorized"},
		"a cached search":                 {server{"/Observation": {body: `{"resourceType":"Bundle","type":"searchset","meta":{"lastUpdated":"2026-03-03T09:59:20Z"},"total":0}`}}, `{"resource_type":"Observation"}`, "[gap unobserved: the server answered with the result of an earlier search]"},
		"several values":                  {server{"/Observation": {body: bundle("Observation", "", obs("1", `,"note":[{"text":"ok"},{"text":"DO NOT GIVE"}]`))}}, `{"resource_type":"Observation","field_paths":{"note":"note.text"}}`, `[gap unobserved: the field note: path "note.text": several values where one was asked; narrow the path]`},
		"a subset":                        {server{"/Observation": {body: bundle("Observation", "", match(`{"resourceType":"Observation","id":"1","meta":{"tag":[{"code":"SUBSETTED"}]}}`))}}, `{"resource_type":"Observation","field_paths":{"s":"status"}}`, "id=1 [gap redacted: the server left parts of resources out (SUBSETTED)]"},
		"every element without paths":     {server{"/Observation": {body: bundle("Observation", "", obs("1", `,"status":"final"`))}}, `{"resource_type":"Observation"}`, "id=1,resourceType=Observation,status=final"},
		"metadata that fails":             {server{"/metadata": {status: 500}, "/Observation": {body: bundle("Observation", "")}}, `{"resource_type":"Observation"}`, "unreachable: HOST answered 500 Internal Server Error"},
		"metadata of something else":      {server{"/metadata": {body: `{}`}, "/Observation": {body: bundle("Observation", "")}}, `{"resource_type":"Observation"}`, "unreachable: HOST answered the question for its metadata with no CapabilityStatement"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := show(read(t, c.s, c.section, map[string]string{"o": "ORD-1,ORD-2"})); got != c.want {
				t.Errorf("saw  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestAParameterThatTheServerDroppedIsAGap(t *testing.T) {
	const gap = " [gap unobserved: nothing shows that the server applied the search parameter %s: its self link or CapabilityStatement lacks it, and not every match bears it]"
	mine := obs("1", `,"subject":{"reference":"Patient/9"},"status":"final","identifier":[{"system":"urn:a","value":"42"}],"code":{"coding":[{"system":"s","code":"c"}]}`)
	other := obs("2", `,"subject":{"reference":"Patient/8"},"identifier":[{"system":"urn:b","value":"42"}]`)
	lists := `{"resourceType":"CapabilityStatement","rest":[{"searchParam":[{"name":"_id"}],"resource":[{"type":"Observation","searchParam":[{"name":"patient"},{"name":"identifier"}]}]}]}`
	for name, c := range map[string]struct {
		meta, param, value, self string
		entries                  []string
		want                     string
	}{
		"repeated":                           {"", "patient", "Patient/9", "Observation?patient=Patient/9", []string{mine}, "id=1"},
		"repeated without its type":          {"", "patient", "Patient/9", "Observation?patient=9", []string{mine}, "id=1"},
		"repeated, and a prefix match":       {"", "identifier", "42", "Observation?identifier=42", []string{mine, other}, "id=1 id=2"},
		"dropped, borne by all":              {"", "patient", "Patient/9", "Observation", []string{mine}, "id=1"},
		"dropped, borne by all by its id":    {"", "patient", "9", "Observation", []string{mine}, "id=1"},
		"dropped, not borne by all":          {"", "patient", "Patient/9", "Observation", []string{mine, other}, "id=1 id=2" + gap},
		"changed":                            {"", "patient", "Patient/9", "Observation?patient=Patient/7", []string{other}, "id=2" + gap},
		"dropped, no match":                  {"", "patient", "Patient/9", "Observation", nil, gap},
		"dropped, no match, but supported":   {lists, "patient", "Patient/9", "Observation", nil, ""},
		"dropped among others, supported":    {lists, "patient", "Patient/9", "Observation?_count=5", nil, gap},
		"repeated, but not supported":        {lists, "colour", "red", "Observation?colour=red", []string{mine}, "id=1" + gap},
		"a token by system and code":         {"", "identifier", "urn:a|42", "Observation", []string{mine}, "id=1"},
		"a token of another system":          {"", "identifier", "urn:a|42", "Observation", []string{mine, other}, "id=1 id=2" + gap},
		"a token without a system":           {"", "identifier", "|42", "Observation", []string{mine}, "id=1" + gap},
		"a concept by its code":              {"", "code", "s|c", "Observation", []string{mine}, "id=1"},
		"a status":                           {"", "status", "final", "Observation", []string{mine}, "id=1"},
		"one of several":                     {"", "status", "final,amended", "Observation", []string{mine}, "id=1"},
		"an id":                              {"", "_id", "1", "Observation", []string{mine}, "id=1"},
		"a modifier cannot be shown":         {"", "status:not", "draft", "Observation", []string{mine}, "id=1" + gap},
		"a date cannot be shown":             {"", "date", "ge2026", "Observation", []string{mine}, "id=1" + gap},
		"a control chooses nothing":          {"", "_sort", "date", "Observation", []string{mine}, "id=1"},
		"a filter with an underscore does":   {"", "_lastUpdated", "ge2026-03-03T10:00:00+02:00", "Observation", []string{mine}, "id=1" + gap},
		"an encoded plus sign comes through": {"", "_lastUpdated", "ge2026-03-03T10:00:00+02:00", "Observation?_lastUpdated=ge2026-03-03T10:00:00%2B02:00", []string{mine}, "id=1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := server{"/Observation?" + escapeQuery(c.param) + "=" + escapeQuery(c.value): {body: bundle(c.self, "", c.entries...)}}
			if c.meta != "" {
				s["/metadata"] = answer{body: c.meta}
			}
			section := fmt.Sprintf(`{"resource_type":"Observation","field_paths":{"x":"component.id"},"search_params":{%q:%q}}`, c.param, c.value)
			want := c.want
			if strings.Contains(want, "%s") {
				want = strings.TrimPrefix(fmt.Sprintf(want, c.param), " ")
			}
			if got := show(read(t, s, section, nil)); got != want {
				t.Errorf("saw  %s\nwant %s", got, want)
			}
		})
	}
}

func TestReferencesAreToldAsReferences(t *testing.T) {
	for reference, want := range map[string]string{
		"Patient/9":                                     "id=1,p=Patient/9",
		"Patient/9/_history/2":                          "id=1,p=Patient/9",
		"BASE/Patient/9":                                "id=1,p=Patient/9",
		"BASE/Patient/9/_history/3":                     "id=1,p=Patient/9",
		"http://inner:8080/fhir/Patient/9":              "id=1,p=Patient/9",
		"http://elsewhere.example.test/fhir/Patient/9":  "[gap unobserved: the field p: a reference to another server, which may name a resource of this one]",
		"urn:uuid:c757873d-ec9a-4326-a141-556f43239520": "id=1,p=urn:uuid:c757873d-ec9a-4326-a141-556f43239520",
		"#contained":                                    "id=1,p=#contained",
	} {
		entry := `{"fullUrl":"http://inner:8080/fhir/Observation/1","resource":{"resourceType":"Observation","id":"1","subject":{"reference":"` + reference + `"}}}`
		s := server{"/Observation": {body: bundle("Observation", "", entry)}}
		if got := show(read(t, s, `{"resource_type":"Observation","field_paths":{"p":"subject.reference"}}`, nil)); got != want {
			t.Errorf("%s: saw %s\nwant %s", reference, got, want)
		}
	}
}

func TestAResourceEnteredInErrorKeepsItsStateAlone(t *testing.T) {
	entries := []string{
		obs("1", `,"status":"entered-in-error","subject":{"reference":"Patient/9"}`),
		obs("2", `,"verificationStatus":{"coding":[{"code":"entered-in-error"}]},"subject":{"reference":"Patient/9"}`),
		obs("3", `,"status":"final","subject":{"reference":"Patient/9"}`),
	}
	s := server{"/Observation": {body: bundle("Observation", "", entries...)}}
	for section, want := range map[string]string{
		`{"resource_type":"Observation","field_paths":{"p":"subject.reference","state":"status"}}`:                "id=1,state=entered-in-error id=2 id=3,p=Patient/9,state=final",
		`{"resource_type":"Observation","field_paths":{"p":"subject.reference"},"include_entered_in_error":true}`: "id=1,p=Patient/9 id=2,p=Patient/9 id=3,p=Patient/9",
	} {
		if got := show(read(t, s, section, nil)); got != want {
			t.Errorf("saw %s\nwant %s", got, want)
		}
	}
	if got := show(read(t, s, `{"resource_type":"Observation"}`, nil)); strings.Count(got, "subject=") != 1 {
		t.Errorf("without paths: %s", got)
	}
}

func TestOneResourceByItsID(t *testing.T) {
	for name, c := range map[string]struct {
		a    answer
		want string
	}{
		"there":                   {answer{body: `{"resourceType":"Patient","id":"4","active":true}`}, "active=true,id=4"},
		"gone":                    {answer{status: 410}, ""},
		"gone, with a word":       {answer{status: 410, body: `{"resourceType":"OperationOutcome"}`}, ""},
		"not found":               {answer{status: 404, body: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-found"}]}`}, ""},
		"not found, no such type": {answer{status: 404, body: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-supported"}]}`}, "unreachable: HOST answered with an OperationOutcome: error, not-supported"},
		"not found, forbidden":    {answer{status: 404, body: `{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"forbidden"}]}`}, "credential_refused: HOST answered with an OperationOutcome: forbidden"},
		"not found by whom":       {answer{status: 404, body: `{"error":"no route"}`}, "unreachable: HOST answered 404 Not Found, and not as a FHIR server does"},
		"not allowed":             {answer{status: 403, body: `{}`}, "credential_refused: HOST answered 403 Forbidden"},
		"busy":                    {answer{status: 503, header: map[string]string{"Retry-After": "9999"}}, "unreachable: HOST answered 503 Service Unavailable and asks to wait longer than this read may take"},
		"another":                 {answer{body: `{"resourceType":"Patient","id":"5"}`}, "unreachable: HOST answered with another resource than the one that was asked for"},
		"another type":            {answer{body: `{"resourceType":"Observation","id":"4"}`}, "unreachable: HOST answered with another resource than the one that was asked for"},
		"an error with a 200":     {answer{body: `{"resourceType":"OperationOutcome","issue":[{"severity":"fatal","code":"exception"}]}`}, "unreachable: HOST answered with an OperationOutcome: fatal, exception"},
	} {
		t.Run(name, func(t *testing.T) {
			s := server{"/Patient/4": c.a}
			if got := show(read(t, s, `{"resource_type":"Patient","resource_id":{"param":"id"},"field_paths":{"active":"active"}}`, map[string]string{"id": "4"})); got != c.want {
				t.Errorf("saw  %s\nwant %s", got, c.want)
			}
		})
	}
	for _, id := range []string{"..", ".", "", "a/b", "a?b"} {
		if got := show(read(t, server{}, `{"resource_type":"Patient","resource_id":{"param":"id"}}`, map[string]string{"id": id})); got != "misconfigured: resource_id: its value is not a logical id" {
			t.Errorf("%q: %s", id, got)
		}
	}
}

func TestTheSourceIsWhatTheStatementSays(t *testing.T) {
	s := server{"/Observation": {body: bundle("Observation", "")}}
	if got := read(t, s, `{"resource_type":"Observation"}`, nil).Trailer.Source; !strings.HasSuffix(got, "/fhir S 1 4.0.1") {
		t.Errorf("source %q", got)
	}
	s["/metadata"] = answer{status: 404}
	if res := read(t, s, `{"resource_type":"Observation"}`, nil); res.Err != nil || res.Trailer.Source != "" {
		t.Errorf("%v, source %q", res.Err, res.Trailer.Source)
	}
}

func TestRequestsAskForStrictHandling(t *testing.T) {
	var got http.Header
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		server{"/Observation": {body: bundle("Observation", "")}}.ServeHTTP(w, r)
	})
	if res := read(t, h, `{"resource_type":"Observation","access_token_env":"T"}`, nil); res.Err != nil {
		t.Fatal(res.Err)
	}
	if got.Get("Prefer") != "handling=strict" || got.Get("Cache-Control") != "no-cache" || got.Get("Authorization") != "Bearer t0k" || !strings.HasPrefix(got.Get("Accept"), "application/fhir+json") {
		t.Errorf("%v", got)
	}
}
