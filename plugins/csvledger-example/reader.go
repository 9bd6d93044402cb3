package main

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// maxBytes is how much of a ledger is read.
const maxBytes = 1 << 30

// reader is one capture's view of the file.
type reader struct {
	path   string
	file   *os.File
	before os.FileInfo
	source string
	last   *lastByte
	limit  *io.LimitedReader
	csv    *csv.Reader
}

// open opens the file and remembers what it is.
func open(s section) (*reader, error) {
	f, err := os.Open(s.Path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, sdk.CredentialRefused("the ledger may not be read").WithCause(err)
	case err != nil:
		return nil, sdk.Unreachable("the ledger cannot be opened").WithCause(err)
	}
	r := &reader{path: s.Path, file: f}
	real, err := filepath.EvalSymlinks(s.Path)
	if err == nil {
		r.before, err = f.Stat()
	}
	if err != nil || !r.before.Mode().IsRegular() {
		_ = f.Close()
		return nil, sdk.Unreachable("the ledger is not a regular file").WithCause(err)
	}
	r.source = "file:" + real // another one when a link leads elsewhere
	r.limit = &io.LimitedReader{R: f, N: maxBytes}
	r.last = &lastByte{r: r.limit}
	in := bufio.NewReader(r.last)
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark))
	}
	r.csv = csv.NewReader(in)
	r.csv.ReuseRecord = true
	if s.Delimiter != "" {
		r.csv.Comma, _ = utf8.DecodeRuneInString(s.Delimiter)
	}
	return r, nil
}

// Close closes the file.
func (r *reader) Close() { _ = r.file.Close() }

// header reads the first row and finds the columns in it.
func (r *reader) header(want map[string]string) ([]column, error) {
	names, err := r.csv.Read()
	if err != nil {
		return nil, sdk.Unreachable("the ledger has no header row").WithCause(err)
	}
	names = append([]string(nil), names...)
	r.csv.FieldsPerRecord = len(names)
	var columns []column
	for name, kind := range want {
		at := -1
		for i, n := range names {
			if n == name && at >= 0 {
				return nil, sdk.Misconfigured("column %q is twice in the ledger's header", name)
			}
			if n == name {
				at = i
			}
		}
		if at < 0 {
			return nil, sdk.Misconfigured("column %q is not in the ledger's header: it has %s", name, strings.Join(names, ", "))
		}
		columns = append(columns, newColumn(name, at, kind))
	}
	return inOrder(columns), nil
}

// rows writes every row that the section asks for.
func (r *reader) rows(ctx context.Context, columns []column, where map[string]sdk.Expr, most int64, w *sdk.RecordWriter) error {
	wanted := make([]*value.Literal, len(columns))
	for i, c := range columns {
		if x, ok := where[c.name]; ok {
			wanted[i] = literal(x)
		}
	}
	row := make([]value.Value, len(columns))
	for ctx.Err() == nil {
		raw, err := r.csv.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case isRow(err):
			w.Gap(value.GapUnobserved, r.problem(err))
			continue
		case err != nil:
			return sdk.Unreachable("the ledger could not be read to its end").WithCause(err)
		}
		inScope, bad := read(row, raw, columns, wanted)
		if bad != nil {
			line, _ := r.csv.FieldPos(0)
			w.Gap(value.GapUnobserved, fmt.Sprintf("line %d: %q is not %s", line, bad.name, bad.says))
		}
		if bad != nil || !inScope {
			continue
		}
		if most > 0 && w.Records() == most {
			w.Gap(value.GapTruncated, fmt.Sprintf("there are more than %d rows", most))
			return nil
		}
		if err := w.Row(row...); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// read makes values of a row's fields. The wanted ones come first: a row that
// is out of the scope for certain is no gap, whatever else is wrong with it.
func read(row []value.Value, raw []string, columns []column, wanted []*value.Literal) (inScope bool, bad *column) {
	for _, pass := range []bool{true, false} {
		for i := range columns {
			if c := &columns[i]; (wanted[i] != nil) == pass {
				v, ok := c.read(raw[c.at])
				if !ok {
					return false, c
				}
				if pass && !wanted[i].Equal(v) {
					return false, nil
				}
				row[i] = v
			}
		}
	}
	return true, nil
}

// finish says what may be wrong with the whole read.
func (r *reader) finish(w *sdk.RecordWriter) error {
	if r.limit.N == 0 {
		w.Gap(value.GapTruncated, fmt.Sprintf("the ledger is over %d bytes", maxBytes))
	}
	if r.last.read && r.last.b != '\n' {
		w.Gap(value.GapInFlight, "the last line has no end: it may still be written")
	}
	after, err := os.Stat(r.path)
	if err != nil || !os.SameFile(r.before, after) || after.Size() != r.before.Size() || !after.ModTime().Equal(r.before.ModTime()) {
		w.Gap(value.GapInFlight, "the ledger changed while it was read")
	}
	return nil
}

// isRow tells whether an error is about one row, so that the next can be read.
func isRow(err error) bool {
	var pe *csv.ParseError
	return errors.As(err, &pe)
}

// problem says what is wrong with a row, and nothing of what is in it.
func (r *reader) problem(err error) string {
	var pe *csv.ParseError
	errors.As(err, &pe)
	if errors.Is(err, csv.ErrFieldCount) {
		return fmt.Sprintf("line %d does not have the %d fields of the header", pe.StartLine, r.csv.FieldsPerRecord)
	}
	return fmt.Sprintf("line %d does not parse", pe.StartLine)
}

// lastByte remembers the last byte that went through.
type lastByte struct {
	r    io.Reader
	b    byte
	read bool
}

func (l *lastByte) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if n > 0 {
		l.b, l.read = p[n-1], true
	}
	return n, err
}
