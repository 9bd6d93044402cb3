package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// answers are a server's, by path and query; the n-th answer to the n-th
// question, the last one for all after it.
type answers map[string][]answer

type answer struct {
	body   string
	header map[string]string
	status int
}

func body(text string) []answer { return []answer{{body: text}} }

func (a answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	list := a[r.URL.RequestURI()]
	if len(list) == 0 {
		http.NotFound(w, r)
		return
	}
	one := list[0]
	if len(list) > 1 {
		a[r.URL.RequestURI()] = list[1:]
	}
	w.Header().Set("Content-Type", "application/json")
	for k, v := range one.header {
		w.Header().Set(k, strings.ReplaceAll(v, "BASE", "http://"+r.Host))
	}
	if one.status != 0 {
		w.WriteHeader(one.status)
	}
	_, _ = w.Write([]byte(strings.ReplaceAll(one.body, "BASE", "http://"+r.Host)))
}

// capture reads once. section is JSON without base_url.
func capture(t *testing.T, h http.Handler, section string, params map[string]string) *sdktest.Result {
	t.Helper()
	s := httptest.NewServer(h)
	defer s.Close()
	return captureAt(t, s.URL, section, params)
}

func captureAt(t *testing.T, base, section string, params map[string]string) *sdktest.Result {
	t.Helper()
	var keys map[string]json.RawMessage
	if err := json.Unmarshal([]byte(section), &keys); err != nil {
		t.Fatalf("the section of the test: %v", err)
	}
	keys["base_url"], _ = json.Marshal(base)
	text, _ := json.Marshal(keys)
	res := sdktest.Capture(context.Background(), sdktest.Request{Adapter: New(), Section: string(text), Params: params,
		Secrets: map[string]string{"/auth/value_env": "token a:b"}})
	return res
}

// show is what a capture saw: rows as field=value, then gaps; or why it failed.
func show(res *sdktest.Result) string {
	if res.Err != nil {
		re := sdk.AsReadError(res.Err)
		if re == nil {
			return "failed: " + res.Err.Error()
		}
		return []string{"unspecified", "unreachable", "credential_refused", "misconfigured", "too_large"}[re.Reason]
	}
	var out []string
	for _, r := range res.Records() {
		var fields []string
		for _, name := range sortedKeys(r) {
			fields = append(fields, name+"="+r[name].Text())
		}
		out = append(out, strings.Join(fields, ","))
	}
	for _, g := range res.Trailer.Gaps {
		if g.Impeaching() {
			out = append(out, "gap:"+string(g.Kind))
		}
	}
	return strings.Join(out, " ")
}

func detail(res *sdktest.Result) string {
	if res.Err != nil {
		return res.Err.Error()
	}
	var out []string
	for _, g := range res.Trailer.Gaps {
		out = append(out, g.Detail)
	}
	return strings.Join(out, "; ")
}

func pitfall(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "pitfalls", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rows is n rows as JSON, from a number on.
func rows(from, n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d}`, from+i)
	}
	return b.String()
}

func ids(from, n int) string {
	var out []string
	for i := range n {
		out = append(out, "id="+strconv.Itoa(from+i))
	}
	return strings.Join(out, " ")
}

func TestWhatAnAnswerMayBe(t *testing.T) {
	for name, c := range map[string]struct {
		key, body, want, detail string
	}{
		"a list":                        {"", `[{"id":1,"n":null}]`, "id=1,n=", ""},
		"an empty list":                 {"", `[]`, "", ""},
		"a list in an object":           {"data.items", `{"data":{"items":[{"id":1}]}}`, "id=1", ""},
		"large numbers stay exact":      {"items", pitfall(t, "body_038.json"), "id=9007199254740992,ref=A", ""},
		"a byte order mark":             {"items", "\xef\xbb\xbf" + `{"items":[{"id":1}]}`, "id=1", ""},
		"an object and no key":          {"", `{"items":[]}`, "unreachable", "the answer is not a list; name the list in it with records_key"},
		"the key is not there":          {"items", `{"rows":[]}`, "unreachable", `the answer has no list at records_key "items"`},
		"the key is null":               {"items", `{"items":null}`, "unreachable", `the answer has no list at records_key "items"`},
		"the key is an object":          {"items", `{"items":{}}`, "unreachable", `the answer has no list at records_key "items"`},
		"rows that are lists":           {"", `[[1,2]]`, "unreachable", "the list holds something that is not an object"},
		"a row that is garbage":         {"", `[{"id":1},"garbage",null]`, "unreachable", "the list holds something that is not an object"},
		"an error beside the list":      {"data", pitfall(t, "body_030.json"), "unreachable", "HOST answered with an error in its body (status)"},
		"permission denied":             {"records", `{"records":[],"error":"permission denied"}`, "unreachable", "HOST answered with an error in its body (error)"},
		"no error":                      {"records", `{"records":[],"error":null,"errors":[],"success":true,"status":"ok"}`, "", ""},
		"not a success":                 {"records", `{"records":[],"success":false}`, "unreachable", "HOST answered with an error in its body (success)"},
		"a status in the body":          {"records", `{"records":[],"status":503}`, "unreachable", "HOST answered with an error in its body (status)"},
		"a declared error":              {"records", `{"records":[],"meta":{"code":"E7"}}`, "unreachable", "HOST answered with an error in its body (meta.code)"},
		"timed out":                     {"hits.hits", pitfall(t, "es_timed_out.json"), "gap:truncated", "the answer says that it is a part (timed_out)"},
		"failed shards":                 {"hits.hits", pitfall(t, "es_failed_shards.json"), "gap:truncated", "the answer says that it is a part (_shards.failed)"},
		"incomplete results":            {"items", pitfall(t, "incomplete_results.json"), "gap:truncated", "the answer says that it is a part (incomplete_results)"},
		"a total that is a lower bound": {"hits.hits", `{"timed_out":false,"hits":{"total":{"value":1,"relation":"gte"},"hits":[{"id":1}]}}`, "id=1 gap:truncated", "the answer says that it is a part (hits.total.relation)"},
		"an error in the meta":          {"records", `{"meta":{"status":"error"},"records":[]}`, "unreachable", "HOST answered with an error in its body (meta.status)"},
		"an error code":                 {"records", `{"code":500,"message":"internal","records":[]}`, "unreachable", "HOST answered with an error in its body (code)"},
		"a status as a text":            {"records", `{"status":"503","records":[]}`, "unreachable", "HOST answered with an error in its body (status)"},
		"not a success, as a number":    {"records", `{"success":0,"records":[]}`, "unreachable", "HOST answered with an error in its body (success)"},
		"not a success, as a text":      {"records", `{"success":"false","records":[]}`, "unreachable", "HOST answered with an error in its body (success)"},
		"a success as a text":           {"records", `{"success":"true","code":200,"records":[]}`, "", ""},
		"an isError":                    {"records", `{"isError":true,"records":[]}`, "unreachable", "HOST answered with an error in its body (isError)"},
		"an envelope with an error":     {"response.items", `{"response":{"status":"error","message":"timeout","items":[]}}`, "unreachable", "HOST answered with an error in its body (response.status)"},
		"the same, not successful":      {"data.rows", `{"data":{"code":500,"rows":[]}}`, "unreachable", "HOST answered with an error in its body (data.code)"},
		"an owner with a failed status": {"order.lines", `{"order":{"status":"failed","lines":[{"id":1}]}}`, "id=1", ""},
		"a status that is an object":    {"items", `{"status":{"code":502},"items":[]}`, "unreachable", "HOST answered with an error in its body (status.code)"},
		"a status of a timeout":         {"items", `{"status":"TIMEOUT","items":[]}`, "unreachable", "HOST answered with an error in its body (status)"},
		"an errcode":                    {"items", `{"errcode":40001,"errmsg":"x","items":[]}`, "unreachable", "HOST answered with an error in its body (errcode)"},
		"an errcode of none":            {"items", `{"errcode":0,"errmsg":"ok","items":[]}`, "", ""},
		"a response status":             {"records", `{"responseStatus":"FAILURE","records":[]}`, "unreachable", "HOST answered with an error in its body (responseStatus)"},
		"error messages":                {"records", `{"errorMessages":["x"],"records":[]}`, "unreachable", "HOST answered with an error in its body (errorMessages)"},
		"an error beside a deep list":   {"result.records", `{"result":{"error":"x","records":[]}}`, "unreachable", "HOST answered with an error in its body (result.error)"},
		"partial as a text":             {"records", `{"partial":"true","records":[]}`, "gap:truncated", "the answer says that it is a part (partial)"},
		"partial in the meta":           {"records", `{"meta":{"partial":true},"records":[]}`, "gap:truncated", "the answer says that it is a part (meta.partial)"},
		"not complete":                  {"records", `{"complete":false,"records":[]}`, "gap:truncated", "the answer says that it is a part (complete)"},
		"a limit reached":               {"records", `{"limitReached":true,"records":[]}`, "gap:truncated", "the answer says that it is a part (limitReached)"},
		"a lower bound elsewhere":       {"records", `{"total":{"value":0,"relation":"gte"},"records":[]}`, "gap:truncated", "the answer says that it is a part (total.relation)"},
		"a declared part":               {"records", `{"records":[],"x":{"part":1}}`, "gap:truncated", "the answer says that it is a part (x.part)"},
		"a name twice":                  {"items", `{"items":[{"id":9}],"items":[]}`, "unreachable", "HOST did not answer in one strict JSON text: a name twice in one object at byte 20"},
		"by JSONPath":                   {"$.items[*]", `{"items":[{"id":1},{"id":2}]}`, "id=1 id=2", ""},
		"by a filter":                   {"$.items[?@.kind=='a']", `{"items":[{"id":1,"kind":"a"},{"id":2,"kind":"b"}]}`, "id=1,kind=a", ""},
		"JSONPath to nothing":           {"$.itemz[*]", `{"items":[]}`, "unreachable", `the answer has no list at records_key "$.itemz[*]"`},
	} {
		t.Run(name, func(t *testing.T) {
			section := fmt.Sprintf(`{"records_path":"/list","records_key":%q,"error_when":{"meta.code":"E7"},"incomplete_when":{"x.part":1}}`, c.key)
			res := capture(t, answers{"/list": body(c.body)}, section, nil)
			if got := show(res); got != c.want {
				t.Errorf("saw %q, want %q", got, c.want)
			}
			got := detail(res)
			if i := strings.Index(got, "127.0.0.1:"); i >= 0 {
				end := strings.IndexByte(got[i:], ' ')
				got = got[:i] + "HOST" + got[i+end:]
			}
			if got != c.detail {
				t.Errorf("detail %q\nwant   %q", got, c.detail)
			}
		})
	}
}

func TestFieldsAreTakenFromWhereTheyAre(t *testing.T) {
	doc := `{"rows":[` + pitfall(t, "doc.json") + `]}`
	section := `{"records_path":"/list","records_key":"rows","fields":{"price":"/price.usd","nested":"/price/usd","ab":"/a~1b","mn":"/m~0n","zero":"/0","first":"arr.0","none":"x.y"}}`
	if got, want := show(capture(t, answers{"/list": body(doc)}, section, nil)), "ab=1,first=x,mn=2,nested=8,price=9,zero=obj"; got != want {
		t.Errorf("saw %q, want %q", got, want)
	}
	for path, want := range map[string]string{
		"price.usd":    `the field f: path "price.usd": the answer has a name with a dot, "price.usd"; write a JSON Pointer`,
		"$.arr2[*].id": `the field f: path "$.arr2[*].id": several values where one was asked; narrow the path`,
		"arr2.id":      `the field f: path "arr2.id": a list stands where "id" was asked`,
	} {
		text := `{"rows":[{"price.usd":1,"price":{"usd":2},"arr2":[{"id":1},{"id":2}]}]}`
		res := capture(t, answers{"/list": body(text)}, fmt.Sprintf(`{"records_path":"/list","records_key":"rows","fields":{"f":%q}}`, path), nil)
		if got := detail(res); got != want || !res.Trailer.Gaps[0].Impeaching() {
			t.Errorf("%s: %q\nwant %q", path, got, want)
		}
	}
}

func TestARowWithAFieldWithoutANameIsNotWhole(t *testing.T) {
	if got := show(capture(t, answers{"/": body(`[{"":1,"id":2}]`)}, `{"records_path":"/"}`, nil)); got != "gap:unobserved" {
		t.Errorf("saw %q", got)
	}
}

func TestTheSourceIsWhereTheSectionSays(t *testing.T) {
	section := `{"records_path":"/l","records_key":"d","source_path":"server.id"}`
	res := capture(t, answers{"/l": body(`{"d":[],"server":{"id":"prod-1"}}`)}, section, nil)
	if res.Err != nil || res.Trailer.Source != "prod-1" {
		t.Errorf("%v, source %q", res.Err, res.Trailer.Source)
	}
	if got := show(capture(t, answers{"/l": body(`{"d":[]}`)}, section, nil)); got != "unreachable" {
		t.Errorf("without a source: %q", got)
	}
}

func TestTestConnectionLooksAtTheFirstPage(t *testing.T) {
	for text, ok := range map[string]bool{`[{"id":1}]`: true, `{"error":"x"}`: false, `{}`: false} {
		s := httptest.NewServer(answers{"/l": body(text)})
		inst, cfg, err := sdktest.Configure(context.Background(), sdktest.Request{Adapter: New(), Section: `{"base_url":"` + s.URL + `","records_path":"/l"}`})
		if err != nil {
			t.Fatal(err)
		}
		_, err = inst.(sdk.Tester).TestConnection(context.Background(), &sdk.CaptureRequest{Config: cfg})
		if (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
		sdktest.Close(inst)
		s.Close()
	}
}

func TestFieldsAreKnownBeforeOnlyWhereDeclared(t *testing.T) {
	for section, want := range map[string]int{`{"base_url":"http://h"}`: 0, `{"base_url":"http://h","fields":{"a":"b","c":"d"}}`: 2} {
		inst, err := New().Configure(context.Background(), sdk.NewConfig([]byte(section), nil))
		if err != nil {
			t.Fatal(err)
		}
		if got := inst.(sdk.Fielder).Fields(); len(got) != want {
			t.Errorf("%s: %v", section, got)
		}
	}
	res := capture(t, answers{"/": body(`[]`)}, `{"records_path":"/","fields":{"a":"b"}}`, nil)
	if res.Header.FieldsKnown { // a renamed column must not look like an absence
		t.Error("a read of no rows says that its fields are known")
	}
}

func TestTheSchemaIsOneThatAHostTakes(t *testing.T) {
	var tree any
	if err := json.Unmarshal([]byte(New().Describe().Schema), &tree); err != nil {
		t.Fatal(err)
	}
	_ = value.Missing
}
