package wire

import (
	"fmt"
	"strings"
	"unicode/utf8"

	adapterv1 "github.com/effectkit/effectkit/proto/effectkit/adapter/v1"
	"github.com/effectkit/effectkit/value"
)

var gapKinds = []struct {
	wire  adapterv1.GapKind
	value value.GapKind
}{
	{adapterv1.GapKind_GAP_KIND_TRUNCATED, value.GapTruncated},
	{adapterv1.GapKind_GAP_KIND_UNOBSERVED, value.GapUnobserved},
	{adapterv1.GapKind_GAP_KIND_UNCROSSABLE, value.GapUncrossable},
	{adapterv1.GapKind_GAP_KIND_REDACTED, value.GapRedacted},
	{adapterv1.GapKind_GAP_KIND_IN_FLIGHT, value.GapInFlight},
	{adapterv1.GapKind_GAP_KIND_ELSEWHERE, value.GapElsewhere},
}

// GapsToProto are the messages of gaps, at most [MaxGaps]: what is beyond is
// one more gap that says how many, impeaching when one of them is.
func GapsToProto(gaps []value.Gap) []*adapterv1.Gap {
	var rest *value.Gap
	if len(gaps) > MaxGaps {
		tail := gaps[MaxGaps-1:]
		gaps = gaps[:MaxGaps-1]
		rest = &value.Gap{
			Kind:     value.GapUnobserved,
			Detail:   fmt.Sprintf("and %d more gaps", len(tail)),
			Advisory: !impeached(tail),
		}
	}
	out := make([]*adapterv1.Gap, 0, len(gaps)+1)
	for _, g := range gaps {
		out = append(out, gapToProto(g))
	}
	if rest != nil {
		out = append(out, gapToProto(*rest))
	}
	return out
}

// GapsFromProto are the gaps of messages. A kind that this version does not
// know is still a gap: something was not observed.
func GapsFromProto(ms []*adapterv1.Gap) []value.Gap {
	if len(ms) == 0 {
		return nil
	}
	out := make([]value.Gap, len(ms))
	for i, m := range ms {
		out[i] = gapFromProto(m)
	}
	return out
}

func gapToProto(g value.Gap) *adapterv1.Gap {
	m := &adapterv1.Gap{Kind: adapterv1.GapKind_GAP_KIND_UNOBSERVED, Detail: Sentence(g.Detail), Advisory: g.Advisory}
	for _, k := range gapKinds {
		if k.value == g.Kind {
			m.Kind = k.wire
		}
	}
	return m
}

func gapFromProto(m *adapterv1.Gap) value.Gap {
	g := value.Gap{Kind: value.GapUnobserved, Detail: Sentence(m.GetDetail()), Advisory: m.GetAdvisory()}
	for _, k := range gapKinds {
		if k.wire == m.GetKind() {
			g.Kind = k.value
		}
	}
	return g
}

// Sentence makes a detail fit to be shown: UTF-8, at most [MaxDetail] bytes.
func Sentence(s string) string {
	s = text(s)
	if len(s) <= MaxDetail {
		return s
	}
	cut := MaxDetail - len("…")
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// text is s as a proto string may hold it.
func text(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
