package judge

import "github.com/effectkit/effectkit/effect"

// checkKey applies the rules of an idempotency key (SEMANTICS 4.3).
func (r *recordTrial) checkKey() {
	bearers := count(r.a.key, match)
	if bearers > r.expected {
		for i, f := range r.a.key {
			if f == match {
				r.refute(effect.Duplicate, true, i)
			}
		}
	}
	strays := r.findStrays()
	r.strays = len(strays)
	switch {
	case bearers > 0 && !r.goneCouldExplain(r.found+r.strays):
		for _, i := range strays {
			r.refute(effect.Duplicate, true, i)
		}
	case bearers > 0 && r.strays > 0:
		r.doubt = true
	case count(r.a.key, possibleMatch) == 0: // nobody bears it, for certain
		for _, i := range strays {
			r.miss(effect.Misplaced, true, i)
		}
	}
	r.checkOverwritten()
}

// findStrays lists the new records that match without bearing the key: a
// second submission under a fresh key, or none.
func (r *recordTrial) findStrays() []int {
	var out []int
	for i, f := range r.a.match {
		if f == match && r.a.key[i] == noMatch && r.pairs.isNew(i) {
			out = append(out, i)
		}
	}
	return out
}

// checkOverwritten finds old records whose own key became ours.
func (r *recordTrial) checkOverwritten() {
	if !r.pairs.byField {
		return
	}
	for i, f := range r.a.key {
		b := int(r.pairs.beforeOf[i]) - 1
		if f != match || b < 0 || r.b.key[b] == match {
			continue
		}
		if old := r.before.value(b, r.KeyField); !old.IsNull() && !old.IsMissing() {
			r.refute(effect.CollateralLoss, true, i)
		}
	}
}
