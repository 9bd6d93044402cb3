package judge

import (
	"github.com/effectkit/effectkit/effect"
)

// Judge answers whether the effect is there, once, complete, and nothing else
// (SEMANTICS 4). It is pure: equal requests get equal judgements, whatever the
// order of their records. The request must have an effect of a known kind;
// nobody may change its snapshots meanwhile.
func Judge(r Request) Judgement {
	t := &trial{Bound: r.Effect, after: newSide(r.After), delta: r.Mode != effect.CurrentState, siblings: r.Siblings}
	if t.delta {
		t.before = newSide(r.Before)
	}
	if ground, final := t.admit(r); ground != "" {
		return t.indeterminate(ground, final)
	}
	t.whole = t.after.Whole()
	pairs, ground, final := identify(r.Effect, t.before, t.after)
	if ground != "" {
		return t.indeterminate(ground, final)
	}
	t.pairs = pairs
	if t.unknown = t.requiredUnknown(); len(t.unknown) > 0 {
		return t.indeterminate(effect.FieldUnknown, t.declaredUnknown(t.unknown))
	}
	t.findSiblings()
	switch r.Effect.Kind {
	case effect.RecordWritten, effect.FieldEquals:
		t.judgeRecords()
	case effect.ExactNewSet:
		t.judgeNewSet()
	case effect.ExactDelta:
		t.judgeDelta()
	default:
		return Judgement{Verdict: effect.Verdict{Reason: "an effect of an unknown kind"}}
	}
	return t.decide()
}

// admit asks whether the snapshots can be judged at all (4.1, 1 to 3).
func (t *trial) admit(r Request) (ground effect.Ground, final bool) {
	needs := r.Effect.NeedsBaseline()
	switch {
	case t.after == nil:
		return unreadable(r.After), false
	case t.after.n > maxRecords || (t.before != nil && t.before.n > maxRecords):
		return effect.EvidenceTooLarge, false
	case !t.delta && r.Effect.RefusedInCurrentState() != "":
		return effect.BaselineUnreadable, true
	case !t.delta:
		return "", false
	case sourcesDiffer(r.Before, r.After):
		return effect.SourceReplaced, false
	case needs && t.before == nil:
		return effect.BaselineUnreadable, true
	case needs && !t.before.Whole():
		return effect.CoverageGap, true
	}
	return "", false
}

func unreadable(s *Snapshot) effect.Ground {
	if s == nil || !s.Reason.Unreadable() {
		return effect.Unreachable
	}
	return s.Reason
}

// sourcesDiffer compares which system answered. A baseline that could not be
// read need not say.
func sourcesDiffer(before, after *Snapshot) bool {
	if before == nil || (!before.Reachable && before.Source == "") {
		return false
	}
	return before.Source != after.Source
}

// requiredUnknown are the unknown fields among those that nothing can be said
// without: the key's, and those of an exact kind (4.1, 5).
func (t *trial) requiredUnknown() []string {
	var f fieldSet
	if t.Key != nil {
		f.addName(t.KeyField)
	}
	if t.Kind.Exact() {
		f.add(t.Match)
		f.addDeclared(t.Bound)
	}
	return unknown(f.names, t.before, t.after)
}

// declaredUnknown tells whether the reader itself says that it can never
// produce some of the fields.
func (t *trial) declaredUnknown(names []string) bool {
	for _, name := range names {
		if declared, known := t.after.declares(name); known && !declared {
			return true
		}
	}
	return false
}

// decide puts what the rules found into the order of 4.1, from 6 on.
func (t *trial) decide() Judgement {
	renamed := t.nothing && len(t.unknown) > 0
	if t.whole && !renamed { // a renamed column is not a deletion
		t.findings.join(t.losses)
	}
	contradicted := len(t.findings) > 0
	short := t.found < t.wanted
	unclear := renamed || ((short || t.absence) && t.possible)
	if t.whole && !unclear {
		t.addShortfall(short, contradicted)
	}
	switch {
	case contradicted:
		return t.refuted()
	case t.tooLarge:
		return t.indeterminate(effect.MatchingTooLarge, false)
	case !t.whole:
		return t.indeterminate(effect.CoverageGap, false)
	case unclear || t.undecided:
		return t.indeterminate(effect.FieldUnknown, t.nothing && t.declaredUnknown(t.unknown))
	case t.fieldUnknown:
		return t.indeterminate(effect.FieldUnknown, true)
	case len(t.findings) > 0:
		return t.refuted()
	case t.doubt:
		return t.indeterminate(effect.IdentityMissing, false)
	case t.already:
		return t.indeterminate(effect.AlreadyTrue, false)
	}
	return t.confirmed()
}

// addShortfall adds the ground of too few (4.1, 9), and that of a count which
// only a deletion made true, where identity does not leave doubt about it.
func (t *trial) addShortfall(short, contradicted bool) {
	missing := t.wanted - t.found
	switch {
	case short && t.found > 0:
		t.findings.note(effect.Short, missing)
	case short && t.lost:
		t.findings.note(effect.TargetLost, missing)
	case short:
		if ground := t.absent(); ground != effect.Missing || !contradicted {
			t.findings.note(ground, missing)
		}
	case t.fell && !t.doubt:
		t.findings.note(effect.TargetLost, t.counts.MatchedBefore-t.found)
	}
}
