package judge

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// FuzzLaws judges random cases and holds the judge to what needs no oracle.
func FuzzLaws(f *testing.F) {
	for seed := range uint64(2_000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		d := newDice(seed, 2)
		r := d.request()
		j := Judge(r)
		fail := func(law string, other Judgement) {
			t.Helper()
			t.Fatalf("%s: %s becomes %s\n%s", law, j.Ground, other.Ground, describe(r))
		}
		if again := Judge(r); !sameJudgement(j, again) {
			fail("judging twice gives one answer", again)
		}
		if other := Judge(d.shuffled(r)); !sameAnswer(j, other) {
			fail("the order of records and columns does not matter", other)
		}
		checkIncomplete(t, r, fail)
		checkGuards(t, r, j, fail)
		checkBlinded(t, r, j, fail)
		if j.Decision == effect.Confirmed {
			checkConfirmed(t, d, r, j, fail)
		} else if j.Fingerprint != "" || j.Rests != nil {
			t.Fatalf("%s rests on records", j.Ground)
		}
	})
}

// sameAnswer compares all that does not depend on the order of records.
func sameAnswer(a, b Judgement) bool {
	return cmp.Equal(a.Grounds, b.Grounds) && a.Reason == b.Reason && a.Evidence.Counts == b.Evidence.Counts && a.Fingerprint == b.Fingerprint &&
		a.Final == b.Final && a.MatchedBefore == b.MatchedBefore && len(a.Rests) == len(b.Rests)
}

func sameJudgement(a, b Judgement) bool {
	return sameAnswer(a, b) && cmp.Equal(a.Evidence, b.Evidence, cmp.Comparer(func(x, y value.Value) bool { return value.Same(x, y) }))
}

func (d dice) shuffled(r Request) Request {
	again := func(s *Snapshot) *Snapshot {
		if s == nil || s.Records == nil {
			return s
		}
		out := *s
		records := recordsOf(s)
		d.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		out.Records = d.batches(records)
		return &out
	}
	r.Before, r.After = again(r.Before), again(r.After)
	return r
}

// checkIncomplete: over an incomplete after nothing is confirmed, nothing
// absent, and nothing lost.
func checkIncomplete(t *testing.T, r Request, fail func(string, Judgement)) {
	t.Helper()
	if !r.After.Readable() {
		return
	}
	cut := *r.After
	cut.Complete = false
	r.After = &cut
	j := Judge(r)
	for _, g := range j.Grounds {
		switch g {
		case effect.GroundConfirmed, effect.Missing, effect.MissingUnproven, effect.Misplaced, effect.Short, effect.TargetLost, effect.UnintendedRemoval:
			fail("an incomplete read claims no absence, shortfall, loss or success", j)
		}
	}
}

// checkGuards: a guard turned on never turns a verdict into a confirmation.
func checkGuards(t *testing.T, r Request, j Judgement, fail func(string, Judgement)) {
	t.Helper()
	if j.Decision == effect.Confirmed || r.Effect.Kind == effect.ExactDelta {
		return
	}
	for _, turn := range []func(*effect.Bound){
		func(e *effect.Bound) { e.ForbidCollateralLoss = true },
		func(e *effect.Bound) { e.ForbidCollateralChange, e.IdentityRequired = true, true },
		func(e *effect.Bound) { e.ExpectChange = true },
		func(e *effect.Bound) { e.IdentityRequired = true },
		func(e *effect.Bound) { e.AllowRemoval = false },
		func(e *effect.Bound) { e.IgnoreFields = nil },
	} {
		stricter := *r.Effect
		turn(&stricter)
		with := r
		with.Effect = &stricter
		// Identity by a required field is not a guard: it may tell records apart
		// that whole records cannot.
		if got := Judge(with); got.Decision == effect.Confirmed {
			fail("a guard turned on confirms nothing", got)
		}
	}
}

// checkBlinded: values that are blinded before they are stored decide as they
// would have.
func checkBlinded(t *testing.T, r Request, j Judgement, fail func(string, Judgement)) {
	t.Helper()
	b := value.NewBlinder([]byte("key"))
	hide := func(s *Snapshot) *Snapshot {
		if s == nil {
			return nil
		}
		out := *s
		out.Records = nil
		var builder value.Builder
		for _, record := range recordsOf(s) {
			for f, v := range record {
				if err := builder.Set(f, b.Value(v)); err != nil {
					t.Fatal(err)
				}
			}
			builder.EndRecord()
		}
		if builder.Rows() > 0 {
			out.Records = []*value.Batch{builder.Take()}
		}
		return &out
	}
	selector := func(s effect.BoundSelector) (out effect.BoundSelector) {
		for _, w := range s {
			out = append(out, effect.Want{Field: w.Field, Literal: b.Literal(w.Literal)})
		}
		return out
	}
	selectors := func(list []effect.BoundSelector) (out []effect.BoundSelector) {
		for _, s := range list {
			out = append(out, selector(s))
		}
		return out
	}
	e := *r.Effect
	e.Match, e.NewRecords, e.Added, e.Removed = selector(e.Match), selectors(e.NewRecords), selectors(e.Added), selectors(e.Removed)
	e.Value = b.Literal(e.Value)
	if e.Key != nil {
		key := b.Literal(*e.Key)
		e.Key = &key
	}
	e.Changed = nil
	for _, c := range r.Effect.Changed {
		e.Changed = append(e.Changed, effect.BoundChange{Match: selector(c.Match), Set: selector(c.Set)})
	}
	r.Effect, r.Before, r.After, r.Siblings = &e, hide(r.Before), hide(r.After), selectors(r.Siblings)
	if got := Judge(r); !cmp.Equal(got.Grounds, j.Grounds) || got.Evidence.Counts != j.Evidence.Counts {
		fail("blinding values changes no verdict", got)
	}
}

// checkConfirmed: a confirmation survives neither the loss of a record that it
// rests on nor one more that matches.
func checkConfirmed(t *testing.T, d dice, r Request, j Judgement, fail func(string, Judgement)) {
	t.Helper()
	if j.Fingerprint == "" || j.Ground != effect.GroundConfirmed || len(j.Rests) > r.After.Len() {
		t.Fatalf("a confirmation without a fingerprint, or on too many records")
	}
	rests := recordsOfRefs(j.Rests)
	records := recordsOf(r.After)
	for _, rest := range rests {
		for i, x := range records {
			if sameRecords(x, rest) {
				fewer := append(append([]rec{}, records[:i]...), records[i+1:]...)
				if got := Judge(withAfter(d, r, fewer)); got.Decision == effect.Confirmed {
					fail("a confirmation does not survive a required record", got)
				}
				break
			}
		}
		more := rec{}
		for f, v := range rest {
			more[f] = v
		}
		if _, ok := more[r.Effect.IdentityField]; ok && r.Effect.IdentityField == "id" {
			more["id"] = value.OfInt(7_777)
		}
		if got := Judge(withAfter(d, r, append(append([]rec{}, records...), more))); got.Decision == effect.Confirmed {
			fail("a confirmation does not survive one more that matches", got)
		}
	}
}

func recordsOfRefs(refs []Ref) (out []rec) {
	for _, r := range refs {
		out = append(out, recordsOf(&Snapshot{Records: []*value.Batch{r.Batch}})[r.Row])
	}
	return out
}

func withAfter(d dice, r Request, records []rec) Request {
	after := *r.After
	after.Records = d.batches(records)
	r.After = &after
	return r
}
