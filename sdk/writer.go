package sdk

import (
	"context"
	"errors"
	"time"

	"github.com/effectkit/effectkit/sdk/wire"
	"github.com/effectkit/effectkit/value"
)

// RecordWriter takes what a capture sees. It keeps one batch in memory and
// blocks while the host is slower. It belongs to one capture and is not safe
// for concurrent use. Its first error ends the capture: return it.
type RecordWriter struct {
	ctx     context.Context
	sink    Sink
	builder value.Builder
	columns []int // by position, after Fields
	started bool
	header  Header
	trailer Trailer
	err     error
}

// Sink is where a RecordWriter's parts go. Hosts and tests implement it;
// authors never see it.
type Sink interface {
	Header(Header) error
	Batch(*value.Batch) error
}

// Header is what is known before the first record.
type Header = wire.Header

// Trailer is what is known after the last record.
type Trailer = wire.Trailer

// Field is one field of a record: a name and its value.
type Field struct {
	Name  string
	Value value.Value
}

// NewRecordWriter makes a writer over a sink. Hosts and tests call it.
func NewRecordWriter(ctx context.Context, sink Sink) *RecordWriter {
	return &RecordWriter{ctx: ctx, sink: sink}
}

// Fields declares every column that this read can produce, even when no record
// comes. Call it before the first record, or never: then a field that no
// record carries is unknown. [RecordWriter.Row] takes values in this order.
func (w *RecordWriter) Fields(fields ...value.Field) error {
	if w.err == nil && w.started {
		w.err = failed("fields declared after the first record")
	}
	if w.err != nil {
		return w.err
	}
	w.header.Fields, w.header.FieldsKnown = fields, true
	w.columns = make([]int, len(fields))
	seen := make(map[string]bool, len(fields))
	for i, f := range fields {
		if seen[f.Name] {
			w.err = Misconfigured("field %q twice in one read", f.Name)
			return w.err
		}
		seen[f.Name] = true
		at, err := w.builder.ColumnAt(f.Name)
		if err != nil {
			return w.fail(err)
		}
		w.columns[i] = at
	}
	return nil
}

// Source says which system answers: something that changes when that system is
// replaced or restored. Say it always or never; say it again before the end of
// a long read, and the host compares the two.
func (w *RecordWriter) Source(id string) {
	if !w.started {
		w.header.Source = id
	}
	w.trailer.Source = id
}

// Row writes a record of one value for each field of Fields, in that order.
// Missing values are fields that the record does not carry.
func (w *RecordWriter) Row(values ...value.Value) error {
	if err := w.start(); err != nil {
		return err
	}
	if len(values) != len(w.columns) {
		w.err = failed("a row of %d values for %d fields", len(values), len(w.columns))
		return w.err
	}
	for i, v := range values {
		if err := w.builder.SetAt(w.columns[i], v); err != nil {
			return w.fail(err)
		}
	}
	return w.endRecord()
}

// Record writes a record of the fields that it carries.
func (w *RecordWriter) Record(fields ...Field) error {
	if err := w.start(); err != nil {
		return err
	}
	for _, f := range fields {
		if err := w.builder.Set(f.Name, f.Value); err != nil {
			return w.fail(err)
		}
	}
	return w.endRecord()
}

// Gap says what the read could not see; see [value.Gap]. detail is a sentence
// for a person, without values and secrets.
func (w *RecordWriter) Gap(kind value.GapKind, detail string) {
	w.trailer.Gaps = append(w.trailer.Gaps, value.Gap{Kind: kind, Detail: detail})
}

// Advise is a Gap that does not impeach: something beside the scope.
func (w *RecordWriter) Advise(kind value.GapKind, detail string) {
	w.trailer.Gaps = append(w.trailer.Gaps, value.Gap{Kind: kind, Detail: detail, Advisory: true})
}

// AsOf says how current the read is, where the system says so itself, such as
// a replica's replay position.
func (w *RecordWriter) AsOf(t time.Time) { w.trailer.AsOf = t }

// Records is how many records were written so far.
func (w *RecordWriter) Records() int64 { return int64(w.trailer.Records) }

// Finish sends what is left and gives the trailer. Hosts and tests call it
// after a Capture without error.
func (w *RecordWriter) Finish() (Trailer, error) {
	if err := w.start(); err != nil {
		return Trailer{}, err
	}
	if w.builder.Rows() > 0 {
		if w.err = w.sink.Batch(w.builder.Take()); w.err != nil {
			return Trailer{}, w.err
		}
	}
	return w.trailer, nil
}

// start sends the header before the first record.
func (w *RecordWriter) start() error {
	if w.err != nil || w.started {
		return w.err
	}
	w.started = true
	w.err = w.sink.Header(w.header)
	return w.err
}

func (w *RecordWriter) endRecord() error {
	w.builder.EndRecord()
	w.trailer.Records++
	if !w.builder.Full() {
		return nil
	}
	if w.err = w.ctx.Err(); w.err == nil {
		w.err = w.sink.Batch(w.builder.Take())
	}
	return w.err
}

// fail ends the capture with an error of the builder's, which names fields and
// holds no value.
func (w *RecordWriter) fail(err error) error {
	w.err = failed("%v", err)
	if errors.Is(err, value.ErrRecordTooLarge) {
		w.err = TooLarge("%v: more than %d bytes", err, value.MaxRecordBytes)
	}
	return w.err
}
