package document

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// csvParser reads CSV with a header (RFC 4180). Line ends within quotes count
// as one line feed, whatever they were.
type csvParser struct {
	names     []string // fields, sorted; nil for every column
	columns   map[string]string
	delimiter rune
	open      bool // a last row needs no line end
}

func newCSVParser(paths map[string]string, delimiter string, open bool) (parser, error) {
	r, n := utf8.DecodeRuneInString(delimiter)
	if n != len(delimiter) || r == '"' || r == '\n' || r == '\r' || r == utf8.RuneError {
		return nil, sdk.Misconfigured("%q is not one character that can separate columns", "document_delimiter")
	}
	return csvParser{names: sortedKeys(paths), columns: paths, delimiter: r, open: open}, nil
}

func (p csvParser) fields() []value.Field {
	var out []value.Field
	for _, n := range p.names {
		out = append(out, value.Field{Name: n, Kind: value.Text})
	}
	return out
}

func (p csvParser) fixed() bool   { return true }
func (p csvParser) rows() bool    { return true }
func (p csvParser) decodes() bool { return true }

func (p csvParser) parse(content []byte, visit func([]sdk.Field) error) error {
	r := csv.NewReader(bytes.NewReader(content))
	r.Comma = p.delimiter
	r.ReuseRecord = true
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		return errCut // not even a header
	}
	if err != nil {
		return errParse
	}
	// A last row without a line end may be one whose last value is cut: 4 of 42.
	ended := p.open || bytes.HasSuffix(content, []byte("\n"))
	if !ended && r.InputOffset() == int64(len(content)) {
		return errCut
	}
	names, at, err := p.places(slices.Clone(header))
	if err != nil {
		return err
	}
	row := make([]sdk.Field, len(names))
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return p.broken(err, r, content)
		}
		if !ended && r.InputOffset() == int64(len(content)) {
			return errCut
		}
		for i, name := range names {
			row[i] = sdk.Field{Name: name, Value: value.OfText(record[at[i]])}
		}
		if err := visit(row); err != nil {
			return err
		}
	}
}

// broken tells a last row that stops early from one that does not parse.
func (p csvParser) broken(err error, r *csv.Reader, content []byte) error {
	var pe *csv.ParseError
	atEnd := r.InputOffset() >= int64(len(content)) && !bytes.HasSuffix(content, []byte("\n"))
	if errors.As(err, &pe) && atEnd && (errors.Is(pe.Err, csv.ErrFieldCount) || errors.Is(pe.Err, csv.ErrQuote)) {
		return errCut
	}
	return errParse
}

// places finds the columns of the fields. A mapped column that is not there was
// renamed, which is not the absence of its values; one that is there twice
// cannot be told.
func (p csvParser) places(header []string) (names []string, at []int, err error) {
	if p.columns == nil {
		for i, name := range header {
			if name == "" || slices.Contains(reserved, name) {
				return nil, nil, overwrites(name)
			}
			if slices.Contains(header[:i], name) {
				return nil, nil, errDoubt
			}
			names, at = append(names, name), append(at, i)
		}
		return names, at, nil
	}
	for _, name := range p.names {
		column := p.columns[name]
		i := slices.Index(header, column)
		if i < 0 {
			return nil, nil, errColumn
		}
		if slices.Contains(header[i+1:], column) {
			return nil, nil, errDoubt
		}
		names, at = append(names, name), append(at, i)
	}
	return names, at, nil
}

func sortedKeys(m map[string]string) []string {
	if m == nil {
		return nil
	}
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
