package judge

import (
	"slices"

	"github.com/effectkit/effectkit/effect"
)

// best is the largest number of items that can each get a member of their own.
func best(items, members int, fits func(item, member int) bool) int {
	used := make([]bool, members)
	var try func(item int) int
	try = func(item int) int {
		if item == items {
			return 0
		}
		most := try(item + 1)
		for m := range members {
			if !used[m] && fits(item, m) {
				used[m] = true
				most = max(most, 1+try(item+1))
				used[m] = false
			}
		}
		return most
	}
	return try(0)
}

// exact is the part of the oracle for exact_new_set and exact_delta.
func (o *slow) exact() []effect.Ground {
	e := o.e
	one := func(g effect.Ground) []effect.Ground { return []effect.Ground{g} }
	whole := complete(o.aSnap)
	possible := false
	var added []int
	for _, j := range o.came() {
		switch how(e.Match, o.a[j]) {
		case 2:
			added = append(added, j)
		case 1:
			possible = true
		}
	}
	var found, wanted int
	if e.Kind == effect.ExactNewSet {
		found, wanted = o.newSet(added, whole, &possible), len(e.NewRecords)
	} else {
		found, wanted = o.exactDelta(added, whole, &possible), len(e.Added)+len(e.Removed)+len(e.Changed)
	}
	switch {
	case len(o.refuted) > 0:
		return o.refuted
	case !whole:
		return one(effect.CoverageGap)
	case possible:
		return one(effect.FieldUnknown)
	case found == wanted:
		return one(effect.GroundConfirmed)
	case found > 0:
		return one(effect.Short)
	}
	return one(o.absence())
}

func (o *slow) newSet(added []int, whole bool, possible *bool) int {
	e := o.e
	names := func(m effect.BoundSelector, x rec) bool { return how(m, x) == 2 }
	named := 0
	for _, j := range added {
		if slices.ContainsFunc(e.NewRecords, func(m effect.BoundSelector) bool { return names(m, o.a[j]) }) {
			named++
		} else {
			o.refute(effect.UnintendedWrite)
		}
	}
	found := best(len(added), len(e.NewRecords), func(i, m int) bool { return names(e.NewRecords[m], o.a[added[i]]) })
	if found < named || len(added) > len(e.NewRecords) {
		o.refute(effect.WrongCardinality)
	}
	for i, x := range o.b {
		was := how(e.Match, x)
		j, there := o.toA[i]
		if !there {
			if e.ForbidCollateralLoss && was == 2 && whole {
				o.refute(effect.CollateralLoss)
			}
			if e.ForbidCollateralLoss && was == 1 {
				*possible = true
			}
			continue
		}
		y := o.a[j]
		if sameRecords(x, y) {
			continue
		}
		is := how(e.Match, y)
		if was == 2 && e.ForbidCollateralChange && !sameRecords(x, y, e.IgnoreFields...) {
			o.refute(effect.CollateralChange)
		}
		if was == 2 && is == 2 {
			for _, m := range e.NewRecords {
				if names(m, y) && !names(m, x) {
					o.refute(effect.UnintendedChange)
				}
			}
		}
		if was != 2 && is == 2 {
			o.refute(effect.MovedIntoScope)
		}
		if was == 0 && is == 1 {
			*possible = true
		}
		if was == 2 && is == 0 && e.ForbidCollateralLoss {
			o.refute(effect.MovedOutOfScope)
		}
		if was == 2 && is == 1 && e.ForbidCollateralLoss {
			*possible = true
		}
	}
	return found
}

func (o *slow) exactDelta(added []int, whole bool, possible *bool) int {
	e := o.e
	total := best(len(added), len(e.Added), func(i, m int) bool { return how(e.Added[m], o.a[added[i]]) == 2 })
	if total < len(added) {
		o.refute(effect.UnintendedWrite)
	}
	if whole {
		var removed []int
		for _, i := range o.gone() {
			switch how(e.Match, o.b[i]) {
			case 2:
				removed = append(removed, i)
			case 1:
				*possible = true
			}
		}
		n := best(len(removed), len(e.Removed), func(i, m int) bool { return how(e.Removed[m], o.b[removed[i]]) == 2 })
		if n < len(removed) {
			o.refute(effect.UnintendedRemoval)
		}
		total += n
	}
	var altered []int
	for i, j := range o.toA {
		scope := max(how(e.Match, o.b[i]), how(e.Match, o.a[j]))
		if scope == 0 || sameRecords(o.b[i], o.a[j], e.IgnoreFields...) {
			continue
		}
		if scope == 1 {
			*possible = true
			continue
		}
		altered = append(altered, i)
	}
	n := best(len(altered), len(e.Changed), func(k, m int) bool {
		i := altered[k]
		ignore := append([]string{}, e.IgnoreFields...)
		for _, w := range e.Changed[m].Set {
			ignore = append(ignore, w.Field)
		}
		j := o.toA[i]
		return how(e.Changed[m].Match, o.b[i]) == 2 && how(e.Changed[m].Set, o.a[j]) == 2 && sameRecords(o.b[i], o.a[j], ignore...)
	})
	if n < len(altered) {
		o.refute(effect.UnintendedChange)
	}
	return total + n
}
