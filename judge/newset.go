package judge

import "github.com/effectkit/effectkit/effect"

// judgeNewSet applies the rules of exact_new_set (SEMANTICS 4.3).
func (t *trial) judgeNewSet() {
	b, a := t.before.fits(t.Match), t.after.fits(t.Match)
	members := make([]demand, len(t.NewRecords))
	for i, s := range t.NewRecords {
		members[i] = newDemand(nil, s)
	}
	t.wanted, t.absence = len(members), len(members) == 0
	book := newBook(members)
	t.matchAdded(book, a)
	t.checkOldInScope(book, b, a)
	t.countExact(count(b, match), t.found, 0, 0)
}

// added lists the new records of after in the scope.
func (t *trial) added(a []fit) (out []int) {
	for i, f := range a {
		if f == noMatch || !t.pairs.isNew(i) {
			continue
		}
		if f == possibleMatch {
			t.possible, t.undecided = true, true
			continue
		}
		out = append(out, i)
	}
	return out
}

// matchAdded holds the records added in the scope to the members.
func (t *trial) matchAdded(members *book, a []fit) {
	added := t.added(a)
	subjects := make([]subject, len(added))
	for i, record := range added {
		subjects[i].after = t.after.ref(record)
	}
	m := members.assign(subjects, nil)
	t.found, t.tooLarge, t.matched = m.assigned, m.tooLarge, added
	t.nothing = t.found == 0
	if m.tooLarge {
		return
	}
	for _, i := range m.unnamed {
		t.refute(effect.UnintendedWrite, true, added[i])
	}
	if named := len(added) - len(m.unnamed); m.assigned < named || len(added) > t.wanted {
		t.findings.note(effect.WrongCardinality, max(named-m.assigned, len(added)-t.wanted))
	}
}

// checkOldInScope holds the records that were there before to the scope.
func (t *trial) checkOldInScope(members *book, b, a []fit) {
	var turned []int // in scope before and after, and changed
	ignored := allow(t.IgnoreFields)
	for record, f := range b {
		if t.pairs.isGone(record) {
			t.checkGone(record, f)
			continue
		}
		now := int(t.pairs.afterOf[record]) - 1
		if !t.pairs.changed[record] {
			continue
		}
		if f == match && t.guardsChange() && differ(t.before.ref(record), t.after.ref(now), ignored) {
			t.refute(effect.CollateralChange, true, now)
		}
		switch g := a[now]; {
		case f == match && g == match:
			turned = append(turned, record)
		case g == match:
			t.refute(effect.MovedIntoScope, true, now)
		case g == possibleMatch && f == noMatch:
			t.possible, t.undecided = true, true
		case f != match || !t.guardsLoss():
		case g == noMatch:
			t.refute(effect.MovedOutOfScope, true, now)
		default:
			t.undecided = true
		}
	}
	t.checkTurned(members, turned)
}

// checkGone judges a record of before that is no longer there.
func (t *trial) checkGone(record int, f fit) {
	switch {
	case !t.guardsLoss():
	case f == match:
		t.miss(effect.CollateralLoss, false, record)
	case f == possibleMatch:
		t.undecided = true
	}
}

// checkTurned finds old records that came to satisfy a member.
func (t *trial) checkTurned(members *book, turned []int) {
	for _, record := range turned {
		was, now := t.before.ref(record), int(t.pairs.afterOf[record])-1
		came := members.naming(subject{after: t.after.ref(now)}, func(d *demand, _ subject) bool {
			return !d.named(was)
		})
		if members.work <= 0 {
			t.tooLarge = true
			return
		}
		if len(came) > 0 {
			t.refute(effect.UnintendedChange, true, now)
		}
	}
}

// countExact fills in the counts of an exact kind. Bystanders are all records
// but those that the contract declares and that were found.
func (t *trial) countExact(matchedBefore, added, removed, changed int) {
	t.counts.MatchedBefore = matchedBefore
	t.counts.BystandersAdded = t.pairs.came - added
	if t.whole {
		t.counts.BystandersRemoved = t.pairs.gone - removed
	}
	t.counts.BystandersChanged = t.pairs.changes - changed
}
