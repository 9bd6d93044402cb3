package judge

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// large makes two snapshots of n records of six fields, half of them shuffled.
func large(tb testing.TB, n int, id string) (before, after *Snapshot) {
	tb.Helper()
	build := func(order []int) *Snapshot {
		s := &Snapshot{Reachable: true, Complete: true}
		var b value.Builder
		for _, i := range order {
			for _, f := range []struct {
				name string
				v    value.Value
			}{
				{id, value.OfInt(int64(i))}, {"patient", value.OfText(fmt.Sprintf("p%09d", i))}, {"kind", value.OfText("triage")},
				{"note", value.OfText(fmt.Sprintf("seen on ward %07d, nothing to be remarked", i))}, {"amount", value.OfInt(int64(i % 1000))}, {"done", value.OfBool(true)},
			} {
				if err := b.Set(f.name, f.v); err != nil {
					tb.Fatal(err)
				}
			}
			if b.EndRecord(); b.Full() {
				s.Records = append(s.Records, b.Take())
			}
		}
		s.Records = append(s.Records, b.Take())
		return s
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	before = build(order)
	r := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < n; i += 2 {
		j := r.IntN(n/2) * 2
		order[i], order[j] = order[j], order[i]
	}
	return before, build(append(order, n))
}

func BenchmarkJudge(b *testing.B) {
	e, err := (&effect.Effect{Kind: effect.RecordWritten, Match: effect.Selector{{Field: "patient", Want: effect.Literal("p000100000")}}}).Bind(nil, "")
	if err != nil {
		b.Fatal(err)
	}
	for _, id := range []string{"id", "ref"} {
		before, after := large(b, 100_000, id)
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				if j := Judge(Request{Effect: e, Before: before, After: after}); j.Ground != effect.GroundConfirmed {
					b.Fatal(j.Reason)
				}
			}
		})
	}
}
