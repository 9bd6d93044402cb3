package pitfalls

import (
	"net/http"
	"testing"

	"github.com/effectkit/effectkit/plugins/rest"
)

// html is a page and no list.
func html(body string) page {
	return page{body: body, header: map[string]string{"Content-Type": "text/html"}}
}

// redirected sends what is asked for to another address that answers.
func redirected(to string, p page) pages {
	return pages{"/l": {status: 302, header: map[string]string{"Location": to}}, to: p}
}

func TestREST(t *testing.T) {
	const (
		written  = "{kind: record_written, match: {ref: A}, expected_count: 1, count_new_only: true}"
		absent   = "{kind: record_written, match: {ref: A}, expected_count: 0}"
		list     = `{"records_path":"/l"}`
		items    = `{"records_path":"/l","records_key":"items"}`
		data     = `{"records_path":"/l","records_key":"data"}`
		hits     = `{"records_path":"/l","records_key":"hits.hits"}`
		before   = `[{"id":1,"ref":"B"}]`
		after    = `[{"id":1,"ref":"B"},{"id":2,"ref":"A"}]`
		invoices = "{kind: record_written, match: {name: INV-0021}, count_new_only: true, identity_field: name}"
	)
	in := func(key, rows string) string { return `{"` + key + `":` + rows + `}` }
	link := func(body, header string) page { return page{body: body, header: map[string]string{"Link": header}} }
	for name, c := range map[string]pitfall{
		"a clean write is confirmed": {section: list, before: one("/l", before), after: one("/l", after), effect: written, want: "confirmed confirmed"},
		"nothing written is missing": {section: list, before: one("/l", before), after: one("/l", before), effect: written, want: "refuted missing"},

		"26: the row may be behind the page":         {section: data, before: one("/l", in("data", `[{"name":"INV-0001"}]`)), after: one("/l", file(t, "026-page_full20.json")), effect: invoices, want: "indeterminate coverage_gap"},
		"26: a full page before proves no absence":   {section: data, before: one("/l", file(t, "026-page_full20.json")), after: one("/l", in("data", `[{"name":"INV-0021"}]`)), effect: invoices, want: "indeterminate coverage_gap"},
		"26: declared offsets find it":               {section: `{"records_path":"/l","records_key":"data","paging":{"style":"offset","page_param":"limit_start"}}`, before: pages{"/l?limit_start=0": {body: file(t, "026-page_full20.json")}, "/l?limit_start=20": {body: `{"data":[]}`}}, after: pages{"/l?limit_start=0": {body: file(t, "026-page_full20.json")}, "/l?limit_start=20": {body: `{"data":[{"name":"INV-0021"}]}`}, "/l?limit_start=21": {body: `{"data":[]}`}}, effect: invoices, want: "confirmed confirmed"},
		"28: the row is behind a Link with commas":   {section: list, before: one("/l", before), after: pages{"/l": link(before, `<BASE/x?f=a,b&page=2>; title="p, 2"; rel="next last"`), "/x?f=a,b&page=2": {body: `[{"id":2,"ref":"A"}]`}}, effect: written, want: "confirmed confirmed"},
		"28: a Link that does not parse is no end":   {section: list, before: one("/l", before), after: pages{"/l": link(before, `/x?page=2; rel=next`)}, effect: written, want: "indeterminate coverage_gap"},
		"30: an error in a 200":                      {section: data, before: one("/l", in("data", before)), after: one("/l", file(t, "030-body.json")), effect: written, want: "indeterminate unreachable"},
		"30: an error in a 200 is no absence":        {section: data, before: one("/l", in("data", `[]`)), after: one("/l", file(t, "030-body.json")), effect: absent, want: "indeterminate unreachable"},
		"31: timed out":                              {section: hits, before: one("/l", `{"timed_out":false,"hits":{"total":{"value":0,"relation":"eq"},"hits":[]}}`), after: one("/l", file(t, "031-es_timed_out.json")), effect: written, want: "indeterminate coverage_gap"},
		"31: failed shards":                          {section: hits, before: one("/l", `{"hits":{"total":{"value":0,"relation":"eq"},"hits":[]}}`), after: one("/l", file(t, "031-es_failed_shards.json")), effect: written, want: "indeterminate coverage_gap"},
		"31: incomplete results":                     {section: items, before: one("/l", in("items", `[]`)), after: one("/l", file(t, "031-incomplete_results.json")), effect: written, want: "indeterminate coverage_gap"},
		"32: sent to a log-in page":                  {section: list, before: one("/l", before), after: redirected("/login", html(file(t, "032-login.html"))), effect: written, want: "indeterminate credential_refused"},
		"32: another page of HTML":                   {section: list, before: one("/l", before), after: pages{"/l": html("<html>502</html>")}, effect: written, want: "indeterminate unreachable"},
		"34: a redirect loses the query":             {section: `{"records_path":"/l?ref=A"}`, before: one("/l?ref=A", `[]`), after: pages{"/l?ref=A": {status: 302, header: map[string]string{"Location": "/v2"}}, "/v2": {body: `[]`}}, effect: written, want: "indeterminate unreachable"},
		"35: asked to wait for too long":             {section: list, before: one("/l", before), after: pages{"/l": {status: 429, header: map[string]string{"Retry-After": "Tue, 03 Mar 2026 10:02:00 GMT"}}}, effect: written, want: "indeterminate unreachable"},
		"37: a byte order mark":                      {section: items, before: one("/l", in("items", before)), after: one("/l", "\xef\xbb\xbf"+in("items", after)), effect: written, want: "confirmed confirmed"},
		"38: neighbours above 2^53":                  {section: items, before: one("/l", in("items", `[]`)), after: one("/l", file(t, "038-body.json")), effect: "{kind: record_written, match: {id: 9007199254740993}}", want: "refuted misplaced"},
		"38: the very number":                        {section: items, before: one("/l", in("items", `[]`)), after: one("/l", file(t, "038-body.json")), effect: "{kind: record_written, match: {id: 9007199254740992}}", want: "confirmed confirmed"},
		"40: data after the value":                   {section: items, before: one("/l", in("items", `[]`)), after: one("/l", `{"items":[]}{"items":[{"id":9}]}`), effect: absent, want: "indeterminate unreachable"},
		"40: an error behind the value":              {section: items, before: one("/l", in("items", `[]`)), after: one("/l", `{"items":[]} <b>Fatal error</b>`), effect: absent, want: "indeterminate unreachable"},
		"42: null is wanted, the key is missing":     {section: list, before: one("/l", `[{"id":1,"by":"x"}]`), after: one("/l", `[{"id":1}]`), effect: "{kind: field_equals, match: {id: 1}, field: by, value: {null: true}}", want: "refuted field_missing"},
		"42: null is wanted, others have the key":    {section: list, before: one("/l", `[{"id":1,"by":"x"},{"id":2,"by":null}]`), after: one("/l", `[{"id":1},{"id":2,"by":null}]`), effect: "{kind: field_equals, match: {id: 1}, field: by, value: {null: true}}", want: "refuted field_missing"},
		"42: a number is wanted, null is there":      {section: list, before: one("/l", `[{"id":1,"amount":5}]`), after: one("/l", `[{"id":1,"amount":null}]`), effect: "{kind: field_equals, match: {id: 1}, field: amount, value: 10}", want: "refuted wrong_value"},
		"44: names with dots by pointer":             {section: `{"records_path":"/l","fields":{"id":"id","usd":"/price.usd","ab":"/a~1b"}}`, before: one("/l", `[]`), after: one("/l", `[{"id":1,"price.usd":"9","price":{"usd":"8"},"a/b":1}]`), effect: `{kind: record_written, match: {usd: "9", ab: 1}}`, want: "confirmed confirmed"},
		"44: names with dots by a dotted path":       {section: `{"records_path":"/l","fields":{"id":"id","usd":"price.usd"}}`, before: one("/l", `[]`), after: one("/l", `[{"id":1,"price.usd":"9","price":{"usd":"8"}}]`), effect: `{kind: record_written, match: {usd: "8"}}`, want: "indeterminate coverage_gap"},
		"45: a draft is no submitted invoice":        {section: list, before: one("/l", `[{"id":1,"docstatus":1}]`), after: one("/l", `[{"id":1,"docstatus":1},{"id":2,"docstatus":0}]`), effect: "{kind: record_written, match: {docstatus: 1}, count_new_only: true}", want: "refuted misplaced"},
		"a renamed column is no absence":             {section: list, before: one("/l", `[{"id":1,"ref":"B"}]`), after: one("/l", `[{"id":1,"reference":"B"},{"id":2,"reference":"A"}]`), effect: written, want: "indeterminate field_unknown"},
		"rows that are lists are no records":         {section: items, before: one("/l", in("items", `[]`)), after: one("/l", in("items", `[[1,"A"]]`)), effect: absent, want: "indeterminate unreachable"},
		"an empty list and permission denied":        {section: items, before: one("/l", in("items", before)), after: one("/l", `{"items":[],"error":"permission denied"}`), effect: written, want: "indeterminate unreachable"},
		"a total over an empty page":                 {section: items, before: one("/l", in("items", `[]`)), after: one("/l", `{"items":[],"total":250}`), effect: written, want: "indeterminate coverage_gap"},
		"206 is a part":                              {section: list, before: one("/l", before), after: pages{"/l": {status: 206, body: before}}, effect: written, want: "indeterminate coverage_gap"},
		"a cache answers":                            {section: list, before: one("/l", before), after: pages{"/l": {body: before, header: map[string]string{"Age": "59"}}}, effect: written, want: "indeterminate coverage_gap"},
		"a cache answered before":                    {section: list, before: pages{"/l": {body: before, header: map[string]string{"Age": "59"}}}, after: one("/l", after), effect: written, want: "indeterminate coverage_gap"},
		"114: nested too deeply":                     {section: list, before: one("/l", before), after: one("/l", file(t, "114-deep.json")), effect: written, want: "indeterminate evidence_too_large"},
		"114: a small body that is a large one":      {section: `{"records_path":"/l","max_body_bytes":1048576}`, before: one("/l", before), after: pages{"/l": {body: file(t, "114-bomb_small.json.gz"), header: map[string]string{"Content-Encoding": "gzip"}}}, effect: written, want: "indeterminate evidence_too_large"},
		"another system answers":                     {section: `{"records_path":"/l","records_key":"d","source_path":"s"}`, before: one("/l", `{"d":`+before+`,"s":"prod"}`), after: one("/l", `{"d":`+after+`,"s":"copy"}`), effect: written, want: "indeterminate source_replaced"},
		"the row on page 2 is a duplicate":           {section: items, before: one("/l", in("items", `[]`)), after: pages{"/l": {body: `{"items":[{"id":1,"ref":"A"}],"next":"/m"}`}, "/m": {body: `{"items":[{"id":2,"ref":"A"}]}`}}, effect: written, want: "refuted duplicate"},
		"a colleague's row went while ours came":     {section: list, before: one("/l", before), after: one("/l", `[{"id":2,"ref":"A"}]`), effect: written, want: "refuted collateral_loss"},
		"forbidden is no absence":                    {section: list, before: one("/l", before), after: pages{"/l": {status: 403}}, effect: absent, want: "indeterminate credential_refused"},
		"a baseline that could not be read":          {section: list, before: pages{"/l": {status: 401}}, after: one("/l", after), effect: written, want: "indeterminate baseline_unreadable"},
		"a page that was read, and one that was not": {section: items, before: one("/l", in("items", before)), after: pages{"/l": {body: `{"items":` + before + `,"next":"/m"}`}, "/m": {status: 500}}, effect: written, want: "indeterminate coverage_gap"},
		"a list that leads in a circle":              {section: items, before: one("/l", in("items", before)), after: pages{"/l": {body: `{"items":` + before + `,"next":"/l"}`}}, effect: written, want: "indeterminate coverage_gap"},
		"a next link that leads to another origin":   {section: items, before: one("/l", in("items", before)), after: pages{"/l": {body: `{"items":` + before + `,"next":"http://other.example.test/l"}`}}, effect: written, want: "indeterminate coverage_gap"},
		"has_more, and no way to it":                 {section: items, before: one("/l", in("items", before)), after: one("/l", `{"items":`+after+`,"has_more":true}`), effect: written, want: "indeterminate coverage_gap"},
		"a name twice hides the row":                 {section: items, before: one("/l", in("items", before)), after: one("/l", `{"items":`+after+`,"items":`+before+`}`), effect: written, want: "indeterminate unreachable"},
		"text that looks like a number is not one":   {section: list, before: one("/l", `[]`), after: one("/l", `[{"id":1,"code":"0012"}]`), effect: "{kind: record_written, match: {code: 12}}", want: "refuted misplaced"},
		"a number is one however it is written":      {section: list, before: one("/l", `[]`), after: one("/l", `[{"id":1,"n":125000.0}]`), effect: "{kind: record_written, match: {n: 125000}}", want: "confirmed confirmed"},
		"a nested value is compared as JSON":         {section: list, before: one("/l", `[]`), after: one("/l", `[{"id":1,"n":{"a":1}}]`), effect: `{kind: record_written, match: {n: "{'a': 1}"}}`, want: "refuted misplaced"},
		"true is true":                               {section: list, before: one("/l", `[]`), after: one("/l", `[{"id":1,"n":true}]`), effect: "{kind: record_written, match: {n: true}}", want: "confirmed confirmed"},
	} {
		t.Run(name, func(t *testing.T) { c.run(t, rest.New(), "") })
	}
}

func TestARequestThatWaitsIsStillOneRead(t *testing.T) {
	n := 0
	busy := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n++; n == 1 {
			w.Header().Set("Retry-After", "Tue, 03 Mar 2026 09:00:00 GMT") // past: come at once
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		one("/l", `[{"id":2,"ref":"A"}]`).ServeHTTP(w, r)
	})
	pitfall{section: `{"records_path":"/l"}`, before: one("/l", `[]`), after: busy,
		effect: "{kind: record_written, match: {ref: A}}", want: "confirmed confirmed"}.run(t, rest.New(), "")
}
