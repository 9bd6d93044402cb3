package judge

import "github.com/effectkit/effectkit/effect"

// selected is how the records of one side stand to an effect's selector, and
// to its key where it has one.
type selected struct {
	match []fit // the selector alone
	key   []fit // the key alone; nil without one
	whole []fit // both: the records that count
}

func (t *trial) selectOn(s *side) selected {
	out := selected{match: s.fits(t.Match)}
	out.whole = out.match
	if t.Key != nil && s != nil {
		out.key = s.fits(effect.BoundSelector{{Field: t.KeyField, Literal: *t.Key}})
		out.whole = both(out.match, out.key)
	}
	return out
}

// recordTrial is the judgement of a record_written or field_equals.
type recordTrial struct {
	*trial
	b, a          selected
	expected      int
	matchedBefore int
	matchedAfter  int // new or not
	strays        int // new ones that match and bear another key, or none
}

// judgeRecords applies the rules of record_written and field_equals.
func (t *trial) judgeRecords() {
	r := &recordTrial{trial: t, b: t.selectOn(t.before), a: t.selectOn(t.after), expected: t.ExpectedCount}
	if t.Kind == effect.FieldEquals {
		r.expected = 1
	}
	r.matchedBefore, r.matchedAfter = count(r.b.whole, match), count(r.a.whole, match)
	r.findMatched()
	r.possible = count(r.a.whole, possibleMatch) > 0
	r.unknown = unknown(r.selectorFields(), t.before, t.after)
	if r.Key != nil {
		r.checkKey()
	}
	r.checkNumber()
	if r.Kind == effect.FieldEquals {
		r.checkField()
	}
	if r.CountNewOnly {
		r.checkMovedIn()
	}
	r.checkLosses()
	r.checkChanges()
	r.checkHeld()
	r.countAll()
}

func (r *recordTrial) selectorFields() []string {
	names := fieldsOf(r.Match)
	if r.Key != nil {
		names = append(names, r.KeyField)
	}
	return names
}

// findMatched lists the records that count.
func (r *recordTrial) findMatched() {
	for i, f := range r.a.whole {
		if f == match && (!r.CountNewOnly || r.pairs.isNew(i)) {
			r.matched = append(r.matched, i)
		}
	}
	r.wanted, r.found = r.expected, len(r.matched)
	r.absence = r.expected == 0
	r.nothing = r.found == 0
	r.lost = r.matchedBefore > 0 && r.matchedAfter == 0
	r.deletion = r.matchedBefore > 0 && !r.CountNewOnly
}

// checkNumber asks for more than were expected.
func (r *recordTrial) checkNumber() {
	if r.found <= r.expected {
		return
	}
	ground := effect.Duplicate
	if r.Kind == effect.FieldEquals {
		ground = effect.Ambiguous
	} else if r.goneCouldExplain(r.found + r.strays) {
		r.doubt = true
		return
	}
	for _, i := range r.matched {
		r.refute(ground, true, i)
	}
}

// goneCouldExplain tells whether so many new records may be no more than were
// expected, because some are old ones that changed (SEMANTICS 4.2).
func (r *recordTrial) goneCouldExplain(number int) bool {
	return r.CountNewOnly && !r.pairs.byField && number-r.pairs.gone <= r.expected
}

// checkField holds the one record of field_equals to its value.
func (r *recordTrial) checkField() {
	if r.found != 1 {
		return
	}
	v := r.after.value(r.matched[0], r.Field)
	switch declared, known := r.after.declares(r.Field); {
	case v.IsMissing() && known && !declared:
		r.fieldUnknown = true
	case v.IsMissing():
		r.refute(effect.FieldMissing, true, r.matched[0])
	case !r.Value.Equal(v):
		r.refute(effect.WrongValue, true, r.matched[0])
	}
}

// checkMovedIn finds old records that came to match.
func (r *recordTrial) checkMovedIn() {
	if !r.pairs.byField {
		return
	}
	for i, f := range r.a.whole {
		if b := r.pairs.beforeOf[i]; f == match && b != 0 && r.b.whole[b-1] != match {
			r.refute(effect.MovedIntoScope, true, i)
		}
	}
}

// checkHeld asks whether the effect held before, and whether a deletion alone
// made the count true.
func (r *recordTrial) checkHeld() {
	if r.pairs == nil {
		return
	}
	if r.Kind == effect.FieldEquals {
		r.already = r.delta && r.ExpectChange && r.fieldHeld()
		return
	}
	r.fell = r.delta && r.CountWritten && r.expected > 0 && r.matchedBefore > r.expected &&
		r.found == r.expected && !r.AllowRemoval && !r.CountNewOnly
	r.already = r.delta && r.ExpectChange && r.recordsHeld()
}

// recordsHeld tells whether the same identities matched before. Fewer of them
// prove no more, unless removal is what was wanted.
func (r *recordTrial) recordsHeld() bool {
	if r.matchedAfter != r.matchedBefore && (r.expected == 0 || r.AllowRemoval) {
		return false
	}
	for i, f := range r.a.whole {
		if f != match {
			continue
		}
		if b := r.pairs.beforeOf[i]; b == 0 || r.b.whole[b-1] != match {
			return false
		}
	}
	return true
}

// fieldHeld tells whether every record that matched before had the value.
func (r *recordTrial) fieldHeld() bool {
	for i, f := range r.b.whole {
		if f == match && !r.Value.Equal(r.before.value(i, r.Field)) {
			return false
		}
	}
	return r.matchedBefore > 0
}
