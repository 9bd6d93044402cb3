package sdk

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/value"
)

// parts is a sink that keeps what it is given.
type parts struct {
	headers []Header
	batches []*value.Batch
	err     error
}

func (p *parts) Header(h Header) error      { p.headers = append(p.headers, h); return p.err }
func (p *parts) Batch(b *value.Batch) error { p.batches = append(p.batches, b); return p.err }

func TestAReadWithoutRecordsStillHasItsHeader(t *testing.T) {
	var p parts
	w := NewRecordWriter(t.Context(), &p)
	w.Source("db")
	if err := w.Fields(value.Field{Name: "a", Kind: value.Int}); err != nil {
		t.Fatal(err)
	}
	trailer, err := w.Finish()
	if err != nil || len(p.headers) != 1 || len(p.batches) != 0 || trailer.Records != 0 {
		t.Fatalf("%+v, %v", p, err)
	}
	if h := p.headers[0]; !h.FieldsKnown || len(h.Fields) != 1 || h.Source != "db" {
		t.Errorf("%+v", h)
	}
}

func TestTheSourceOfTheEndIsItsOwn(t *testing.T) {
	var p parts
	w := NewRecordWriter(t.Context(), &p)
	w.Source("one")
	if err := w.Record(Field{"a", value.OfInt(1)}); err != nil {
		t.Fatal(err)
	}
	w.Source("two")
	trailer, err := w.Finish()
	if err != nil || p.headers[0].Source != "one" || trailer.Source != "two" {
		t.Errorf("%+v, %+v, %v", p.headers, trailer, err)
	}
}

func TestAMisuseEndsTheReadAndSaysWhat(t *testing.T) {
	a, b := value.Field{Name: "a"}, value.Field{Name: "b"}
	for _, c := range []struct {
		name string
		do   func(*RecordWriter) error
		want string
	}{
		{"fields after a record", func(w *RecordWriter) error { _ = w.Record(); return w.Fields(a) }, "fields declared after the first record"},
		{"a field twice in one read", func(w *RecordWriter) error { return w.Fields(a, a) }, `field "a" twice in one read`},
		{"a field twice in one record", func(w *RecordWriter) error { return w.Record(Field{"a", value.Value{}}, Field{"a", value.Value{}}) }, `field "a" twice in one record`},
		{"a row that is too short", func(w *RecordWriter) error { _ = w.Fields(a, b); return w.Row(value.OfInt(1)) }, "a row of 1 values for 2 fields"},
		{"a field without a name", func(w *RecordWriter) error { return w.Record(Field{"", value.OfInt(1)}) }, "a field without a name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := NewRecordWriter(t.Context(), &parts{})
			err := c.do(w)
			if re := AsReadError(err); re == nil || re.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if _, again := w.Finish(); !errors.Is(again, err) {
				t.Errorf("Finish forgot it: %v", again)
			}
		})
	}
}

func TestABatchNeverGoesOverItsCap(t *testing.T) {
	var p parts
	w := NewRecordWriter(t.Context(), &p)
	text := value.OfText(strings.Repeat("x", 250<<10))
	for range 9 {
		if err := w.Record(Field{"a", text}, Field{"b", text}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Finish(); err != nil {
		t.Fatal(err)
	}
	if len(p.batches) != 5 {
		t.Errorf("%d batches", len(p.batches))
	}
	for _, b := range p.batches {
		if b.Size() > value.MaxBatchBytes {
			t.Errorf("a batch of %d bytes", b.Size())
		}
	}
}

func TestARecordOverTheCapIsTooLarge(t *testing.T) {
	w := NewRecordWriter(t.Context(), &parts{})
	text := value.OfText(strings.Repeat("x", 256<<10))
	err := w.Record(Field{"a", text}, Field{"b", text}, Field{"c", text}, Field{"d", text})
	if re := AsReadError(err); re == nil || re.Reason != ReasonTooLarge || re.Error() != "a record too large for a batch: more than 524288 bytes" {
		t.Errorf("got %v", err)
	}
}

func TestAFullBatchChecksThatAnybodyStillListens(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	w := NewRecordWriter(ctx, &parts{})
	cancel()
	for {
		if err := w.Record(Field{"a", value.OfText(strings.Repeat("x", 100<<10))}); err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			return
		}
	}
}

func TestASinkThatFailsEndsTheRead(t *testing.T) {
	full := errors.New("full")
	w := NewRecordWriter(t.Context(), &parts{err: full})
	if err := w.Record(); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if _, err := w.Finish(); !errors.Is(err, full) {
		t.Errorf("Finish: %v", err)
	}
}
