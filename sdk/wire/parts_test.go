package wire_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/sdk/wire"
	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
)

func TestAHeaderCrossesUnchanged(t *testing.T) {
	for _, h := range []wire.Header{
		{},
		{FieldsKnown: true, Fields: []value.Field{}},
		{FieldsKnown: true, Fields: []value.Field{{Name: "id", Kind: value.Int}, {Name: "doc", Kind: value.JSON}, {Name: "x"}}, Source: "db-1"},
	} {
		got, err := wire.HeaderFromProto(wire.HeaderToProto(h))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(h, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestATrailerCrossesUnchanged(t *testing.T) {
	for _, want := range []wire.Trailer{
		{},
		{Source: "db-1", Records: 1 << 40, AsOf: time.UnixMilli(1700000000123).UTC()},
		{Gaps: []value.Gap{
			{Kind: value.GapTruncated, Detail: "page limit"}, {Kind: value.GapUnobserved},
			{Kind: value.GapUncrossable}, {Kind: value.GapRedacted, Advisory: true},
			{Kind: value.GapInFlight}, {Kind: value.GapElsewhere},
		}},
	} {
		got, err := wire.TrailerFromProto(wire.TrailerToProto(want))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestATimeIsCutSoThatAReadNeverLooksMoreCurrent(t *testing.T) {
	for _, at := range []time.Time{time.Unix(10, 999_999), time.Unix(-10, 999_999)} {
		got, err := wire.TrailerFromProto(wire.TrailerToProto(wire.Trailer{AsOf: at}))
		if err != nil || got.AsOf.After(at) || at.Sub(got.AsOf) >= time.Millisecond {
			t.Errorf("%v became %v, %v", at, got.AsOf, err)
		}
	}
}

func TestHowAReadEnded(t *testing.T) {
	truncated := value.Gap{Kind: value.GapTruncated, Detail: "the reader stopped before the end of its scope"}
	for _, c := range []struct {
		name string
		m    *adapterv1.Trailer
		want []value.Gap
		err  string
	}{
		{"it does not say", &adapterv1.Trailer{}, nil, "malformed: a trailer that does not say how the read ended"},
		{"in a way of a later version", &adapterv1.Trailer{End: 9}, nil, "malformed: a trailer that does not say how the read ended"},
		{"complete", &adapterv1.Trailer{End: adapterv1.End_END_COMPLETE}, nil, ""},
		{"partial without a gap", &adapterv1.Trailer{End: adapterv1.End_END_PARTIAL}, []value.Gap{truncated}, ""},
		{
			"partial with an advisory gap", &adapterv1.Trailer{End: adapterv1.End_END_PARTIAL, Gaps: []*adapterv1.Gap{{Kind: adapterv1.GapKind_GAP_KIND_REDACTED, Advisory: true}}},
			[]value.Gap{{Kind: value.GapRedacted, Advisory: true}, truncated}, "",
		},
		{
			"partial with its gap", &adapterv1.Trailer{End: adapterv1.End_END_PARTIAL, Gaps: []*adapterv1.Gap{{Kind: adapterv1.GapKind_GAP_KIND_TRUNCATED, Detail: "cap"}}},
			[]value.Gap{{Kind: value.GapTruncated, Detail: "cap"}}, "",
		},
		{
			"with a gap of a later version", &adapterv1.Trailer{End: adapterv1.End_END_COMPLETE, Gaps: []*adapterv1.Gap{{Kind: 99, Detail: "new"}}},
			[]value.Gap{{Kind: value.GapUnobserved, Detail: "new"}}, "",
		},
		{"too many gaps", &adapterv1.Trailer{End: adapterv1.End_END_COMPLETE, Gaps: make([]*adapterv1.Gap, wire.MaxGaps+1)}, nil, "malformed: 1001 gaps, at most 1000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := wire.TrailerFromProto(c.m)
			if c.err != "" {
				if !errors.Is(err, value.ErrMalformed) || err.Error() != c.err {
					t.Errorf("got %v, want %s", err, c.err)
				}
				return
			}
			if diff := cmp.Diff(c.want, got.Gaps); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

func TestAReadThatWasCutShortSaysSoInItsEnd(t *testing.T) {
	for _, c := range []struct {
		gap  value.Gap
		want adapterv1.End
	}{
		{value.Gap{Kind: value.GapTruncated}, adapterv1.End_END_PARTIAL},
		{value.Gap{Kind: value.GapTruncated, Advisory: true}, adapterv1.End_END_COMPLETE},
		{value.Gap{Kind: value.GapUnobserved}, adapterv1.End_END_COMPLETE},
	} {
		if got := wire.TrailerToProto(wire.Trailer{Gaps: []value.Gap{c.gap}}).GetEnd(); got != c.want {
			t.Errorf("%+v: %v, want %v", c.gap, got, c.want)
		}
	}
}

func TestGapsBeyondTheCapAreCountedAndStillImpeach(t *testing.T) {
	for _, impeaching := range []bool{true, false} {
		gaps := make([]value.Gap, wire.MaxGaps+5)
		for i := range gaps {
			gaps[i] = value.Gap{Kind: value.GapUnobserved, Detail: fmt.Sprint(i), Advisory: true}
		}
		gaps[len(gaps)-1].Advisory = !impeaching
		got := wire.GapsFromProto(wire.GapsToProto(gaps))
		last := got[len(got)-1]
		if len(got) != wire.MaxGaps || last.Detail != "and 6 more gaps" || last.Impeaching() != impeaching {
			t.Errorf("%d gaps, the last %+v", len(got), last)
		}
	}
}

func TestASentenceIsCutAtARuneAndMadeUTF8(t *testing.T) {
	long := strings.Repeat("é", wire.MaxDetail)
	if got := wire.Sentence(long); len(got) > wire.MaxDetail || !strings.HasSuffix(got, "é…") {
		t.Errorf("%d bytes, ends with %q", len(got), got[len(got)-6:])
	}
	if got := wire.Sentence("a\xffb"); got != "a\ufffdb" {
		t.Errorf("got %q", got)
	}
}

func TestFieldsThatCannotBe(t *testing.T) {
	many := make([]*adapterv1.Field, value.MaxColumns+1)
	for _, c := range []struct {
		name string
		ms   []*adapterv1.Field
		want string
	}{
		{"without a name", []*adapterv1.Field{{}}, "malformed: a field without a name"},
		{"a name twice", []*adapterv1.Field{{Name: "a"}, {Name: "a"}}, `malformed: field "a" twice`},
		{"too many", many, "malformed: 1025 fields, at most 1024"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := wire.FieldsFromProto(c.ms, true); !errors.Is(err, value.ErrMalformed) || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	got, err := wire.FieldsFromProto([]*adapterv1.Field{{Name: "a", Kind: 99}}, true)
	if err != nil || got[0] != (value.Field{Name: "a"}) {
		t.Errorf("a kind of a later version: %v, %v", got, err)
	}
}

func TestBindingsCrossUnchanged(t *testing.T) {
	want := map[string]value.Literal{"/a": value.NewLiteral("0012"), "/b/0": value.NullLiteral(), "": value.NewLiteral("")}
	got := wire.BindingsFromProto(wire.BindingsToProto(want))
	if len(got) != len(want) {
		t.Fatalf("%d bindings", len(got))
	}
	for p, l := range want {
		if got[p].Text() != l.Text() || got[p].IsNull() != l.IsNull() {
			t.Errorf("%q: %v", p, got[p])
		}
	}
}
