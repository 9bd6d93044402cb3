package judge

import "github.com/effectkit/effectkit/effect"

// checkLosses applies the loss guard (SEMANTICS 4.2 and 4.4).
func (r *recordTrial) checkLosses() {
	if r.pairs == nil {
		return
	}
	if !r.pairs.byField {
		r.checkWholeLosses()
		return
	}
	if !r.guardsLoss() {
		return
	}
	var vanished []int
	for b := range r.b.whole {
		switch {
		case !r.pairs.isGone(b):
		case r.b.whole[b] == match:
			vanished = append(vanished, b)
		case !r.isSibling(b):
			r.miss(effect.CollateralLoss, false, b)
		}
	}
	if len(vanished) > r.mayVanish() {
		for _, b := range vanished {
			r.miss(effect.TargetLost, false, b)
		}
	}
}

// mayVanish is how many targets the contract lets go: all where it wants none,
// and with allow_removal those beyond the count.
func (r *recordTrial) mayVanish() int {
	switch {
	case r.expected == 0:
		return r.matchedBefore
	case r.AllowRemoval:
		return max(0, r.matchedBefore-r.expected)
	}
	return 0
}

// checkWholeLosses is the loss guard under whole-record identity, where a
// changed record cannot be told from one gone and one come.
func (r *recordTrial) checkWholeLosses() {
	if r.CountNewOnly && r.pairs.gone > 0 {
		r.doubt = true
	}
	if !r.guardsLoss() {
		return
	}
	lost, targets := 0, r.mayVanish()
	for b := range r.b.whole {
		switch {
		case !r.pairs.isGone(b) || r.isSibling(b):
			continue
		case r.b.whole[b] == match && targets > 0:
			targets--
			continue
		}
		lost++
	}
	switch {
	case lost > r.pairs.came:
		r.losses.note(effect.CollateralLoss, lost-r.pairs.came)
	case lost > 0 && !r.isOwnUpdate():
		r.doubt = true
	}
}

// isOwnUpdate tells whether field_equals can tell its own update without
// identities: one match before and after, differing in the field alone, and
// nothing else gone or come.
func (r *recordTrial) isOwnUpdate() bool {
	p := r.pairs
	if r.Kind != effect.FieldEquals || r.matchedBefore != 1 || r.matchedAfter != 1 || p.gone != 1 || p.came != 1 {
		return false
	}
	b, a := first(r.b.whole), first(r.a.whole)
	return p.isGone(b) && p.isNew(a) && !differ(r.before.ref(b), r.after.ref(a), allow([]string{r.Field}))
}

func first(fits []fit) int {
	for i, f := range fits {
		if f == match {
			return i
		}
	}
	return -1
}

// checkChanges applies the change guard (SEMANTICS 4.4).
func (r *recordTrial) checkChanges() {
	if r.pairs == nil || !r.guardsChange() || !r.pairs.byField {
		return
	}
	ignored := allow(r.IgnoreFields)
	ours := append(fieldsOf(r.Match), r.Field)
	if r.Key != nil {
		ours = append(ours, r.KeyField)
	}
	own := allow(r.IgnoreFields, ours)
	for b, changed := range r.pairs.changed {
		if !changed || (!r.CountNewOnly && (r.b.whole[b] == match || r.isSibling(b))) {
			continue
		}
		a := int(r.pairs.afterOf[b]) - 1
		allowed := ignored
		if r.b.whole[b] != match && r.a.whole[a] == match {
			allowed = own
		}
		if differ(r.before.ref(b), r.after.ref(a), allowed) {
			r.refute(effect.CollateralChange, true, a)
		}
	}
}

// countAll fills in the counts: bystanders are counted, guarded or not.
func (r *recordTrial) countAll() {
	r.counts.MatchedBefore = r.matchedBefore
	for i, f := range r.a.whole {
		if f != match && r.pairs != nil && r.pairs.isNew(i) && !(r.siblingAfter != nil && r.siblingAfter[i]) {
			r.counts.BystandersAdded++
		}
	}
	for b, f := range r.b.whole {
		target := f == match
		if r.isSibling(b) {
			continue
		}
		switch {
		case r.pairs.isGone(b) && !target && r.whole:
			r.counts.BystandersRemoved++
		case r.pairs.changed != nil && r.pairs.changed[b] && (!target || r.CountNewOnly):
			r.counts.BystandersChanged++
		}
	}
}
