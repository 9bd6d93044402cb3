package effect

import "github.com/effectkit/effectkit/effect/source"

// Warnings are what a contract that can be judged leaves open, for check to
// show. They refuse nothing.
func (e *Effect) Warnings() Problems {
	v := validator{e: e}
	writes := e.Kind == RecordWritten && deref(e.ExpectedCount, 1) > 0
	if writes && !e.CountNewOnly && e.IdempotencyKey == nil && !deref(e.ForbidCollateralChange, false) {
		v.report.Add(e.Pos, "a record that takes an old one's identity would pass as written",
			"add count_new_only: true, an idempotency_key or forbid_collateral_change: true")
	}
	if len(e.Match) == 0 && (writes || e.Kind == FieldEquals) {
		v.add(keyMatch, "match names no field: every record matches", "name the fields that tell the record from others")
	}
	if e.KeyField != nil && e.IdempotencyKey == nil {
		v.add(keyKeyField, "key_field does nothing without an idempotency_key", "")
	}
	return v.report.Problems()
}

// Warnings are those of all effects, and a warning for each step that declares
// nothing.
func (b *Bundle) Warnings() Problems {
	var r source.Report
	for i := range b.Steps {
		step := &b.Steps[i]
		if len(step.Effects) == 0 && len(step.AlsoWatch) == 0 {
			r.Add(step.Pos, "a step that declares no effect: nothing would be verified", "declare what must be true after it")
		}
		for j := range step.Effects {
			r.Join(step.Effects[j].Warnings())
		}
	}
	return r.Problems()
}
