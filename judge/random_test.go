package judge

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// dice makes small random cases of every kind. A few fields and values, so that
// records often match, repeat, and turn into each other.
type dice struct {
	*rand.Rand
	narrow bool // few values: nearly everything matches something
}

func newDice(seed, stream uint64) dice {
	r := rand.New(rand.NewPCG(seed, stream))
	return dice{r, r.IntN(2) == 0}
}

func (d dice) often(percent int) bool { return d.IntN(100) < percent }

var fieldNames = []string{"a", "b", "c"}

func (d dice) value() value.Value {
	if d.narrow && d.often(90) {
		return value.OfInt(int64(d.IntN(2)))
	}
	switch d.IntN(12) {
	case 0:
		return value.NullValue()
	case 1:
		return value.OfText("1")
	case 2:
		return value.OfBool(true)
	case 3:
		v, _ := value.OfDecimalText("1.0")
		return v
	case 4:
		v, _ := value.OfJSON(`{"k":[1]}`)
		return v
	case 5:
		return value.OfTimeText([]string{"2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00"}[d.IntN(2)])
	case 6, 7:
		return value.OfText("x")
	}
	return value.OfInt(int64(d.IntN(3)))
}

func (d dice) literal() value.Literal {
	if d.often(15) {
		return value.NullLiteral()
	}
	if d.narrow && d.often(90) {
		return value.NewLiteral([]string{"0", "1"}[d.IntN(2)])
	}
	texts := []string{"0", "1", "1", "1.0", "2", "x", "x", "true", `{"k":[1.0]}`, "2026-01-01T00:00:00Z"}
	return value.NewLiteral(texts[d.IntN(len(texts))])
}

func (d dice) record(id value.Value) rec {
	r := rec{}
	if id.Kind() != value.Missing {
		r["id"] = id
	}
	for _, f := range fieldNames {
		if d.often(85) {
			r[f] = d.value()
		}
	}
	return r
}

// snapshots are a baseline and what became of it.
func (d dice) snapshots() (before, after *Snapshot) {
	ids := 100
	if d.often(8) { // some identities missing, null or repeated
		ids = 60
	} else if d.often(15) { // none at all
		ids = 0
	}
	next := 0
	id := func() value.Value {
		next++
		switch {
		case d.often(ids):
			return value.OfInt(int64(next))
		case ids == 0 || d.often(50):
			return value.Value{}
		case d.often(50):
			return value.NullValue()
		}
		return value.OfInt(1)
	}
	var b, a []rec
	for range d.IntN(4) {
		b = append(b, d.record(id()))
	}
	for _, r := range b {
		switch {
		case d.often(12): // gone
		case d.often(25): // changed
			n := rec{}
			for f, v := range r {
				n[f] = v
			}
			f := fieldNames[d.IntN(len(fieldNames))]
			if n[f] = d.value(); d.often(20) {
				delete(n, f)
			}
			a = append(a, n)
		default:
			a = append(a, r)
		}
	}
	for range d.IntN(4) {
		a = append(a, d.record(id()))
	}
	d.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	before, after = d.snapshot(b, 92), d.snapshot(a, 85)
	if d.often(2) {
		before = nil
	}
	return before, after
}

func (d dice) snapshot(records []rec, complete int) *Snapshot {
	s := &Snapshot{Reachable: !d.often(1), Complete: d.often(complete), Records: d.batches(records)}
	if !s.Reachable {
		s.Records = nil
		s.Reason = []effect.Ground{"", effect.CredentialRefused, effect.AdapterFailed}[d.IntN(3)]
	}
	if d.often(8) {
		s.Gaps = []value.Gap{{Kind: value.GapElsewhere, Detail: "a surface", Advisory: d.often(70)}}
	}
	if d.often(20) {
		s.Fields = []value.Field{}
		for _, f := range append([]string{"id"}, fieldNames...) {
			if d.often(85) {
				s.Fields = append(s.Fields, value.Field{Name: f})
			}
		}
	}
	if d.often(1) {
		s.Source = "db"
	}
	return s
}

// batches cuts records into batches of columns in any order.
func (d dice) batches(records []rec) (out []*value.Batch) {
	var b value.Builder
	for _, r := range records {
		names := append([]string{"id"}, fieldNames...)
		d.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, f := range names {
			if v, ok := r[f]; ok {
				if err := b.Set(f, v); err != nil {
					panic(err)
				}
			}
		}
		if b.EndRecord(); d.often(30) {
			out = append(out, b.Take())
			if d.often(50) {
				b = value.Builder{}
			}
		}
	}
	if b.Rows() > 0 {
		out = append(out, b.Take())
	}
	return out
}

func (d dice) selector(least, most int) effect.BoundSelector {
	var out effect.BoundSelector
	names := append([]string{}, fieldNames...)
	if d.often(2) {
		names = append(names, "nowhere")
	}
	if d.often(70) { // else any: fields that are seldom asked differ seldom
		d.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	}
	for i := range least + d.IntN(most-least+1) {
		out = append(out, effect.Want{Field: names[i], Literal: d.literal()})
	}
	return out
}

func (d dice) selectors(most int) (out []effect.BoundSelector) {
	for range d.IntN(most + 1) {
		s := d.selector(1, 1+d.IntN(2))
		out = append(out, s)
		if d.often(20) {
			out = append(out, s)
		}
	}
	return out
}

func (d dice) effect() *effect.Bound {
	e := &effect.Bound{
		Kind: effect.Kinds()[d.IntN(4)], Match: d.selector(0, 2), Risk: effect.Reversible, IdentityField: "id", KeyField: "key",
		ExpectedCount: 1, ForbidCollateralLoss: d.often(70), ForbidCollateralChange: d.often(25),
	}
	if d.often(20) {
		e.IgnoreFields = []string{fieldNames[d.IntN(3)]}
	}
	written := d.often(10)
	if written && d.often(30) {
		e.IdentityField = "a"
	}
	switch e.Kind {
	case effect.RecordWritten:
		e.CountWritten = d.often(70)
		if e.CountWritten {
			e.ExpectedCount = d.IntN(3)
		}
		e.CountNewOnly, e.AllowRemoval = d.often(30), d.often(20)
		e.ExpectChange = e.ExpectedCount > 0
	case effect.FieldEquals:
		e.Field, e.Value = fieldNames[d.IntN(3)], d.literal()
		e.ExpectChange = d.often(30)
	case effect.ExactNewSet:
		e.NewRecords = d.selectors(3)
		e.ExpectedCount = len(e.NewRecords)
	case effect.ExactDelta:
		e.ForbidCollateralLoss, e.ForbidCollateralChange = true, false
		e.Added, e.Removed = d.selectors(2), d.selectors(1)
		for range d.IntN(3) {
			e.Changed = append(e.Changed, effect.BoundChange{Match: d.selector(0, 1), Set: d.selector(1, 1)})
		}
	}
	if !e.Kind.Exact() {
		if d.often(25) {
			key := d.literal()
			e.Key, e.KeyField = &key, fieldNames[d.IntN(3)]
			e.ExpectedCount = max(e.ExpectedCount, 1)
		}
		if d.often(25) {
			e.ExpectChange = d.often(50)
			e.ExpectChangeWritten = e.ExpectChange
		}
	}
	e.IdentityRequired = written || e.Kind.Exact() || e.ForbidCollateralChange
	return e
}

func (d dice) request() Request {
	r := Request{Effect: d.effect(), Mode: effect.Delta}
	r.Before, r.After = d.snapshots()
	if d.often(15) {
		r.Siblings = append(r.Siblings, d.selector(1, 2))
	}
	if d.often(5) {
		r.Mode = effect.CurrentState
	}
	return r
}

// describe writes a request for a person.
func describe(r Request) string {
	var b strings.Builder
	selector := func(s effect.BoundSelector) string {
		var parts []string
		for _, w := range s {
			text := fmt.Sprintf("%q", w.Literal.Text())
			if w.Literal.IsNull() {
				text = "null"
			}
			parts = append(parts, w.Field+"="+text)
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	e := r.Effect
	fmt.Fprintf(&b, "%s match%s count %d written %v new %v removal %v field %q=%q loss %v change %v expect %v identity %s/%v ignore %v mode %s\n",
		e.Kind, selector(e.Match), e.ExpectedCount, e.CountWritten, e.CountNewOnly, e.AllowRemoval, e.Field, e.Value.Text(),
		e.ForbidCollateralLoss, e.ForbidCollateralChange, e.ExpectChange, e.IdentityField, e.IdentityRequired, e.IgnoreFields, r.Mode)
	if e.Key != nil {
		fmt.Fprintf(&b, "key %s=%q null %v\n", e.KeyField, e.Key.Text(), e.Key.IsNull())
	}
	for name, list := range map[string][]effect.BoundSelector{"new": e.NewRecords, "added": e.Added, "removed": e.Removed, "sibling": r.Siblings} {
		for _, s := range list {
			fmt.Fprintf(&b, "%s %s\n", name, selector(s))
		}
	}
	for _, c := range e.Changed {
		fmt.Fprintf(&b, "changed %s to %s\n", selector(c.Match), selector(c.Set))
	}
	for _, s := range []*Snapshot{r.Before, r.After} {
		if s == nil {
			b.WriteString("no snapshot\n")
			continue
		}
		fmt.Fprintf(&b, "reachable %v complete %v gaps %v fields %v source %q\n", s.Reachable, s.Complete, s.Gaps, s.Fields, s.Source)
		for _, x := range recordsOf(s) {
			for _, f := range append([]string{"id"}, fieldNames...) {
				if v, ok := x[f]; ok {
					fmt.Fprintf(&b, "  %s=%s:%s", f, v.Kind(), v.Text())
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}
