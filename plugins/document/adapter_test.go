package document

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var noon = time.Date(2026, 3, 3, 12, 0, 0, 0, time.UTC)

func capture(t *testing.T, section map[string]any) *sdktest.Result {
	t.Helper()
	text, err := json.Marshal(section)
	if err != nil {
		t.Fatal(err)
	}
	return sdktest.Capture(context.Background(), sdktest.Request{Adapter: adapter{now: func() time.Time { return noon }}, Section: string(text)})
}

// folder makes a root of documents by name, all a minute old.
func folder(t *testing.T, docs map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range docs {
		at := filepath.Join(root, name)
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, noon, noon.Add(-time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// content are the fields that documents brought, a line a record, sorted.
func content(r *sdktest.Result) []string {
	var out []string
	for _, rec := range r.Records() {
		var fields []string
		for name, v := range rec {
			if !slices.Contains([]string{"path", "size", "mtime", "row"}, name) {
				fields = append(fields, name+"="+v.Kind().String()+":"+v.Text())
			}
		}
		sort.Strings(fields)
		out = append(out, strings.Join(fields, " "))
	}
	sort.Strings(out)
	return out
}

func gaps(r *sdktest.Result) []string {
	var out []string
	for _, g := range r.Trailer.Gaps {
		out = append(out, string(g.Kind)+": "+g.Detail)
	}
	return out
}

const (
	parses = "unobserved: documents of which each does not parse: 1"
	cut    = "in_flight: documents of which each stops before its end: 1"
	format = "unobserved: documents of which each is of a format that is not read: 1"
	column = "unobserved: documents of which each lacks a column that document_field_paths names: 1"
	doubt  = "unobserved: documents of which each answers a field in more than one way: 1"
	spaced = "unobserved: documents of which each fits the pattern only without its white space; say document_ignore_space: true when that is meant: 1"
)

func TestDocumentsBecomeRecords(t *testing.T) {
	type paths = map[string]string
	total := `Total: (?P<total>\d+\.\d\d) EUR`
	for name, c := range map[string]struct {
		doc     string
		section map[string]any
		want    []string
		gaps    []string
	}{
		"json, every top-level name": {`{"total": 42.00, "ok": true, "none": null}`, nil,
			[]string{"id=text:doc none=null: ok=bool:true parseable=bool:true total=decimal:42.00"}, nil},
		"json, mapped by three kinds of path": {`{"a": {"b": 9007199254740993}, "a.b": 1, "x": [{"y": "z"}]}`,
			map[string]any{"document_field_paths": paths{"big": "/a/b", "first": "$.x[0].y", "absent": "no.thing"}},
			[]string{"big=int:9007199254740993 first=text:z id=text:doc parseable=bool:true"}, nil},
		"json with a byte order mark":           {"\xef\xbb\xbf{\"a\":1}", nil, []string{"a=int:1 id=text:doc parseable=bool:true"}, nil},
		"json in UTF-16":                        {file(t, "utf16be.json"), map[string]any{"document_field_paths": paths{"n": "id"}}, []string{"id=text:doc n=int:1 parseable=bool:true"}, nil},
		"json that does not parse":              {`{"a":`, nil, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"json with a name twice":                {`{"a":1,"a":2}`, nil, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"json nested without end":               {file(t, "deep.json"), nil, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"a path that several values answer":     {`{"x":[{"y":1},{"y":2}]}`, map[string]any{"document_field_paths": paths{"y": "$.x[*].y"}}, nil, []string{doubt}},
		"an empty document":                     {"", nil, nil, []string{cut}},
		"a workbook under another name":         {file(t, "report.csv"), map[string]any{"document_format": "csv"}, []string{"id=text:doc parseable=bool:false"}, []string{format}},
		"text with NULs and no byte order mark": {"i\x00d\x00", map[string]any{"document_format": "csv"}, []string{"id=text:doc parseable=bool:false"}, []string{parses}},

		"json lines": {"{\"n\":1}\n\n{\"n\":2}", map[string]any{"document_format": "jsonl"},
			[]string{"id=text:doc#1 n=int:1 parseable=bool:true", "id=text:doc#2 n=int:2 parseable=bool:true"}, nil},
		"json lines cut within one": {file(t, "partial.jsonl"), map[string]any{"document_format": "jsonl", "document_field_paths": paths{"n": "id"}}, nil, []string{cut}},
		"json lines with a bad one in the middle": {"{\"n\":1}\nnope\n{\"n\":2}\n", map[string]any{"document_format": "jsonl"},
			[]string{"id=text:doc parseable=bool:false"}, []string{parses}},

		"csv with a byte order mark before a quoted name": {file(t, "bom.csv"), map[string]any{"document_format": "csv", "document_field_paths": paths{"n": "id", "amount": "amount"}},
			[]string{"amount=text:10.00 id=text:doc#1 n=text:1 parseable=bool:true"}, nil},
		"csv in UTF-16": {file(t, "utf16le.csv"), map[string]any{"document_format": "csv", "document_field_paths": paths{"amount": "amount"}},
			[]string{"amount=text:10.00 id=text:doc#1 parseable=bool:true"}, nil},
		"csv with a column twice, which a field asks for": {file(t, "mixed.csv"), map[string]any{"document_format": "csv", "document_field_paths": paths{"note": "note"}}, nil, []string{doubt}},
		"csv with a column twice, which no field asks for": {file(t, "mixed.csv"), map[string]any{"document_format": "csv", "document_field_paths": paths{"n": "id"}, "document_row_id": "n"},
			[]string{"id=text:doc#1 n=text:1 parseable=bool:true", "id=text:doc#2 n=text:2 parseable=bool:true"}, nil},
		"csv with a line end within quotes": {"a,b\r\n\"x\r\ny\",\"\"\r\n", map[string]any{"document_format": "csv"},
			[]string{"a=text:x\ny b=text: id=text:doc#1 parseable=bool:true"}, nil},
		"csv whose column was renamed":           {"a,c\n1,2\n", map[string]any{"document_format": "csv", "document_field_paths": paths{"a": "a", "b": "b"}}, nil, []string{column}},
		"csv whose column differs in case":       {"A\n1\n", map[string]any{"document_format": "csv", "document_field_paths": paths{"a": "a"}}, nil, []string{column}},
		"csv whose last value may be cut":        {"a,b\n1,2\n3,4", map[string]any{"document_format": "csv"}, nil, []string{cut}},
		"csv whose header may be cut":            {"a,b", map[string]any{"document_format": "csv"}, nil, []string{cut}},
		"csv that may be cut between two quotes": {"a,b\n3,\"4\"", map[string]any{"document_format": "csv"}, nil, []string{cut}},
		"csv that is cut between CR and LF":      {"a,b\r\n3,4\r", map[string]any{"document_format": "csv"}, nil, []string{cut}},
		"csv without a last line end, declared": {"a,b\n3,4", map[string]any{"document_format": "csv", "document_open_end": true},
			[]string{"a=text:3 b=text:4 id=text:doc#1 parseable=bool:true"}, nil},
		"csv with a header alone": {"a,b\r\n", map[string]any{"document_format": "csv"}, nil, nil},
		"csv with blank lines":    {"a\n\n1\n\n", map[string]any{"document_format": "csv"}, []string{"a=text:1 id=text:doc#1 parseable=bool:true"}, nil},
		"csv by tabs, with commas in it": {"a\tb\n1,5\t2\n", map[string]any{"document_format": "csv", "document_delimiter": "\t"},
			[]string{"a=text:1,5 b=text:2 id=text:doc#1 parseable=bool:true"}, nil},
		"csv with a quote that is never closed": {"a,b\n1,\"2\n", map[string]any{"document_format": "csv"}, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"csv with a row that is long":           {"a,b\n1,2,3\n4,5\n", map[string]any{"document_format": "csv"}, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"csv that keeps its blanks":             {"a,b\n 1 ,\" \"\n", map[string]any{"document_format": "csv"}, []string{"a=text: 1  b=text:  id=text:doc#1 parseable=bool:true"}, nil},
		"UTF-16 that ends within a character":   {"\xff\xfea", map[string]any{"document_format": "csv"}, nil, []string{cut}},
		"csv with a bare quote":                 {"a,b\n1,x\"y\n2,z\n", map[string]any{"document_format": "csv"}, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"csv with a row that is short":          {"a,b\n1\n2,3\n", map[string]any{"document_format": "csv"}, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"csv that is still written":             {"a,b\n1,2\n3", map[string]any{"document_format": "csv"}, nil, []string{cut}},
		"csv with decimal commas, declared": {"a;b\n1.234,56;1,5\n", map[string]any{"document_format": "csv", "document_delimiter": ";", "document_decimal_comma": []string{"a"}},
			[]string{"a=decimal:1234.56 b=text:1,5 id=text:doc#1 parseable=bool:true"}, nil},
		"csv with decimal commas that are none": {"a;b\n1.23,4,5;x\n", map[string]any{"document_format": "csv", "document_delimiter": ";", "document_decimal_comma": []string{"a"}},
			[]string{"id=text:doc parseable=bool:false"}, []string{parses}},

		"xml": {`<?xml version="1.0"?><o n="7"><t>42.00</t><e/></o>`, map[string]any{"document_format": "xml", "document_field_paths": paths{"n": "/o/@n", "t": "/o/t", "e": "/o/e", "no": "/o/x"}},
			[]string{"e=text: id=text:doc n=text:7 parseable=bool:true t=text:42.00"}, nil},
		"xml with two where one was asked": {`<o><t>1</t><t>2</t></o>`, map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o/t"}}, nil, []string{doubt}},
		"xml in the encoding that it declares": {"<?xml version=\"1.0\" encoding='ISO-8859-1'?><o>caf\xe9</o>", map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o"}},
			[]string{"id=text:doc parseable=bool:true t=text:café"}, nil},
		"xml whose bytes would pass for UTF-8": {"<?xml version=\"1.0\" encoding=\"windows-1252\"?><o>\xc3\xa9</o>", map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o"}},
			[]string{"id=text:doc parseable=bool:true t=text:Ã©"}, nil},
		"xml in an encoding that is not read": {"<?xml version=\"1.0\" encoding=\"KOI8-R\"?><o>\xc1</o>", map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o"}},
			[]string{"id=text:doc parseable=bool:false"}, []string{format}},
		"xml with CDATA, a comment and mixed content": {"<o>a<![CDATA[<b>]]><!-- no --><i>c</i>d</o>", map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o"}},
			[]string{"id=text:doc parseable=bool:true t=text:a<b>cd"}, nil},
		"xml in a default namespace": {`<o xmlns="urn:x"><t>1</t></o>`, map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o/t"}},
			[]string{"id=text:doc parseable=bool:true t=text:1"}, nil},
		"xml with bytes behind its root":    {`<o><t>1</t></o><o/>`, map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o/t"}}, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"xml with tags that cross":          {`<o><t>1</o></t>`, map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o/t"}}, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"a function over what is no number": {`<o><t>a</t></o>`, map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "sum(string(/o/t))"}}, nil, []string{doubt}},
		"xml that stops":                    {`<o><t>1</t>`, map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o/t"}}, nil, []string{cut}},
		"xml that would expand an entity": {`<!DOCTYPE o [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><o>&b;</o>`, map[string]any{"document_format": "xml", "document_field_paths": paths{"t": "/o"}},
			[]string{"id=text:doc parseable=bool:false"}, []string{parses}},

		"text by named groups": {"Order 7\nTotal: 42.00 EUR\n", map[string]any{"document_format": "text", "document_text_pattern": total},
			[]string{"id=text:doc parseable=bool:true total=text:42.00"}, nil},
		"text that says two things":        {"Total: 1.00 EUR\nTotal: 2.00 EUR\n", map[string]any{"document_format": "text", "document_text_pattern": total}, nil, []string{doubt}},
		"text that does not fit":           {"nothing", map[string]any{"document_format": "text", "document_text_pattern": total}, []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"text that fits but for its space": {"Total:42.00EUR", map[string]any{"document_format": "text", "document_text_pattern": total}, nil, []string{spaced}},
		"text that fits but for its space, declared": {"Total:42.00EUR", map[string]any{"document_format": "text", "document_text_pattern": total, "document_ignore_space": true},
			[]string{"id=text:doc parseable=bool:true total=text:42.00"}, nil},
		"text in a declared encoding": {"Preis: 5 \x80", map[string]any{"document_format": "text", "document_text_pattern": `(?P<price>\d €)`, "document_encoding": "windows-1252"},
			[]string{"id=text:doc parseable=bool:true price=text:5 €"}, nil},
		"text that is not of its encoding": {"Preis: 5 \x80", map[string]any{"document_format": "text", "document_text_pattern": `(?P<price>\d)`},
			[]string{"id=text:doc parseable=bool:false"}, []string{parses}},
	} {
		t.Run(name, func(t *testing.T) {
			section := map[string]any{"root": folder(t, map[string]string{"doc": c.doc})}
			for k, v := range c.section {
				section[k] = v
			}
			r := capture(t, section)
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			if d := cmp.Diff(c.want, content(r), cmpopts.EquateEmpty()); d != "" {
				t.Errorf("records (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.gaps, gaps(r), cmpopts.EquateEmpty()); d != "" {
				t.Errorf("gaps (-want +got):\n%s", d)
			}
		})
	}
}

func TestPDFsAreReadThroughPdftotext(t *testing.T) {
	pattern := `Total: (?P<total>\d+\.\d\d) EUR`
	for name, c := range map[string]struct {
		doc  string
		want []string
		gaps []string
	}{
		"a plain one":                        {file(t, "plain.pdf"), []string{"id=text:doc parseable=bool:true total=text:42.00"}, nil},
		"one whose words are placed":         {file(t, "kerned.pdf"), []string{"id=text:doc parseable=bool:true total=text:42.00"}, nil},
		"one with harmless bytes at its end": {file(t, "trailing_nul.pdf"), []string{"id=text:doc parseable=bool:true total=text:42.00"}, nil},
		"one that was cut":                   {file(t, "cut.pdf"), nil, []string{cut}},
		"one that is broken within":          {strings.Replace(file(t, "plain.pdf"), "trailer", "troiler", 1), []string{"id=text:doc parseable=bool:false"}, []string{parses}},
		"no PDF at all":                      {"Total: 42.00 EUR", []string{"id=text:doc parseable=bool:false"}, []string{format}},
	} {
		t.Run(name, func(t *testing.T) {
			r := capture(t, map[string]any{"root": folder(t, map[string]string{"doc": c.doc}), "document_format": "pdf", "document_text_pattern": pattern})
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			if d := cmp.Diff(c.want, content(r), cmpopts.EquateEmpty()); d != "" {
				t.Errorf("records (-want +got):\n%s", d)
			}
			if d := cmp.Diff(c.gaps, gaps(r), cmpopts.EquateEmpty()); d != "" {
				t.Errorf("gaps (-want +got):\n%s", d)
			}
		})
	}
}

func TestAFormatThatThisMachineCannotReadIsRefused(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	re := sdk.AsReadError(capture(t, map[string]any{"root": "/x", "document_format": "pdf", "document_text_pattern": "(?P<a>b)"}).Err)
	if re == nil || re.Reason != sdk.ReasonMisconfigured ||
		re.Detail != "document_format pdf needs the program pdftotext, which is not on this machine; Debian has it in poppler-utils" {
		t.Errorf("answered by %+v", re)
	}
}

func TestContentNeverPassesForTheAdaptersOwnFields(t *testing.T) {
	for name, section := range map[string]map[string]any{
		"a name of a document": {"root": folder(t, map[string]string{"doc": `{"parseable": true}`})},
		"a column":             {"root": folder(t, map[string]string{"doc": "id,a\n1,2\n"}), "document_format": "csv"},
		"a mapped field":       {"root": "/x", "document_field_paths": map[string]string{"path": "a"}},
		"a named group":        {"root": "/x", "document_format": "text", "document_text_pattern": "(?P<fresh>x)"},
	} {
		t.Run(name, func(t *testing.T) {
			re := sdk.AsReadError(capture(t, section).Err)
			if re == nil || re.Reason != sdk.ReasonMisconfigured || !strings.Contains(re.Detail, "adapter's own") {
				t.Errorf("answered by %+v", re)
			}
		})
	}
}

func TestSectionsThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		section map[string]any
		detail  string
	}{
		"a path that does not parse": {map[string]any{"document_field_paths": map[string]string{"a": "$["}}, `"a" in document_field_paths: `},
		"an XPath that does not":     {map[string]any{"document_format": "xml", "document_field_paths": map[string]string{"a": "/o["}}, `"a" in document_field_paths is not an XPath`},
		"a pattern without groups":   {map[string]any{"document_format": "text", "document_text_pattern": "x"}, `"document_text_pattern" has no named group such as`},
		"a pattern for json":         {map[string]any{"document_text_pattern": "(?P<a>x)"}, `"document_text_pattern" goes with document_format text or pdf alone`},
		"no pattern for text":        {map[string]any{"document_format": "text"}, `"document_text_pattern" is needed for document_format text`},
		"paths for text":             {map[string]any{"document_format": "text", "document_text_pattern": "(?P<a>x)", "document_field_paths": map[string]string{}}, `"document_field_paths" does not go with document_format text`},
		"rows of one document":       {map[string]any{"document_row_id": "a"}, `"document_row_id" goes with document_format csv or jsonl alone`},
		"an open end of json":        {map[string]any{"document_open_end": true}, `"document_open_end" goes with document_format csv alone`},
		"a quote between columns":    {map[string]any{"document_format": "csv", "document_delimiter": `"`}, `"document_delimiter" is not one character`},
	} {
		t.Run(name, func(t *testing.T) {
			c.section["root"] = "/x"
			re := sdk.AsReadError(capture(t, c.section).Err)
			if re == nil || re.Reason != sdk.ReasonMisconfigured || !strings.HasPrefix(re.Detail, c.detail) {
				t.Errorf("answered by %+v", re)
			}
		})
	}
}

func TestFieldsAreDeclaredThoughNoDocumentCame(t *testing.T) {
	r := capture(t, map[string]any{"root": t.TempDir(), "document_format": "text", "document_text_pattern": "(?P<total>x)", "file_mtime_window_s": 60})
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	want := []value.Field{
		{Name: "id", Kind: value.Text}, {Name: "path", Kind: value.Text}, {Name: "parseable", Kind: value.Bool},
		{Name: "size", Kind: value.Int}, {Name: "mtime", Kind: value.Time}, {Name: "fresh", Kind: value.Bool}, {Name: "total", Kind: value.Text},
	}
	if d := cmp.Diff(want, r.Header.Fields); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	// A field that JSON or XML lacks may have been renamed: that it can be read is
	// said by a record that carries it.
	for _, format := range []string{"json", "jsonl", "xml"} {
		r := capture(t, map[string]any{"root": t.TempDir(), "document_format": format, "document_field_paths": map[string]string{"total": "/total"}})
		if r.Err != nil || r.Header.Fields != nil {
			t.Errorf("%s declares %v, error %v", format, r.Header.Fields, r.Err)
		}
	}
}
