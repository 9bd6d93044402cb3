package rest

import (
	"net/url"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

func bindOne(t *testing.T, base, text string, values map[string]string) (*url.URL, error) {
	t.Helper()
	tmpl, err := parseTemplate(text)
	if err != nil {
		return nil, err
	}
	b, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	exprs := map[string]sdk.Expr{}
	for k, v := range values {
		exprs[k] = sdk.Expr{Text: v}
	}
	if err := tmpl.checkNames(exprs); err != nil {
		return nil, err
	}
	return tmpl.bind(b, exprs)
}

func TestPlaceholdersAreBoundForWhereTheyStand(t *testing.T) {
	for name, c := range map[string]struct{ base, path, value, want string }{
		"a path segment":                  {"http://h", "/api/{a}/x", "ann", "http://h/api/ann/x"},
		"below a base path":               {"http://h/v1/", "/api/{a}", "ann", "http://h/v1/api/ann"},
		"a slash stays in its segment":    {"http://h", "/api/{a}/x", "a/b", "http://h/api/a%2Fb/x"},
		"a question mark and a hash":      {"http://h", "/api/{a}", "a?b#c&d=e", "http://h/api/a%3Fb%23c&d=e"},
		"a percent sign":                  {"http://h", "/api/{a}", "%2e%2e", "http://h/api/%252e%252e"},
		"part of a segment":               {"http://h", "/api/x-{a}.json", "7", "http://h/api/x-7.json"},
		"an escaped literal":              {"http://h", "/api/Loan%20Application/{a}", "7", "http://h/api/Loan%20Application/7"},
		"a query value":                   {"http://h", "/l?x=1&q={a}", "a&b=c d+é", "http://h/l?x=1&q=a%26b%3Dc%20d%2B%C3%A9"},
		"a query and no path":             {"http://h/api", "?q={a}", "1", "http://h/api?q=1"},
		"a flag":                          {"http://h", "/l?all&q={a}", "1", "http://h/l?all&q=1"},
		"part of a query value":           {"http://h", "/l?id=eq.{a}", "7-a", "http://h/l?id=eq.7-a"},
		"a quoted part of a query value":  {"http://h", "/l?$filter=Name eq '{a}'", "Ann Lee, Ltd.", "http://h/l?%24filter=Name%20eq%20%27Ann%20Lee%2C%20Ltd.%27"},
		"a text in JSON":                  {"http://h", `/l?f=[["n","=","{a}"]]`, "ann", "http://h/l?f=%5B%5B%22n%22%2C%22%3D%22%2C%22ann%22%5D%5D"},
		"a number in JSON":                {"http://h", `/l?f={"id":{a}}`, "007", "http://h/l?f=%7B%22id%22%3A%22007%22%7D"},
		"a number in JSON that is one":    {"http://h", `/l?f={"id":{a}}`, "7", "http://h/l?f=%7B%22id%22%3A7%7D"},
		"an empty text in JSON":           {"http://h", `/l?f=["{a}"]`, "", "http://h/l?f=%5B%22%22%5D"},
		"a placeholder in place of JSON":  {"http://h", `/l?f={a}`, `["x"]`, "http://h/l?f=%5B%22x%22%5D"},
		"two in one JSON text, one quote": {"http://h", `/l?f=["x {a}"]`, `"`, "http://h/l?f=%5B%22x%20%5C%22%22%5D"},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := bindOne(t, c.base, c.path, map[string]string{"a": c.value})
			if err != nil {
				t.Fatal(err)
			}
			if got := u.String(); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

const frappe = `/api/resource/Loan%20Application?fields=["name","applicant","loan_product","loan_amount","repayment_periods"]&filters=[["Loan Application","applicant","=","{applicant}"]]&limit_page_length=100`

func TestNoApplicantBreaksOutOfTheFilter(t *testing.T) {
	for _, applicant := range []string{
		`x"],["L","name","!=","`, `\`, `\"`, `"`, "a&limit_page_length=1", "a\nb", "{applicant}", "é", "]]", "%22]]", "x#y", "+",
	} {
		u, err := bindOne(t, "http://localhost:8000", frappe, map[string]string{"applicant": applicant})
		if err != nil {
			t.Fatal(err)
		}
		q, err := url.ParseQuery(u.RawQuery)
		if err != nil || len(q) != 3 || q.Get("limit_page_length") != "100" {
			t.Fatalf("%q: the query is %v", applicant, q)
		}
		want, err := value.ParseJSON([]byte(`[["Loan Application","applicant","=",` + quoteJSON(applicant) + `]]`))
		if err != nil {
			t.Fatal(err)
		}
		got, err := value.ParseJSON([]byte(q.Get("filters")))
		if err != nil || !value.Same(got, want) {
			t.Errorf("%q: the filter is %s", applicant, q.Get("filters"))
		}
		if u.Path != "/api/resource/Loan Application" {
			t.Errorf("the path is %s", u.Path)
		}
	}
}

func TestValuesThatDoNotFitAreRefusedAndNotShown(t *testing.T) {
	const canary = "c4n4ry"
	for name, c := range map[string]struct{ path, value, want string }{
		"empty in a path":          {"/l/{a}", "", "path_params.a: its value is empty where it stands in a path"},
		"a dot":                    {"/l/{a}", ".", "path_params.a: its value is . or .. or has an empty part where it stands in a path"},
		"two dots":                 {"/l/{a}/x", "..", "path_params.a: its value is . or .. or has an empty part where it stands in a path"},
		"dots inside":              {"/l/{a}", canary + "/../x", "path_params.a: its value is . or .. or has an empty part where it stands in a path"},
		"dots by parts":            {"/l/.{a}", ".", "path_params.a: its value is . or .. or has an empty part where it stands in a path"},
		"a backslash":              {"/l/{a}", `..\` + canary, "path_params.a: its value holds a control character or a backslash where it stands in a path"},
		"a line end in a path":     {"/l/{a}", canary + "\r\nX: y", "path_params.a: its value holds a control character or a backslash where it stands in a path"},
		"empty in a query":         {"/l?q={a}", "", "path_params.a: its value is empty, which systems read as no filter"},
		"empty in a part":          {"/l?q=eq.{a}", "", "path_params.a: its value is empty, which systems read as no filter"},
		"a quote in a quoted part": {"/l?$filter=n eq '{a}'", canary + "' or 'a' eq 'a", "path_params.a: its value holds characters that could change the query it stands in; give it a query parameter of its own"},
		"a blank in a bare part":   {"/l?q=id = {a}", canary + " or 1=1", "path_params.a: its value holds characters that could change the query it stands in; give it a query parameter of its own"},
		"a comma in a bare part":   {"/l?id=in.({a})", "1,2", "path_params.a: its value holds characters that could change the query it stands in; give it a query parameter of its own"},
		"not UTF-8":                {"/l?q={a}", "\xff" + canary, "path_params.a: its value is not UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := bindOne(t, "http://h", c.path, map[string]string{"a": c.value})
			if err == nil || err.Error() != c.want {
				t.Errorf("%v\nwant %s", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), canary) {
				t.Error("the message shows the value")
			}
		})
	}
}

func FuzzAValueNeverChangesTheShapeOfARequest(f *testing.F) {
	for _, v := range []string{"ann", `x"],["L","name","!=","`, "../x", "a&b=c", "\\\"", "é\x00"} {
		f.Add(v)
	}
	tmpl, err := parseTemplate(`/a/{v}/b?one={v}&json=[["f","=","{v}"],{v}]&last=1`)
	if err != nil {
		f.Fatal(err)
	}
	base, _ := url.Parse("http://h/base")
	f.Fuzz(func(t *testing.T, v string) {
		u, err := tmpl.bind(base, map[string]sdk.Expr{"v": {Text: v}})
		if err != nil {
			return
		}
		again, err := url.Parse(u.String())
		if err != nil {
			t.Fatalf("%q: %v", v, err)
		}
		if parts := strings.Split(again.EscapedPath(), "/"); len(parts) != 5 || parts[2] != "a" || parts[4] != "b" || again.Fragment != "" {
			t.Errorf("%q: the path is %s", v, again.EscapedPath())
		}
		q, err := url.ParseQuery(again.RawQuery)
		if err != nil || len(q) != 3 || q.Get("one") != v || q.Get("last") != "1" {
			t.Errorf("%q: the query is %s", v, again.RawQuery)
		}
		list, err := value.ParseJSON([]byte(q.Get("json")))
		elements, ok := list.Elements()
		if err != nil || !ok || len(elements) != 2 {
			t.Fatalf("%q: the JSON is %s", v, q.Get("json"))
		}
		if inner, ok := elements[0].Elements(); !ok || len(inner) != 3 || inner[2].Text() != v {
			t.Errorf("%q: the filter is %s", v, elements[0].Text())
		}
	})
}
