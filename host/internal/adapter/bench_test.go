package adapter

import (
	"context"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// sixFields writes rows of six fields and 60 bytes of text.
func sixFields(rows int) func(context.Context, *sdk.CaptureRequest, *sdk.RecordWriter) error {
	return func(_ context.Context, _ *sdk.CaptureRequest, w *sdk.RecordWriter) error {
		if err := w.Fields(value.Field{Name: "id"}, value.Field{Name: "a"}, value.Field{Name: "b"}, value.Field{Name: "c"}, value.Field{Name: "n"}, value.Field{Name: "ok"}); err != nil {
			return err
		}
		text := strings.Repeat("x", 20)
		for i := range rows {
			if err := w.Row(value.OfInt(int64(i)), value.OfText(text), value.OfText(text), value.OfText(text), value.OfInt(7), value.OfBool(true)); err != nil {
				return err
			}
		}
		return nil
	}
}

// counting is a sink that keeps nothing.
type counting struct{ rows int }

func (c *counting) Header(sdk.Header) error    { return nil }
func (c *counting) Batch(b *value.Batch) error { c.rows += b.Rows(); return nil }

// BenchmarkCapture compares a capture over the contract in memory with the
// same reader called directly.
func BenchmarkCapture(b *testing.B) {
	const rows = 1_000_000
	f := &fake{capture: sixFields(rows)}
	b.Run("direct", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var sink counting
			w := sdk.NewRecordWriter(context.Background(), &sink)
			if err := f.capture(context.Background(), nil, w); err != nil {
				b.Fatal(err)
			}
			if _, err := w.Finish(); err != nil || sink.rows != rows {
				b.Fatal(err, sink.rows)
			}
		}
	})
	b.Run("in-memory", func(b *testing.B) {
		_, in := openFake(b, f, Options{}, `{}`, nil)
		b.ReportAllocs()
		for b.Loop() {
			var sink counting
			if _, failure := in.Capture(context.Background(), CaptureRequest{}, &sink); failure != nil || sink.rows != rows {
				b.Fatal(failure, sink.rows)
			}
		}
	})
}
