package judge

import "github.com/effectkit/effectkit/effect"

// judgeDelta applies the rules of exact_delta: inside the scope everything
// that changed is declared (SEMANTICS 4.3).
func (t *trial) judgeDelta() {
	b, a := t.before.fits(t.Match), t.after.fits(t.Match)
	t.wanted = len(t.Added) + len(t.Removed) + len(t.Changed)
	t.absence = t.wanted == 0
	t.deletion = len(t.Removed) > 0
	added := t.added(a)
	nAdded := t.matchDelta(effect.UnintendedWrite, t.addedDemands(), nil, added)
	nRemoved := 0
	if t.whole {
		t.removed = t.goneInScope(b)
		nRemoved = t.matchDelta(effect.UnintendedRemoval, t.removedDemands(), t.removed, nil)
	}
	before, after := t.alteredInScope(b, a)
	nChanged := t.matchDelta(effect.UnintendedChange, t.changedDemands(), before, after)
	t.matched = append(added, after...)
	t.found = nAdded + nRemoved + nChanged
	t.nothing = t.found == 0
	t.countExact(count(b, match), nAdded, nRemoved, nChanged)
}

// subjects makes subjects of records of before, of after, or of pairs.
func (t *trial) subjects(before, after []int) []subject {
	out := make([]subject, max(len(before), len(after)))
	for i, record := range before {
		out[i].before = t.before.ref(record)
	}
	for i, record := range after {
		out[i].after = t.after.ref(record)
	}
	return out
}

// matchDelta assigns what happened, to records of before, of after or to pairs,
// to what was declared, and gives how many were. What is left over is not
// declared.
func (t *trial) matchDelta(ground effect.Ground, declared []demand, before, after []int) (found int) {
	m := newBook(declared).assign(t.subjects(before, after), setAlone)
	t.tooLarge = t.tooLarge || m.tooLarge
	if m.tooLarge {
		return 0
	}
	for _, i := range m.unnamed {
		if after != nil {
			t.refute(ground, true, after[i])
		} else {
			t.refute(ground, false, before[i])
		}
	}
	if left := max(len(before), len(after)) - m.assigned - len(m.unnamed); left > 0 {
		t.findings.note(ground, left)
	}
	return m.assigned
}

func (t *trial) addedDemands() []demand {
	out := make([]demand, len(t.Added))
	for i, s := range t.Added {
		out[i] = newDemand(nil, s)
	}
	return out
}

func (t *trial) removedDemands() []demand {
	out := make([]demand, len(t.Removed))
	for i, s := range t.Removed {
		out[i] = newDemand(s, nil)
	}
	return out
}

func (t *trial) changedDemands() []demand {
	out := make([]demand, len(t.Changed))
	for i, c := range t.Changed {
		out[i] = newDemand(c.Match, c.Set)
		out[i].own = allow(t.IgnoreFields, fieldsOf(c.Set))
	}
	return out
}

// setAlone tells whether a record changed in the fields that a declared change
// sets, and in no other. Declared writes and removals ask nothing more.
func setAlone(d *demand, sub subject) bool {
	return d.own == nil || !differ(sub.before, sub.after, d.own)
}

// goneInScope lists the records of the scope that are no longer there.
func (t *trial) goneInScope(b []fit) (out []int) {
	for record, f := range b {
		switch {
		case !t.pairs.isGone(record):
		case f == match:
			out = append(out, record)
		case f == possibleMatch:
			t.possible, t.undecided = true, true
		}
	}
	return out
}

// alteredInScope lists the records that differ in a field that counts, and were
// or are in the scope.
func (t *trial) alteredInScope(b, a []fit) (before, after []int) {
	ignored := allow(t.IgnoreFields)
	for record, changed := range t.pairs.changed {
		if !changed {
			continue
		}
		now := int(t.pairs.afterOf[record]) - 1
		f := max(b[record], a[now])
		if f == noMatch || !differ(t.before.ref(record), t.after.ref(now), ignored) {
			continue
		}
		if f == possibleMatch {
			t.possible, t.undecided = true, true
			continue
		}
		before, after = append(before, record), append(after, now)
	}
	return before, after
}
