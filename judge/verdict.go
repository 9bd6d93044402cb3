package judge

import "github.com/effectkit/effectkit/effect"

// indeterminate is the judgement that the question cannot be answered.
func (t *trial) indeterminate(ground effect.Ground, final bool) Judgement {
	return t.judgement(final, ground)
}

// refuted is the judgement that the records, or their absence, contradict the
// effect.
func (t *trial) refuted() Judgement { return t.judgement(false, t.findings.grounds()...) }

// confirmed is the judgement that the effect is there.
func (t *trial) confirmed() Judgement {
	out := t.judgement(false, effect.GroundConfirmed)
	out.Fingerprint = t.fingerprint()
	out.Rests = make([]Ref, len(t.matched))
	for i, record := range t.matched {
		out.Rests[i] = t.after.ref(record)
	}
	return out
}

func (t *trial) judgement(final bool, grounds ...effect.Ground) Judgement {
	t.counts.Expected, t.counts.Observed = t.wanted, t.found
	if t.after != nil {
		t.counts.After = t.after.n
	}
	if t.before != nil {
		t.counts.Before = t.before.n
	}
	v := effect.NewVerdict("", grounds...)
	v.Reason = t.reason(v)
	v.Evidence = t.evidence(v)
	return Judgement{Verdict: v, MatchedBefore: t.deletion, Final: final}
}
