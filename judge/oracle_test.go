package judge

import (
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// oracle judges as the text of SEMANTICS 4 reads, sentence by sentence, in
// quadratic time and without a look at how the judge goes about it. It gives
// the ground that leads.
func oracle(r Request) effect.Ground {
	o := &slow{e: r.Effect, delta: r.Mode != effect.CurrentState}
	grounds := o.judge(r)
	return effect.NewVerdict("", grounds...).Ground
}

type rec map[string]value.Value

type slow struct {
	e            *effect.Bound
	delta        bool
	bSnap, aSnap *Snapshot
	hasBefore    bool
	b, a         []rec
	byID         bool
	toA, toB     map[int]int // pairs
	refuted      []effect.Ground
	siblings     []effect.BoundSelector
}

func recordsOf(s *Snapshot) (out []rec) {
	for _, b := range s.Records {
		for row := range b.Rows() {
			one := rec{}
			for _, c := range b.Columns() {
				if v := c.At(row); v.Kind() != value.Missing {
					one[c.Name()] = v
				}
			}
			out = append(out, one)
		}
	}
	return out
}

func sameRecords(x, y rec, ignore ...string) bool {
	skip := map[string]bool{}
	for _, f := range ignore {
		skip[f] = true
	}
	for f, v := range x {
		if !skip[f] && !value.Same(v, y[f]) {
			return false
		}
	}
	for f := range y {
		if _, ok := x[f]; !ok && !skip[f] {
			return false
		}
	}
	return true
}

// how: 2 matches, 1 is a possible match, 0 neither.
func how(s effect.BoundSelector, x rec) int {
	out := 2
	for _, w := range s {
		v, carried := x[w.Field]
		switch {
		case carried && w.Literal.Equal(v):
		case !carried && w.Literal.IsNull():
			out = 1
		default:
			return 0
		}
	}
	return out
}

func complete(s *Snapshot) bool {
	for _, g := range s.Gaps {
		if !g.Advisory {
			return false
		}
	}
	return s.Complete
}

func (o *slow) judge(r Request) []effect.Ground {
	e := o.e
	one := func(g effect.Ground) []effect.Ground { return []effect.Ground{g} }
	// 1
	if r.After == nil || !r.After.Reachable {
		if r.After == nil || r.After.Reason == "" {
			return one(effect.Unreachable)
		}
		return one(r.After.Reason)
	}
	if !o.delta && (e.Kind.Exact() || e.CountNewOnly || e.Key != nil || e.ExpectChangeWritten) {
		return one(effect.BaselineUnreadable)
	}
	// 2
	before := r.Before
	if !o.delta {
		before = nil
	}
	if before != nil && (before.Reachable || before.Source != "") && before.Source != r.After.Source {
		return one(effect.SourceReplaced)
	}
	// 3
	o.aSnap, o.a = r.After, recordsOf(r.After)
	if before != nil && before.Reachable {
		o.bSnap, o.b, o.hasBefore = before, recordsOf(before), true
	}
	needs := e.Kind.Exact() || e.CountNewOnly || e.Key != nil || e.ForbidCollateralLoss || e.ForbidCollateralChange || e.ExpectChange
	if o.delta && needs && !o.hasBefore {
		return one(effect.BaselineUnreadable)
	}
	if o.delta && needs && !complete(o.bSnap) {
		return one(effect.CoverageGap)
	}
	// 4
	if g := o.identity(); g != "" {
		return one(g)
	}
	o.siblings = r.Siblings
	// 5
	if o.unknownRequired() {
		return one(effect.FieldUnknown)
	}
	if e.Kind.Exact() {
		return o.exact()
	}
	return o.records()
}

func (o *slow) identity() effect.Ground {
	f := o.e.IdentityField
	carried := true
	for _, list := range [][]rec{o.b, o.a} {
		for _, x := range list {
			if v, ok := x[f]; !ok || v.IsNull() {
				carried = false
			}
		}
	}
	unique := true
	for _, list := range [][]rec{o.b, o.a} {
		for i, x := range list {
			for _, y := range list[:i] {
				if value.Same(x[f], y[f]) {
					unique = false
				}
			}
		}
	}
	required := o.e.IdentityRequired
	switch {
	case required && !carried:
		return effect.IdentityMissing
	case required && !unique:
		return effect.IdentityNotUnique
	}
	o.byID = carried && unique
	o.toA, o.toB = map[int]int{}, map[int]int{}
	for i, x := range o.b {
		for j, y := range o.a {
			if _, taken := o.toB[j]; taken {
				continue
			}
			if (o.byID && value.Same(x[f], y[f])) || (!o.byID && sameRecords(x, y)) {
				o.toA[i], o.toB[j] = j, i
				break
			}
		}
	}
	return ""
}

func (o *slow) carries(list []rec, f string) bool {
	for _, x := range list {
		if _, ok := x[f]; ok {
			return true
		}
	}
	return false
}

func declaresField(s *Snapshot, f string) bool {
	for _, x := range s.Fields {
		if x.Name == f {
			return true
		}
	}
	return false
}

func (o *slow) isUnknown(f string) bool {
	if o.aSnap.Fields != nil || len(o.a) > 0 {
		return !declaresField(o.aSnap, f) && !o.carries(o.a, f)
	}
	if o.hasBefore && (o.bSnap.Fields != nil || len(o.b) > 0) {
		return !declaresField(o.bSnap, f) && !o.carries(o.b, f)
	}
	return false
}

func (o *slow) anyUnknown(list ...effect.BoundSelector) bool {
	for _, s := range list {
		for _, w := range s {
			if o.isUnknown(w.Field) {
				return true
			}
		}
	}
	return false
}

func (o *slow) unknownRequired() bool {
	e := o.e
	if e.Key != nil && o.isUnknown(e.KeyField) {
		return true
	}
	if !e.Kind.Exact() {
		return false
	}
	for _, c := range e.Changed {
		if o.anyUnknown(c.Match, c.Set) {
			return true
		}
	}
	return o.anyUnknown(e.Match) || o.anyUnknown(e.NewRecords...) || o.anyUnknown(e.Added...) || o.anyUnknown(e.Removed...)
}

func (o *slow) refute(g effect.Ground) { o.refuted = append(o.refuted, g) }

func (o *slow) gone() (out []int) {
	for i := range o.b {
		if _, ok := o.toA[i]; !ok {
			out = append(out, i)
		}
	}
	return out
}

func (o *slow) came() (out []int) {
	for j := range o.a {
		if _, ok := o.toB[j]; !ok {
			out = append(out, j)
		}
	}
	return out
}

// absence is 4.5.
func (o *slow) absence() effect.Ground {
	if !o.hasBefore || !complete(o.bSnap) || len(o.bSnap.Gaps)+len(o.aSnap.Gaps) > 0 {
		return effect.MissingUnproven
	}
	// The read set differs: some record has no equal partner.
	used := map[int]bool{}
	for _, x := range o.b {
		found := false
		for j, y := range o.a {
			if !used[j] && sameRecords(x, y) {
				used[j], found = true, true
				break
			}
		}
		if !found {
			return effect.Misplaced
		}
	}
	if len(used) != len(o.a) {
		return effect.Misplaced
	}
	return effect.Missing
}
