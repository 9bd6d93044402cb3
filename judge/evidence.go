package judge

import (
	"slices"

	"github.com/effectkit/effectkit/effect"
)

// evidence is what a verdict rests on: counts, gaps, and examples with the
// identity and the fields that the contract names. Where there are more
// examples than fit, the first ones read are shown.
func (t *trial) evidence(v effect.Verdict) effect.Evidence {
	out := effect.Evidence{Counts: t.counts, NotEvaluated: t.notEvaluated()}
	for _, s := range []*side{t.before, t.after} {
		if s != nil {
			out.Gaps = append(out.Gaps, s.Gaps...)
		}
	}
	fields := t.contractFields()
grounds:
	for _, ground := range v.Grounds {
		for _, e := range t.examplesOf(ground) {
			if len(out.Records) == effect.MaxExamples {
				break grounds
			}
			out.Records = append(out.Records, t.show(e, fields))
		}
	}
	return out
}

// examplesOf are the records that bear out a ground. Those that matched bear
// out a confirmation.
func (t *trial) examplesOf(ground effect.Ground) []example {
	if i := slices.IndexFunc(t.findings, func(f finding) bool { return f.ground == ground }); i >= 0 {
		return t.findings[i].examples
	}
	if ground != effect.GroundConfirmed {
		return nil
	}
	var out []example
	for _, record := range t.matched[:min(len(t.matched), effect.MaxExamples)] {
		out = append(out, example{string(ground), true, record})
	}
	return out
}

func (t *trial) show(e example, fields []string) effect.EvidenceRecord {
	side, name := t.before, "before"
	if e.after {
		side, name = t.after, "after"
	}
	out := effect.EvidenceRecord{Role: e.role, Side: name}
	for _, field := range fields {
		if v := side.value(e.record, field); !v.IsMissing() {
			out.Fields = append(out.Fields, effect.EvidenceField{Name: field, Value: v})
		}
	}
	return out
}

// contractFields are the identity and the fields that the contract names, each
// once, the identity first.
func (t *trial) contractFields() []string {
	var f fieldSet
	f.addName(t.IdentityField)
	f.add(t.Match)
	if t.Key != nil {
		f.addName(t.KeyField)
	}
	f.addName(t.Field)
	f.addDeclared(t.Bound)
	return f.names
}

// notEvaluated names what current state leaves out.
func (t *trial) notEvaluated() []string {
	if t.delta {
		return nil
	}
	var out []string
	for _, guard := range []struct {
		on   bool
		name string
	}{
		{t.ForbidCollateralLoss, "forbid_collateral_loss"},
		{t.ForbidCollateralChange, "forbid_collateral_change"},
		{t.ExpectChange, "expect_change"},
	} {
		if guard.on {
			out = append(out, guard.name)
		}
	}
	return out
}
