package pitfalls

import (
	"strings"
	"testing"

	"github.com/effectkit/effectkit/plugins/document"
)

func TestDocumentsThatArrive(t *testing.T) {
	format := func(f string, more ...any) map[string]any {
		s := map[string]any{"document_format": f}
		for i := 0; i < len(more); i += 2 {
			s[more[i].(string)] = more[i+1]
		}
		return s
	}
	type paths = map[string]string
	byAmount := paths{"nr": "id", "amount": "amount"}
	const euros = `Total: (?P<total>[0-9.]+) EUR`
	row := `{kind: record_written, match: {nr: "1", amount: "10.00"}}`
	nr := func(n string) string { return "{kind: record_written, match: {nr: " + n + "}}" }
	three := "{kind: record_written, match: {parseable: true}, expected_count: 3}"
	two := "{kind: record_written, match: {parseable: true}, expected_count: 2}"
	total := `{kind: record_written, match: {total: "42.00"}}`
	absent := `{kind: record_written, match: {nr: 7}, expected_count: 0}`
	noteOf := func(text string) string { return "{kind: record_written, match: {note: " + text + "}}" }
	for name, c := range map[string]arrival{
		"102 csv with a byte order mark":              {format("csv", "document_field_paths", byAmount), nil, content{"d": fixture(t, "document/testdata/bom.csv")}, row, "confirmed confirmed"},
		"102 csv in UTF-16":                           {format("csv", "document_field_paths", byAmount), nil, content{"d": fixture(t, "document/testdata/utf16le.csv")}, row, "confirmed confirmed"},
		"102 json in UTF-16":                          {format("json", "document_field_paths", paths{"nr": "id"}), nil, content{"d": fixture(t, "document/testdata/utf16be.json")}, nr("1"), "confirmed confirmed"},
		"102 UTF-16 without a mark":                   {format("csv", "document_field_paths", byAmount), nil, content{"d": "i\x00d\x00,\x00a\x00\n\x001\x00\n\x00"}, row, "indeterminate coverage_gap"},
		"102 UTF-16 without a mark, declared":         {format("csv", "document_field_paths", paths{"nr": "id"}, "document_encoding", "utf-16le"), nil, content{"d": "i\x00d\x00\n\x001\x00\n\x00"}, nr(`"1"`), "confirmed confirmed"},
		"102 Latin-1 that nobody declared":            {format("csv", "document_field_paths", paths{"note": "note"}), nil, content{"d": "note\ncaf\xe9\n"}, noteOf("café"), "indeterminate coverage_gap"},
		"102 xml in the encoding that it names":       {format("xml", "document_field_paths", paths{"note": "/o"}), nil, content{"d": "<?xml version='1.0' encoding='iso-8859-1'?><o>caf\xe9</o>"}, noteOf("café"), "confirmed confirmed"},
		"103 a column twice, and a rule over it":      {format("csv", "document_field_paths", paths{"note": "note"}), nil, content{"d": fixture(t, "document/testdata/mixed.csv")}, noteOf("z"), "indeterminate coverage_gap"},
		"103 a line end within quotes":                {format("csv", "document_field_paths", paths{"note": "note"}), nil, content{"d": "id,note\r\n1,\"x\r\ny\"\r\n"}, noteOf(`"x\ny"`), "confirmed confirmed"},
		"103 a bare quote":                            {format("csv", "document_field_paths", paths{"note": "note"}), nil, content{"d": "id,note\n1,x\"y\n"}, noteOf("x"), "indeterminate coverage_gap"},
		"103 a row that is short":                     {format("csv", "document_field_paths", paths{"note": "note"}), nil, content{"d": "id,note\n1\n2,x\n"}, noteOf("x"), "indeterminate coverage_gap"},
		"103 a last row that may be cut":              {format("csv", "document_field_paths", paths{"nr": "id"}), nil, content{"d": "id\n4"}, nr(`"4"`), "indeterminate coverage_gap"},
		"103 a column that was renamed":               {format("csv", "document_field_paths", paths{"nr": "id"}), nil, content{"d": "nr\n7\n"}, absent, "indeterminate coverage_gap"},
		"103 a name that was renamed":                 {format("json", "document_field_paths", paths{"nr": "id"}), nil, content{"d": `{"nr": 7}`}, absent, "indeterminate field_unknown"},
		"103 an element that was renamed":             {format("xml", "document_field_paths", paths{"nr": "/o/id"}), nil, content{"d": "<o><nr>7</nr></o>"}, absent, "indeterminate field_unknown"},
		"103 columns by semicolons, that nobody said": {format("csv", "document_field_paths", paths{"nr": "id"}), nil, content{"d": "id;b\n1;2\n"}, nr(`"1"`), "indeterminate coverage_gap"},
		"106 a last line that is cut":                 {format("jsonl", "document_field_paths", paths{"nr": "id"}), nil, content{"d": fixture(t, "document/testdata/partial.jsonl")}, two, "indeterminate coverage_gap"},
		"106 a bad line in the middle":                {format("jsonl"), nil, content{"d": "{\"n\":1}\nnope\n{\"n\":2}\n"}, two, "indeterminate coverage_gap"},
		"106 blank lines":                             {format("jsonl"), nil, content{"d": "{\"n\":1}\n\n  \n{\"n\":2}\r\n{\"n\":3}"}, three, "confirmed confirmed"},
		"106 a line that is no object":                {format("jsonl"), nil, content{"d": "{\"n\":1}\n2\n"}, two, "indeterminate coverage_gap"},
		"106 names twice in a line":                   {format("jsonl"), nil, content{"d": "{\"n\":1,\"n\":2}\n"}, "{kind: record_written, match: {n: 2}}", "indeterminate coverage_gap"},
		"107 words that are placed":                   {format("pdf", "document_text_pattern", euros), nil, content{"d": fixture(t, "document/testdata/kerned.pdf")}, total, "confirmed confirmed"},
		"107 a plain one":                             {format("pdf", "document_text_pattern", euros), nil, content{"d": fixture(t, "document/testdata/plain.pdf")}, total, "confirmed confirmed"},
		"107 text that only fits without its blanks":  {format("text", "document_text_pattern", euros), nil, content{"d": "Total:42.00EUR"}, total, "indeterminate coverage_gap"},
		"107 the same, declared":                      {format("text", "document_text_pattern", euros, "document_ignore_space", true), nil, content{"d": "Total:42.00EUR"}, total, "confirmed confirmed"},
		"107 text that says two things":               {format("text", "document_text_pattern", euros), nil, content{"d": "Total: 42.00 EUR\nTotal: 1.00 EUR"}, total, "indeterminate coverage_gap"},
		"110 cut":                                     {format("pdf", "document_text_pattern", euros), nil, content{"d": fixture(t, "document/testdata/cut.pdf")}, total, "indeterminate coverage_gap"},
		"110 with NULs at its end":                    {format("pdf", "document_text_pattern", euros), nil, content{"d": fixture(t, "document/testdata/trailing_nul.pdf")}, total, "confirmed confirmed"},
		"110 cut right behind an earlier end":         {format("pdf", "document_text_pattern", euros), nil, content{"d": "%PDF-1.4\n%%EOF"}, total, "indeterminate coverage_gap"},
		"113 a workbook under another name":           {format("csv"), nil, content{"report.csv": fixture(t, "document/testdata/report.csv")}, two, "indeterminate coverage_gap"},
		"113 a PDF under another name":                {format("text", "document_text_pattern", euros), nil, content{"d": "%PDF-1.4 Total: 42.00 EUR"}, total, "indeterminate coverage_gap"},
		"113 compressed":                              {format("json"), nil, content{"d": "\x1f\x8b\x08\x00"}, two, "indeterminate coverage_gap"},
		"114 nested without end":                      {format("json"), nil, content{"d": fixture(t, "document/testdata/deep.json")}, two, "indeterminate coverage_gap"},
		"114 xml nested without end":                  {format("xml", "document_field_paths", paths{"nr": "//b"}), nil, content{"d": strings.Repeat("<a>", 5000) + strings.Repeat("</a>", 5000)}, nr("1"), "indeterminate coverage_gap"},
		"114 entities that grow":                      {format("xml", "document_field_paths", paths{"nr": "/o"}), nil, content{"d": `<!DOCTYPE o [<!ENTITY a "1"><!ENTITY b "&a;&a;">]><o>&b;</o>`}, nr(`"11"`), "indeterminate coverage_gap"},
		"114 longer than may be read":                 {format("json", "document_max_bytes", 4), nil, content{"d": `{"nr": 1}`}, nr("1"), "indeterminate coverage_gap"},
		"a document that is the same as before":       {format("json"), content{"d": `{"nr": 1}`}, content{"d": `{"nr": 1}`}, nr("1"), "indeterminate already_true"},
		"a document that is of no use":                {format("json"), nil, content{"d": ""}, nr("1"), "indeterminate coverage_gap"},
	} {
		t.Run(name, func(t *testing.T) { c.run(t, document.New()) })
	}
}
