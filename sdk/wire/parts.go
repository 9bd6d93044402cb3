package wire

import (
	"time"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/value"
)

// Header is what a capture knows before its first record.
type Header struct {
	// Fields are the columns that the read can produce; they mean nothing when
	// FieldsKnown is false.
	Fields      []value.Field
	FieldsKnown bool
	Source      string
}

// Trailer is what a capture knows after its last record.
type Trailer struct {
	Source  string
	AsOf    time.Time // zero where the system does not say
	Gaps    []value.Gap
	Records uint64
}

// HeaderToProto is the message of a header.
func HeaderToProto(h Header) *adapterv1.Header {
	return &adapterv1.Header{Fields: FieldsToProto(h.Fields), FieldsKnown: h.FieldsKnown, Source: text(h.Source)}
}

// HeaderFromProto checks a message and makes a header of it. The error is
// [value.ErrMalformed].
func HeaderFromProto(m *adapterv1.Header) (Header, error) {
	fields, err := FieldsFromProto(m.GetFields(), m.GetFieldsKnown())
	if err != nil {
		return Header{}, err
	}
	return Header{Fields: fields, FieldsKnown: m.GetFieldsKnown(), Source: m.GetSource()}, nil
}

// TrailerToProto is the message of a trailer. It is partial when a gap says
// that the read was cut short. Time is cut to the millisecond before it, so
// that a read never looks more current than it is.
func TrailerToProto(t Trailer) *adapterv1.Trailer {
	out := &adapterv1.Trailer{
		Source: text(t.Source), Records: t.Records, Gaps: GapsToProto(t.Gaps), End: adapterv1.End_END_COMPLETE,
	}
	if !t.AsOf.IsZero() {
		ms := t.AsOf.UnixMilli()
		out.AsOfUnixMs = &ms
	}
	if cutShort(t.Gaps) {
		out.End = adapterv1.End_END_PARTIAL
	}
	return out
}

// TrailerFromProto checks a message and makes a trailer of it. A partial read
// without a gap that says so gets one. The error is [value.ErrMalformed]: a
// trailer that does not say how the read ended, or too many gaps.
func TrailerFromProto(m *adapterv1.Trailer) (Trailer, error) {
	if len(m.GetGaps()) > MaxGaps {
		return Trailer{}, malformed("%d gaps, at most %d", len(m.GetGaps()), MaxGaps)
	}
	t := Trailer{Source: m.GetSource(), Records: m.GetRecords(), Gaps: GapsFromProto(m.GetGaps())}
	if m.AsOfUnixMs != nil {
		t.AsOf = time.UnixMilli(m.GetAsOfUnixMs()).UTC()
	}
	switch m.GetEnd() {
	case adapterv1.End_END_COMPLETE:
	case adapterv1.End_END_PARTIAL:
		if !impeached(t.Gaps) {
			t.Gaps = append(t.Gaps, value.Gap{Kind: value.GapTruncated, Detail: "the reader stopped before the end of its scope"})
		}
	default:
		return Trailer{}, malformed("a trailer that does not say how the read ended")
	}
	return t, nil
}

func cutShort(gaps []value.Gap) bool {
	for _, g := range gaps {
		if g.Kind == value.GapTruncated && g.Impeaching() {
			return true
		}
	}
	return false
}

func impeached(gaps []value.Gap) bool {
	for _, g := range gaps {
		if g.Impeaching() {
			return true
		}
	}
	return false
}
