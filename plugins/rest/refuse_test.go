package rest

import (
	"context"
	"testing"

	"github.com/effectkit/effectkit/sdk"
)

func TestSectionsThatCannotWorkAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ section, want string }{
		"no base_url":                {`{}`, "base_url: missing"},
		"a base_url of another kind": {`{"base_url":"file:///etc/passwd"}`, "base_url: the scheme is http or https, as in https://host/path"},
		"an unknown key":             {`{"base_url":"http://h","record_path":"/x"}`, `the section does not decode: json: unknown field "record_path"`},
		"a whole URL as path":        {`{"base_url":"http://h","records_path":"http://other/x"}`, "records_path: a path below base_url, not a URL"},
		"a path of another host":     {`{"base_url":"http://h","records_path":"//other/x"}`, "records_path: a path below base_url, not a URL"},
		"a relative path":            {`{"base_url":"http://h","records_path":"api/x"}`, "records_path: it starts with / or ?"},
		"a fragment":                 {`{"base_url":"http://h","records_path":"/x#y"}`, "records_path: a fragment does not belong here; write # as %23"},
		"a step up":                  {`{"base_url":"http://h/a","records_path":"/../x"}`, "records_path: a segment of dots"},
		"an escaped step up":         {`{"base_url":"http://h/a","records_path":"/%2e%2e/x"}`, "records_path: a segment of dots"},
		"a broken escape":            {`{"base_url":"http://h","records_path":"/x%"}`, "records_path: a % that starts no escape; write it as %25"},
		"a broken escape in a query": {`{"base_url":"http://h","records_path":"/x?a=%zz"}`, "records_path: a % that starts no escape; write it as %25"},
		"an unbound placeholder":     {`{"base_url":"http://h","records_path":"/x/{a}"}`, "records_path: the placeholder {a} is not in path_params"},
		"an unused parameter":        {`{"base_url":"http://h","records_path":"/x","path_params":{"a":"1"}}`, `path_params: "a" is no placeholder of records_path`},
		"an attribute, not a name":   {`{"base_url":"http://h","records_path":"/x/{a.__class__}","path_params":{"a":"1"}}`, "records_path: a brace that is no {placeholder} of letters, digits and _"},
		"a lone brace":               {`{"base_url":"http://h","records_path":"/x?a=1}"}`, "records_path: a brace that is no {placeholder} of letters, digits and _"},
		"an empty placeholder":       {`{"base_url":"http://h","records_path":"/x/{}"}`, "records_path: a brace that is no {placeholder} of letters, digits and _"},
		"a placeholder as a name":    {`{"base_url":"http://h","records_path":"/x?{a}=1","path_params":{"a":"1"}}`, "records_path: the name of a query parameter holds no escape that is broken and no placeholder"},
		"JSON that is none":          {`{"base_url":"http://h","records_path":"/x?f=[{a}","path_params":{"a":"1"}}`, `records_path: the query parameter "f" looks like JSON and is not: the JSON text ends too early at byte 2`},
		"a query named twice":        {`{"base_url":"http://h","records_path":"/x?a=1","query":{"a":"2"}}`, `query: "a" is in records_path already`},
		"a key that does not parse":  {`{"base_url":"http://h","records_key":"a..b"}`, `records_key: path "a..b": an empty name; write a JSON Pointer such as /a/b for names with dots`},
		"a key of several lists":     {`{"base_url":"http://h","records_key":"$..items"}`, "records_key: only its last part may select several values, or a wrong name would look like an empty list"},
		"a key with a slice":         {`{"base_url":"http://h","records_key":"$.items[0:5]"}`, "records_key: a slice hides records; narrow the request instead"},
		"a field's path":             {`{"base_url":"http://h","fields":{"a":"$["}}`, `fields.a: path "$[": not JSONPath (RFC 9535): unexpected eof at position 3`},
		"an unknown paging style":    {`{"base_url":"http://h","paging":{"style":"pages"}}`, `paging.style: "pages" is not one of auto, none, link, next, cursor, page and offset`},
		"a cursor without a key":     {`{"base_url":"http://h","paging":{"style":"cursor","page_param":"c"}}`, "paging.next_key: it goes with the styles next and cursor, which need it"},
		"a page without a parameter": {`{"base_url":"http://h","paging":{"style":"page"}}`, "paging.page_param: it goes with the styles cursor, page and offset, which need it"},
		"a size without a parameter": {`{"base_url":"http://h","paging":{"size":5}}`, "paging: size and size_param go together"},
		"a start of a cursor":        {`{"base_url":"http://h","paging":{"style":"next","next_key":"n","start":1}}`, "paging.start: it goes with the styles page and offset"},
		"credentials over http":      {`{"base_url":"http://h.example.test","auth":{"header":"Authorization","value_env":"X"}}`, "base_url: credentials need https; http serves them only on this machine"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := sdk.NewConfig([]byte(c.section), map[string]string{"/auth/value_env": "s3cr3t"})
			_, err := New().Configure(context.Background(), cfg)
			if err == nil || err.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			if re := sdk.AsReadError(err); re == nil || re.Reason != sdk.ReasonMisconfigured {
				t.Errorf("%v is no misconfiguration", err)
			}
		})
	}
}

func TestTheKitsFrappeExampleLoadsAsItIs(t *testing.T) {
	section := `{"base_url":"http://localhost:8000","records_path":` + quoteJSON(frappe) + `,"records_key":"data",
		"path_params":{"applicant":{"param":"applicant"}},"auth":{"header":"Authorization","value_env":"FRAPPE_ORACLE_AUTH"}}`
	cfg := sdk.NewConfig([]byte(section), map[string]string{"/auth/value_env": "token a:b"})
	if _, err := New().Configure(context.Background(), cfg); err != nil {
		t.Error(err)
	}
}
