package document

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/effectkit/effectkit/internal/read/files"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// reader is one capture.
type reader struct {
	*instance
	tree  files.Tree
	w     *sdk.RecordWriter
	limit int64

	walked files.Tally

	mu    sync.Mutex
	tally files.Tally
	bad   map[error]int // documents by what they are instead of parsed
}

// document reads one document and writes its records, or tallies why there are
// none. The error ends the capture.
func (r *reader) document(ctx context.Context, seen files.Info) error {
	info, raw, err := files.Whole(ctx, r.tree, seen.Path, r.maxBytes, false)
	var rows [][]sdk.Field
	if err == nil {
		rows, err = r.parse(raw)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err == nil:
		return r.write(info, rows)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case sdk.AsReadError(err) != nil:
		return err
	}
	for _, known := range []error{errParse, errCut, errFormat, errColumn, errDoubt, errSpaced, errGlyphs} {
		if !errors.Is(err, known) {
			continue
		}
		if r.bad == nil {
			r.bad = map[error]int{}
		}
		r.bad[known]++
		if known == errParse || known == errFormat {
			return r.record(info, info.Path, 0, false, nil)
		}
		return nil
	}
	if !r.tally.Take(err) {
		return err
	}
	return nil
}

// parse makes the rows of one document; all of them or none.
func (r *reader) parse(raw []byte) (rows [][]sdk.Field, err error) {
	if r.parser.decodes() {
		encoding := r.encoding
		if _, ok := r.parser.(xmlParser); ok {
			if encoding, err = declaredByXML(raw, encoding); err != nil {
				return nil, err
			}
		}
		if raw, err = decode(raw, encoding); err != nil {
			return nil, err
		}
	}
	if len(raw) == 0 {
		return nil, errCut
	}
	err = r.parser.parse(raw, func(row []sdk.Field) error {
		kept := make([]sdk.Field, 0, len(row))
		for _, f := range row {
			if r.comma[f.Name] && !f.Value.IsMissing() {
				v, err := decimalComma(f.Value.Text())
				if err != nil {
					return err
				}
				f.Value = v
			}
			kept = append(kept, f)
		}
		rows = append(rows, kept)
		return nil
	})
	return rows, err
}

// write writes the records of a document that parsed.
func (r *reader) write(info files.Info, rows [][]sdk.Field) error {
	for n, row := range rows {
		id := info.Path
		switch {
		case r.parser.rows() && r.rowID != "":
			v := fieldValue(row, r.rowID)
			if v.IsMissing() || v.IsNull() {
				r.tally.Unreadable++
				continue
			}
			id += "#" + v.Text()
		case r.parser.rows():
			id += fmt.Sprintf("#%d", n+1)
		}
		if err := r.record(info, id, n+1, true, row); err != nil {
			return err
		}
	}
	return nil
}

func fieldValue(row []sdk.Field, name string) value.Value {
	for _, f := range row {
		if f.Name == name {
			return f.Value
		}
	}
	return value.Value{}
}

func (r *reader) record(info files.Info, id string, n int, parseable bool, row []sdk.Field) error {
	if r.limit > 0 && r.w.Records() >= r.limit {
		return files.ErrTooMany
	}
	mtime := info.ModTime.UTC()
	fields := []sdk.Field{
		{Name: "id", Value: value.OfText(id)}, {Name: "path", Value: value.OfText(info.Path)},
		{Name: "parseable", Value: value.OfBool(parseable)},
	}
	// What a further row would change in every row says nothing of each.
	if !r.parser.rows() {
		fields = append(fields, sdk.Field{Name: "size", Value: value.OfInt(info.Size)},
			sdk.Field{Name: "mtime", Value: value.OfTime(mtime, mtime.Format(time.RFC3339Nano))})
	} else if r.rowID == "" && n > 0 {
		fields = append(fields, sdk.Field{Name: "row", Value: value.OfInt(int64(n))})
	}
	if r.window > 0 {
		if fresh, known := r.tree.Clock().Fresh(r.now(), mtime, r.window); known {
			fields = append(fields, sdk.Field{Name: "fresh", Value: value.OfBool(fresh)})
		} else {
			r.tally.Undated++
		}
	}
	for _, f := range row {
		if !f.Value.IsMissing() {
			fields = append(fields, f)
		}
	}
	return r.w.Record(fields...)
}

// report writes what could not be seen.
func (r *reader) report() {
	r.walked.Report(r.w)
	r.tally.Report(r.w)
	for _, g := range []struct {
		err  error
		kind value.GapKind
	}{
		{errCut, value.GapInFlight}, {errParse, value.GapUnobserved}, {errFormat, value.GapUnobserved},
		{errColumn, value.GapUnobserved}, {errDoubt, value.GapUnobserved}, {errSpaced, value.GapUnobserved}, {errGlyphs, value.GapUnobserved},
	} {
		if n := r.bad[g.err]; n > 0 {
			r.w.Gap(g.kind, fmt.Sprintf("documents of which each %v: %d", g.err, n))
		}
	}
}

// withComma is a number with a decimal comma, its thousands by dots or blanks.
var withComma = regexp.MustCompile(`^-?(\d{1,3}([. ]\d{3})+|\d+)(,\d+)?$`)

// decimalComma reads a number that was written with a decimal comma.
func decimalComma(text string) (value.Value, error) {
	if !withComma.MatchString(text) {
		return value.Value{}, errParse
	}
	plain := strings.NewReplacer(".", "", " ", "", ",", ".").Replace(text)
	sign := ""
	if plain[0] == '-' {
		sign, plain = "-", plain[1:]
	}
	for len(plain) > 1 && plain[0] == '0' && plain[1] != '.' {
		plain = plain[1:]
	}
	v, err := value.OfDecimalText(sign + plain)
	if err != nil {
		return value.Value{}, errParse
	}
	return v, nil
}
