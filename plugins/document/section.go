package document

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
)

// DefaultMaxBytes is the longest document that is read.
const DefaultMaxBytes = 16 << 20

// reserved are the fields that the adapter itself gives.
var reserved = []string{"id", "path", "row", "parseable", "fresh", "size", "mtime"}

// section is the adapter's part of a deployment.
type section struct {
	Root         string            `json:"root"`
	Pattern      *string           `json:"file_pattern"`
	Window       *json.Number      `json:"file_mtime_window_s"`
	Temp         []string          `json:"file_temp_names"`
	Format       string            `json:"document_format"`
	Paths        map[string]string `json:"document_field_paths"`
	Text         *string           `json:"document_text_pattern"`
	IgnoreSpace  bool              `json:"document_ignore_space"`
	Encoding     string            `json:"document_encoding"`
	Delimiter    *string           `json:"document_delimiter"`
	OpenEnd      bool              `json:"document_open_end"`
	DecimalComma []string          `json:"document_decimal_comma"`
	RowID        string            `json:"document_row_id"`
	MaxBytes     *int64            `json:"document_max_bytes"`
}

// config is a section that was checked.
type config struct {
	root     string
	walk     files.Walk
	window   time.Duration
	encoding string
	comma    map[string]bool
	rowID    string
	maxBytes int64
	parser   parser
}

func (s *section) check() (*config, error) {
	c := &config{root: s.Root, encoding: s.Encoding, rowID: s.RowID, maxBytes: DefaultMaxBytes, comma: map[string]bool{}}
	pattern := "*"
	if s.Pattern != nil {
		pattern = *s.Pattern
	}
	var err error
	if c.walk.Pattern, err = files.NewPattern(pattern); err != nil {
		return nil, sdk.Misconfigured("%q: %v", "file_pattern", err)
	}
	if c.walk.Temporary, err = files.NewTemporary(s.Temp); err != nil {
		return nil, sdk.Misconfigured("%q: %v", "file_temp_names", err)
	}
	if s.Window != nil {
		if c.window, err = files.Seconds(s.Window.String()); err != nil {
			return nil, sdk.Misconfigured("%q %v", "file_mtime_window_s", err)
		}
	}
	if s.MaxBytes != nil {
		c.maxBytes = *s.MaxBytes
	}
	for _, f := range s.DecimalComma {
		c.comma[f] = true
	}
	c.parser, err = s.parser()
	return c, err
}

// parser checks what belongs to the format.
func (s *section) parser() (parser, error) {
	for field := range s.Paths {
		if slices.Contains(reserved, field) {
			return nil, sdk.Misconfigured("%q in document_field_paths is a field of the adapter's own; give it another name, such as doc_%s", field, field)
		}
	}
	rows := s.Format == "csv" || s.Format == "jsonl"
	textual := s.Format == "text" || s.Format == "pdf"
	switch {
	case textual && s.Paths != nil:
		return nil, sdk.Misconfigured("%q does not go with document_format %s; use document_text_pattern", "document_field_paths", s.Format)
	case textual && s.Text == nil:
		return nil, sdk.Misconfigured("%q is needed for document_format %s", "document_text_pattern", s.Format)
	case !textual && s.Text != nil:
		return nil, sdk.Misconfigured("%q goes with document_format text or pdf alone", "document_text_pattern")
	case !rows && s.RowID != "":
		return nil, sdk.Misconfigured("%q goes with document_format csv or jsonl alone", "document_row_id")
	case s.Format != "csv" && s.OpenEnd:
		return nil, sdk.Misconfigured("%q goes with document_format csv alone", "document_open_end")
	case s.Format == "xml" && s.Paths == nil:
		return nil, sdk.Misconfigured("%q is needed for document_format xml", "document_field_paths")
	}
	switch s.Format {
	case "", "json", "jsonl":
		return newJSONParser(s.Paths, s.Format == "jsonl")
	case "csv":
		delimiter := ","
		if s.Delimiter != nil {
			delimiter = *s.Delimiter
		}
		return newCSVParser(s.Paths, delimiter, s.OpenEnd)
	case "xml":
		return newXMLParser(s.Paths)
	}
	m, err := newMatcher(*s.Text, s.IgnoreSpace)
	if err != nil {
		return nil, err
	}
	if s.Format == "pdf" {
		return newPDFParser(m)
	}
	return textParser{m}, nil
}

// matcher finds the named groups of a pattern in a text.
type matcher struct {
	pattern     *regexp.Regexp
	unspaced    *regexp.Regexp // the same without white space
	ignoreSpace bool
	fields      []string
}

func newMatcher(text string, ignoreSpace bool) (*matcher, error) {
	p, err := files.Probe(text)
	if err != nil {
		return nil, sdk.Misconfigured("%q %v", "document_text_pattern", err)
	}
	m := &matcher{pattern: p, ignoreSpace: ignoreSpace}
	for _, name := range p.SubexpNames() {
		switch {
		case name == "":
		case slices.Contains(reserved, name):
			return nil, sdk.Misconfigured("group %q of document_text_pattern is a field of the adapter's own; give it another name", name)
		case slices.Contains(m.fields, name):
			return nil, sdk.Misconfigured("group %q of document_text_pattern is there twice", name)
		default:
			m.fields = append(m.fields, name)
		}
	}
	if len(m.fields) == 0 {
		return nil, sdk.Misconfigured("%q has no named group such as (?P<total>[0-9.]+)", "document_text_pattern")
	}
	if m.unspaced, err = regexp.Compile(withoutSpace(text)); err != nil {
		m.unspaced = nil
	}
	if ignoreSpace && m.unspaced == nil {
		return nil, sdk.Misconfigured("%q does not work without its white space", "document_text_pattern")
	}
	return m, nil
}

// withoutSpace takes white space and the classes that match nothing else out
// of a pattern.
func withoutSpace(pattern string) string {
	pattern = strings.NewReplacer(`\s+`, "", `\s*`, "", `\s?`, "", `\s`, "", `\t`, "", `\n`, "", ` +`, "", ` *`, "", ` ?`, "").Replace(pattern)
	return strings.Map(dropSpace, pattern)
}

func dropSpace(r rune) rune {
	if unicode.IsSpace(r) {
		return -1
	}
	return r
}
