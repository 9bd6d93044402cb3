package judge

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// wants makes a selector of fields and literals in turn.
func wants(pairs ...string) (out effect.BoundSelector) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, effect.Want{Field: pairs[i], Literal: value.NewLiteral(pairs[i+1])})
	}
	return out
}

// refs are records of a batch each, of fields and values in turn.
func refs(t testing.TB, records ...rec) (out []subject) {
	t.Helper()
	for _, r := range records {
		var b value.Builder
		for f, v := range r {
			if err := b.Set(f, v); err != nil {
				t.Fatal(err)
			}
		}
		b.EndRecord()
		out = append(out, subject{after: Ref{Batch: b.Take()}})
	}
	return out
}

func demandsOf(selectors ...effect.BoundSelector) (out []demand) {
	for _, s := range selectors {
		out = append(out, newDemand(nil, s))
	}
	return out
}

func TestAnAssignmentIsAsLargeAsAnySearchFinds(t *testing.T) {
	r := newDice(1, 1)
	sizes := map[int]int{}
	for range 20_000 {
		var selectors []effect.BoundSelector
		for range 1 + r.IntN(5) {
			selectors = append(selectors, r.selector(1, 2))
		}
		var records []rec
		for range 1 + r.IntN(5) {
			records = append(records, r.record(value.Value{}))
		}
		m := newBook(demandsOf(selectors...)).assign(refs(t, records...), nil)
		want := best(len(records), len(selectors), func(i, k int) bool { return how(selectors[k], records[i]) == 2 })
		if m.assigned != want || m.tooLarge {
			t.Fatalf("%d of %d assigned, want %d", m.assigned, len(records), want)
		}
		for _, i := range m.unnamed {
			for _, s := range selectors {
				if how(s, records[i]) == 2 {
					t.Fatalf("record %d is named", i)
				}
			}
		}
		sizes[want]++
	}
	if sizes[3] == 0 || sizes[4] == 0 {
		t.Errorf("the sample has no large assignments: %v", sizes)
	}
}

func TestAFlowOfLargeGroupsIsMaximal(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 3_000 {
		groups, demands := 1+r.IntN(4), make([]demand, 1+r.IntN(4))
		for d := range demands {
			demands[d].times = 1 + r.IntN(3)
		}
		var f flow
		var items []int
		edges := make([][]bool, groups)
		for g := range groups {
			edges[g] = make([]bool, len(demands))
			var named []int32
			for d := range demands {
				if r.IntN(2) == 0 {
					edges[g][d] = true
					named = append(named, int32(d))
				}
			}
			f.group(named)
			n := 1 + r.IntN(2)
			f.supply[g] = int32(n)
			for range n {
				items = append(items, g)
			}
		}
		var places []int
		for d := range demands {
			for range demands[d].times {
				places = append(places, d)
			}
		}
		want := best(len(items), len(places), func(i, p int) bool { return edges[items[i]][places[p]] })
		if got, large := f.run(demands, 1<<20); got != want || large {
			t.Fatalf("flow %d, want %d: supply %v, edges %v, demands %v", got, want, f.supply, edges, demands)
		}
	}
}

func TestDemandsWrittenAlikeAreOne(t *testing.T) {
	got := groupDemands(demandsOf(wants("a", "1", "b", "2"), wants("b", "2", "a", "1"), wants("a", "1.0", "b", "2"), wants("a", "1")))
	if len(got) != 3 || got[0].times != 2 {
		t.Errorf("%d demands, the first %d times", len(got), got[0].times)
	}
	null := effect.BoundSelector{{Field: "a", Literal: value.NullLiteral()}}
	if got := groupDemands(demandsOf(null, wants("a", ""), wants("a", "null"))); len(got) != 3 {
		t.Errorf("null, the empty text and the text null are %d demands", len(got))
	}
}

func TestALiteralFindsEveryKindOfValueThatEqualsIt(t *testing.T) {
	j, _ := value.OfJSON("[1]")
	for _, v := range []value.Value{
		value.OfInt(1), value.OfFloat64(1), value.OfText("1"), value.OfTimeText("1"), value.OfTimeText("2026-01-01T00:00:00Z"), value.OfBool(true),
		value.OfBytes([]byte{0xd7}), j, value.NullValue(), value.NewBlinder(nil).Value(value.OfInt(1)),
	} {
		for _, text := range []string{"1", "1.0", "true", "[1.0]", "1w==", "2026-01-01T01:00:00+01:00", "x"} {
			l := value.NewLiteral(text)
			for _, l := range []value.Literal{l, value.NewBlinder(nil).Literal(l), value.NullLiteral()} {
				m := newBook(demandsOf(effect.BoundSelector{{Field: "a", Literal: l}})).assign(refs(t, rec{"a": v}), nil)
				if got := m.assigned == 1; got != l.Equal(v) {
					t.Errorf("%s %q and the literal %q: found %v", v.Kind(), v.Text(), text, got)
				}
			}
		}
	}
}

func TestAMatchingOverItsCapIsNoAnswer(t *testing.T) {
	// Every record is named by every member, each written in its own way.
	const n = 6_000
	e := &effect.Bound{Kind: effect.ExactNewSet, IdentityField: "id", IdentityRequired: true, ForbidCollateralLoss: true}
	var b value.Builder
	after := &Snapshot{Reachable: true, Complete: true}
	for i := range n {
		e.NewRecords = append(e.NewRecords, wants("a", "1."+fmt.Sprintf("%0*d", i+1, 0)))
		if err := b.Set("id", value.OfInt(int64(i))); err != nil {
			t.Fatal(err)
		}
		if err := b.Set("a", value.OfInt(1)); err != nil {
			t.Fatal(err)
		}
		if b.EndRecord(); b.Full() {
			after.Records = append(after.Records, b.Take())
		}
	}
	after.Records = append(after.Records, b.Take())
	if j := Judge(Request{Effect: e, Before: &Snapshot{Reachable: true, Complete: true}, After: after}); j.Ground != effect.MatchingTooLarge {
		t.Errorf("%s", j.Ground)
	}
}

func TestLongAugmentingPathsAreFound(t *testing.T) {
	// Members i and i+1 both name record i, and the greedy choice is wrong at
	// every one: {k: i} names records with k=i, {l: i} those with l=i.
	const n = 3_000
	var selectors []effect.BoundSelector
	var records []rec
	for i := range n {
		selectors = append(selectors, wants("k", strconv.Itoa(i)))
		records = append(records, rec{"k": value.OfInt(int64(i)), "l": value.OfInt(int64(i - 1))})
	}
	for i := range n - 1 {
		selectors = append(selectors, wants("l", strconv.Itoa(i)))
	}
	records = append(records, records[1:]...)
	m := newBook(demandsOf(selectors...)).assign(refs(t, records...), nil)
	if m.assigned != 2*n-1 || m.tooLarge {
		t.Errorf("%d assigned, want %d", m.assigned, 2*n-1)
	}
}
