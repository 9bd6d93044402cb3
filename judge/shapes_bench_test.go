package judge

import (
	"strconv"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

func BenchmarkDistinctMembers(b *testing.B) {
	for _, n := range []int{2_000, 20_000} {
		e := &effect.Bound{Kind: effect.ExactNewSet, IdentityField: "id", IdentityRequired: true, ForbidCollateralLoss: true}
		var builder value.Builder
		after := &Snapshot{Reachable: true, Complete: true}
		for i := range n {
			e.NewRecords = append(e.NewRecords, effect.BoundSelector{
				{Field: "user", Literal: value.NewLiteral("7")}, {Field: "song", Literal: value.NewLiteral(strconv.Itoa(i))},
			})
			for _, name := range []string{"id", "song"} {
				if err := builder.Set(name, value.OfInt(int64(i))); err != nil {
					b.Fatal(err)
				}
			}
			if err := builder.Set("user", value.OfInt(7)); err != nil {
				b.Fatal(err)
			}
			if builder.EndRecord(); builder.Full() {
				after.Records = append(after.Records, builder.Take())
			}
		}
		after.Records = append(after.Records, builder.Take())
		r := Request{Effect: e, Before: &Snapshot{Reachable: true, Complete: true}, After: after}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if j := Judge(r); j.Ground != effect.GroundConfirmed {
					b.Fatal(j.Reason)
				}
			}
		})
	}
}
