package token

import (
	"bytes"
	"testing"
	"time"

	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
)

func TestASnapshotReadsBackAsItWas(t *testing.T) {
	var b value.Builder
	for i := range 10 {
		_ = b.Set("id", value.OfInt(int64(i)))
		if i%3 == 0 {
			_ = b.Set("note", value.OfText("note"))
		}
		b.EndRecord()
	}
	first := b.Take()
	_ = b.Set("at", value.OfTimeText("2026-03-03T10:00:00Z"))
	b.EndRecord()
	at := time.Date(2026, 3, 3, 10, 0, 0, 5, time.UTC)
	for name, fields := range map[string][]value.Field{"unknown": nil, "none": {}, "known": {{Name: "id", Kind: value.Int}}} {
		s := &judge.Snapshot{
			Reachable: true, Complete: true, Fields: fields, Source: "db", CapturedAt: at, AsOf: at, Reader: "r",
			Gaps:    []value.Gap{{Kind: value.GapTruncated, Detail: "cut", Advisory: true}},
			Records: []*value.Batch{first, b.Take()},
		}
		var buf bytes.Buffer
		if err := WriteSnapshot(&buf, s); err != nil {
			t.Fatal(err)
		}
		var batches []*value.Batch
		got, err := ReadSnapshot(&buf, func(b *value.Batch) error { batches = append(batches, b); return nil })
		if err != nil {
			t.Fatal(err)
		}
		for i, batch := range batches {
			if !bytes.Equal(batch.AppendFlat(nil), s.Records[i].AppendFlat(nil)) {
				t.Errorf("%s: batch %d differs", name, i)
			}
		}
		want := *s
		want.Records = nil
		if diff := cmp.Diff(&want, got); diff != "" || len(batches) != 2 {
			t.Errorf("%s: %d batches\n%s", name, len(batches), diff)
		}
	}
}

func TestACutSnapshotIsAnError(t *testing.T) {
	var b value.Builder
	_ = b.Set("id", value.OfInt(1))
	b.EndRecord()
	var buf bytes.Buffer
	if err := WriteSnapshot(&buf, &judge.Snapshot{Reachable: true, Records: []*value.Batch{b.Take()}}); err != nil {
		t.Fatal(err)
	}
	whole := buf.Bytes()
	for n := range whole {
		if _, err := ReadSnapshot(bytes.NewReader(whole[:n]), func(*value.Batch) error { return nil }); err == nil {
			t.Fatalf("%d of %d bytes read as a snapshot", n, len(whole))
		}
	}
}
