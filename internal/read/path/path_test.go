package path

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/value"
)

func root(t testing.TB, text string) value.Node {
	t.Helper()
	d, err := value.ParseDocument([]byte(text), 0)
	if err != nil {
		t.Fatalf("ParseDocument: %v", err)
	}
	return d.Root()
}

func parse(t testing.TB, text string) *Path {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse: %v", err)
	}
	return p
}

// show is what a path gives: a value with its kind, "missing", or the doubt.
func show(v value.Value, err error) string {
	var doubt *DoubtError
	switch {
	case errors.As(err, &doubt):
		return "doubt: " + doubt.Problem
	case err != nil:
		return "error: " + err.Error()
	case v.IsMissing():
		return "missing"
	}
	return v.Kind().String() + " " + v.Text()
}

func TestNamesWithDotsSlashesAndTildesAreReadByPointer(t *testing.T) {
	text, err := os.ReadFile("testdata/dotted_names.json")
	if err != nil {
		t.Fatal(err)
	}
	doc := root(t, string(text))
	for path, want := range map[string]string{
		"/price.usd": "text 9",
		"/price/usd": "text 8",
		"/a~1b":      "int 1",
		"/m~0n":      "int 2",
		"/0":         "text obj",
		"/":          "text empty key",
		"/arr/0":     "text x",
		"/arr/1":     "missing",
		"/arr/-":     `doubt: a list stands where "-" was asked`,
		"/arr/00":    `doubt: a list stands where "00" was asked`,
		"/0/x":       "missing",
		"price.usd":  `doubt: the answer has a name with a dot, "price.usd"; write a JSON Pointer`,
		"0":          "text obj",
		"arr.0":      "text x",
		`$["a/b"]`:   "int 1",
		`$.arr[-1]`:  "text x",
	} {
		if got := show(parse(t, path).Value(doc)); got != want {
			t.Errorf("%s = %s, want %s", path, got, want)
		}
	}
}

func TestPathsOverARecord(t *testing.T) {
	const record = `{"id":9007199254740993,"customer":{"name":"Ann","tags":["a","b"]},"note":null,
		"lines":[{"sku":"x","n":1},{"sku":"y","n":2.50}],"f":1e2}`
	doc := root(t, record)
	for path, want := range map[string]string{
		"id":                            "int 9007199254740993",
		"customer.name":                 "text Ann",
		"customer.none":                 "missing",
		"note":                          "null ",
		"note.x":                        "missing",
		"customer.name.x":               "missing",
		"customer":                      `json {"name":"Ann","tags":["a","b"]}`,
		"lines.1.n":                     "decimal 2.50",
		"lines.sku":                     `doubt: a list stands where "sku" was asked`,
		"$.lines[0].sku":                "text x",
		"$.lines[*].sku":                "doubt: several values where one was asked; narrow the path",
		"$.lines[?@.sku=='y'].n":        "decimal 2.50",
		"$.lines[?@.n==2.5].sku":        "text y",
		"$.lines[?@.sku=='z'].n":        "missing",
		"$..name":                       "text Ann",
		"$.id":                          "int 9007199254740993",
		"$['customer']['tags'][1]":      "text b",
		"$.customer.tags[1:2]":          "text b",
		"":                              "json " + record,
		"$":                             "json " + record,
		"$[?@.name=='Ann'].tags[0]":     "doubt: the answer holds a number that a filter cannot compare exactly",
		"$.customer[?@=='Ann']":         "doubt: the answer holds a number that a filter cannot compare exactly",
		"/customer/tags/0":              "text a",
		"/customer/tags/name":           `doubt: a list stands where "name" was asked`,
		"f":                             "decimal 1e2",
		"$.lines[?@.sku=='y' || @.n>0]": "doubt: the answer holds a number that a filter cannot compare exactly",
	} {
		d := doc
		if strings.Contains(path, "lines[?") && !strings.Contains(path, "||") {
			d = root(t, strings.Replace(record, "9007199254740993", "7", 1))
		}
		if got := show(parse(t, path).Value(d)); got != want {
			t.Errorf("%s = %s, want %s", path, got, want)
		}
	}
}

func TestRowsTellAnEmptyListFromNone(t *testing.T) {
	const doc = `{"data":{"items":[{"id":1},{"id":2}],"none":[],"null":null,"one":{"id":3}}}`
	for path, want := range map[string]string{
		"data.items":                  "[{\"id\":1} {\"id\":2}] true",
		"/data/none":                  "[] true",
		"data.null":                   "[] false",
		"data.missing":                "[] false",
		"data.one":                    "[] false",
		"$.data.items[*]":             "[{\"id\":1} {\"id\":2}] true",
		"$.data.items[?@.id==2]":      "[{\"id\":2}] true",
		"$.data.items[?@.id==9]":      "[] true",
		"$.data.none[*]":              "[] true",
		"$.data.missing[*]":           "[] false",
		"$.data.one[*]":               "[] false",
		"$.data.items":                "[{\"id\":1} {\"id\":2}] true",
		"$.data.null":                 "[] false",
		"$.data.itemz[?@.id==1]":      "[] false",
		"$.data.items.x":              `doubt a list stands where "x" was asked`,
		"$.data.items[?@.id==1 ][99]": "[] true",
	} {
		rows, ok, err := parse(t, path).Rows(root(t, doc))
		var texts []string
		for _, r := range rows {
			texts = append(texts, string(r.Text()))
		}
		got := fmt.Sprint(texts, " ", ok)
		got = strings.Replace(got, "]  ", "] ", 1)
		var doubt *DoubtError
		if errors.As(err, &doubt) {
			got = "doubt " + doubt.Problem
		}
		if got != want {
			t.Errorf("%s = %s, want %s", path, got, want)
		}
	}
}

func TestAListIsNamedByAPathThatCannotHideAMisspeltName(t *testing.T) {
	for path, allowed := range map[string]bool{
		"data.items": true, "/a/b": true, "": true, "$.items": true, "$.items[*]": true, "$.items[?@.x==1]": true,
		"$..items": false, "$.groups[*].items[*]": false, "$.items[0:5]": false, "$['a','b']": false,
	} {
		if got := parse(t, path).ListProblem() == ""; got != allowed {
			t.Errorf("%s allowed: %v, want %v", path, got, allowed)
		}
	}
}

func TestAPathThatDoesNotParseIsRefused(t *testing.T) {
	for path, want := range map[string]string{
		"a..b":  `path "a..b": an empty name; write a JSON Pointer such as /a/b for names with dots`,
		"a[0]":  `path "a[0]": a dotted path is names and numbers; start it with $ for JSONPath`,
		"/a~2":  `path "/a~2": "~" stands for itself only as "~0" (RFC 6901)`,
		"/a~":   `path "/a~": "~" stands for itself only as "~0" (RFC 6901)`,
		"$[":    `path "$[": not JSONPath (RFC 9535): unexpected eof at position 3`,
		"$.a b": `path "$.a b": not JSONPath (RFC 9535): unexpected blank space at position 4`,
		"$[?@.id==9007199254740993]": `path "$[?@.id==9007199254740993]": a filter compares numbers of at most 15 digits exactly; ` +
			`compare longer ones as text, or by the contract`,
	} {
		_, err := Parse(path)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", path, err, want)
		}
	}
	if _, err := Parse(`$[?@.id=='9007199254740993']`); err != nil {
		t.Errorf("digits in quotes: %v", err)
	}
}

func FuzzPathsNeverPanic(f *testing.F) {
	for _, p := range []string{"a.b", "/a~1b/0", "$.a[?@.b>1]", "$..*", "name.where(use='x').given[0]", "a.first()"} {
		f.Add(p, `{"a":[{"b":1}],"name":[{"use":"x","given":["g"]}]}`)
	}
	f.Fuzz(func(t *testing.T, text, doc string) {
		d, err := value.ParseDocument([]byte(doc), 10_000)
		if err != nil {
			return
		}
		for _, parse := range []func(string) (*Path, error){Parse, ParseFHIR} {
			p, err := parse(text)
			if err != nil {
				continue
			}
			one, err := p.Value(d.Root())
			if err != nil && !one.IsMissing() {
				t.Error("a doubt came with a value")
			}
			if rows, ok, err := p.Rows(d.Root()); len(rows) > 0 && (!ok || err != nil) {
				t.Error("rows came without a list")
			}
		}
	})
}
