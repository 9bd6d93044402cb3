package effect

import (
	"encoding/json"
	"strings"

	"github.com/effectkit/effectkit/value"
)

// VerdictSchemaVersion stands in every verdict's JSON. It changes when a
// reader of the old form could misread the new one; keys may be added under
// the same version.
const VerdictSchemaVersion = "effectkit.verdict/1"

// verdictJSON is the one form of a verdict outside of a process. Every key is
// always there.
type verdictJSON struct {
	Schema   string       `json:"schema"`
	Verdict  Decision     `json:"verdict"`
	Result   Result       `json:"result"`
	Outcome  Outcome      `json:"outcome"`
	Ground   Ground       `json:"ground"`
	Grounds  []Ground     `json:"grounds"`
	Reason   string       `json:"reason"`
	Counts   Counts       `json:"counts"`
	Evidence evidenceJSON `json:"evidence"`
}

type evidenceJSON struct {
	Records      []recordJSON `json:"records"`
	Gaps         []gapJSON    `json:"gaps"`
	NotEvaluated []string     `json:"not_evaluated"`
}

type recordJSON struct {
	Role   string     `json:"role"`
	Side   string     `json:"side"`
	Fields fieldsJSON `json:"fields"`
}

type gapJSON struct {
	Kind       value.GapKind `json:"kind"`
	Detail     string        `json:"detail"`
	Impeaching bool          `json:"impeaching"`
}

// fieldsJSON is an object that keeps the order of its fields.
type fieldsJSON []EvidenceField

// MarshalJSON writes the verdict as [VerdictSchema] describes it, values
// exactly. The verdict that is written never says more than the result: one
// whose decision and ground do not agree, such as the zero Verdict, is
// indeterminate.
func (v Verdict) MarshalJSON() ([]byte, error) {
	out := verdictJSON{
		Schema:  VerdictSchemaVersion,
		Verdict: v.Result().decision(),
		Result:  v.Result(),
		Outcome: v.Result().Outcome(),
		Ground:  v.Ground,
		Grounds: append([]Ground{}, v.Grounds...),
		Reason:  v.Reason,
		Counts:  v.Evidence.Counts,
		Evidence: evidenceJSON{
			Records:      make([]recordJSON, 0, len(v.Evidence.Records)),
			Gaps:         make([]gapJSON, 0, len(v.Evidence.Gaps)),
			NotEvaluated: append([]string{}, v.Evidence.NotEvaluated...),
		},
	}
	for _, r := range v.Evidence.Records {
		out.Evidence.Records = append(out.Evidence.Records, recordJSON{Role: r.Role, Side: r.Side, Fields: r.Fields})
	}
	for _, g := range v.Evidence.Gaps {
		out.Evidence.Gaps = append(out.Evidence.Gaps, gapJSON{Kind: g.Kind, Detail: g.Detail, Impeaching: g.Impeaching()})
	}
	return json.Marshal(out)
}

// decision is the verdict that a result stands for.
func (r Result) decision() Decision {
	switch r {
	case ResultConfirmed:
		return Confirmed
	case ResultRefuted, ResultConflicting:
		return Refuted
	}
	return Indeterminate
}

// MarshalJSON writes the fields in their order, each name once. A name that is
// not UTF-8 is written with U+FFFD.
func (f fieldsJSON) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	seen := make(map[string]bool, len(f))
	for _, field := range f {
		name := strings.ToValidUTF8(field.Name, "\ufffd")
		if seen[name] {
			continue
		}
		if len(seen) > 0 {
			out = append(out, ',')
		}
		seen[name] = true
		out = append(appendString(out, name), ':')
		out = appendField(out, field)
	}
	return append(out, '}'), nil
}
