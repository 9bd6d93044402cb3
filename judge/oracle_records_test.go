package judge

import "github.com/effectkit/effectkit/effect"

// records is the part of the oracle for record_written and field_equals.
func (o *slow) records() []effect.Ground {
	e := o.e
	one := func(g effect.Ground) []effect.Ground { return []effect.Ground{g} }
	expected := e.ExpectedCount
	if e.Kind == effect.FieldEquals {
		expected = 1
	}
	sel := append(effect.BoundSelector{}, e.Match...)
	var key effect.BoundSelector
	if e.Key != nil {
		key = effect.BoundSelector{{Field: e.KeyField, Literal: *e.Key}}
		sel = append(sel, key...)
	}
	old := func(j int) bool { _, ok := o.toB[j]; return ok }
	isTarget := func(i int) bool { return how(sel, o.b[i]) == 2 }
	bySibling := func(i int) bool {
		for _, s := range o.siblings {
			if how(s, o.b[i]) == 2 {
				return true
			}
			if j, ok := o.toA[i]; ok && how(s, o.a[j]) == 2 {
				return true
			}
		}
		return false
	}
	var counted []int
	matchedAfter, possible := 0, false
	for j, x := range o.a {
		switch how(sel, x) {
		case 2:
			matchedAfter++
			if !e.CountNewOnly || !old(j) {
				counted = append(counted, j)
			}
		case 1:
			possible = true
		}
	}
	matchedBefore := 0
	for i := range o.b {
		if isTarget(i) {
			matchedBefore++
		}
	}
	gone, came := o.gone(), o.came()
	doubt := false
	explains := func(n int) bool { return !o.byID && e.CountNewOnly && n-len(gone) <= expected }
	whole := complete(o.aSnap)
	// A renamed column is not a deletion: no loss is claimed over one.
	seesLoss := whole && !(len(counted) == 0 && o.anyUnknown(sel))

	// 6: what the records contradict.
	bearers, strays, maybeBearer := 0, 0, false
	if e.Key != nil {
		for j, x := range o.a {
			switch how(key, x) {
			case 2:
				bearers++
				if i, ok := o.toB[j]; ok && o.byID {
					if v, has := o.b[i][e.KeyField]; has && !v.IsNull() && how(key, o.b[i]) != 2 {
						o.refute(effect.CollateralLoss)
					}
				}
			case 1:
				maybeBearer = true
			case 0:
				if !old(j) && how(e.Match, x) == 2 {
					strays++
				}
			}
		}
		if bearers > expected {
			o.refute(effect.Duplicate)
		}
		switch {
		case strays == 0:
		case bearers == 0 && seesLoss && !maybeBearer:
			o.refute(effect.Misplaced)
		case bearers > 0 && explains(len(counted)+strays):
			doubt = true
		case bearers > 0:
			o.refute(effect.Duplicate)
		}
	}
	if len(counted) > expected {
		switch {
		case e.Kind == effect.FieldEquals:
			o.refute(effect.Ambiguous)
		case explains(len(counted) + strays):
			doubt = true
		default:
			o.refute(effect.Duplicate)
		}
	}
	fieldUnknown := false
	if e.Kind == effect.FieldEquals && len(counted) == 1 {
		v, carried := o.a[counted[0]][e.Field]
		switch {
		case !carried && o.aSnap.Fields != nil && !declaresField(o.aSnap, e.Field):
			fieldUnknown = true
		case !carried:
			o.refute(effect.FieldMissing)
		case !e.Value.Equal(v):
			o.refute(effect.WrongValue)
		}
	}
	if e.CountNewOnly && o.byID {
		for j, x := range o.a {
			if i, ok := o.toB[j]; ok && how(sel, x) == 2 && how(sel, o.b[i]) != 2 {
				o.refute(effect.MovedIntoScope)
			}
		}
	}
	// 4.4, the change guard.
	if o.delta && e.ForbidCollateralChange {
		for i, j := range o.toA {
			if !e.CountNewOnly && (isTarget(i) || bySibling(i)) {
				continue
			}
			ignore := append([]string{}, e.IgnoreFields...)
			if !isTarget(i) && how(sel, o.a[j]) == 2 {
				ignore = append(ignore, e.Field)
				for _, w := range sel {
					ignore = append(ignore, w.Field)
				}
			}
			if !sameRecords(o.b[i], o.a[j], ignore...) {
				o.refute(effect.CollateralChange)
			}
		}
	}
	// 4.4 and 4.2, the loss guard.
	mayGo := 0
	if expected == 0 {
		mayGo = matchedBefore
	} else if e.AllowRemoval {
		mayGo = max(0, matchedBefore-expected)
	}
	if o.delta && e.ForbidCollateralLoss && o.hasBefore {
		targets, others := 0, 0
		for _, i := range gone {
			switch {
			case !o.byID && bySibling(i):
			case isTarget(i):
				targets++
			case !bySibling(i):
				others++
			}
		}
		if o.byID && seesLoss {
			if others > 0 {
				o.refute(effect.CollateralLoss)
			}
			if targets > mayGo {
				o.refute(effect.TargetLost)
			}
		}
		if !o.byID {
			lost := others + max(0, targets-mayGo)
			own := e.Kind == effect.FieldEquals && matchedBefore == 1 && matchedAfter == 1 && len(gone) == 1 && len(came) == 1 &&
				isTarget(gone[0]) && how(sel, o.a[came[0]]) == 2 && sameRecords(o.b[gone[0]], o.a[came[0]], e.Field)
			switch {
			case lost > len(came):
				if seesLoss {
					o.refute(effect.CollateralLoss)
				}
			case lost > 0 && !own:
				doubt = true
			}
		}
	}
	if !o.byID && e.CountNewOnly && len(gone) > 0 {
		doubt = true
	}
	// 8, asked first: nothing of 9 is claimed over it.
	unclear := (len(counted) == 0 && o.anyUnknown(sel)) || (possible && (len(counted) < expected || expected == 0))
	// 9
	var few []effect.Ground
	switch {
	case len(counted) >= expected:
	case len(counted) > 0:
		few = one(effect.Short)
	case matchedBefore > 0 && matchedAfter == 0:
		few = one(effect.TargetLost)
	default:
		few = one(o.absence())
	}
	// A deletion must not make an insertion true.
	if o.delta && e.Kind == effect.RecordWritten && e.CountWritten && expected > 0 && matchedBefore > expected &&
		len(counted) == expected && !e.AllowRemoval && !e.CountNewOnly && !doubt {
		few = one(effect.TargetLost)
	}
	switch {
	case len(o.refuted) > 0 && whole && !unclear:
		return append(o.refuted, few...)
	case len(o.refuted) > 0:
		return o.refuted
	case !whole: // 7
		return one(effect.CoverageGap)
	case unclear || fieldUnknown:
		return one(effect.FieldUnknown)
	case len(few) > 0:
		return few
	case doubt: // 10
		return one(effect.IdentityMissing)
	case o.delta && e.ExpectChange && o.held(sel, matchedBefore, matchedAfter, expected): // 11
		return one(effect.AlreadyTrue)
	}
	return one(effect.GroundConfirmed)
}

func (o *slow) held(sel effect.BoundSelector, before, after, expected int) bool {
	if o.e.Kind == effect.FieldEquals {
		for _, x := range o.b {
			if v, ok := x[o.e.Field]; how(sel, x) == 2 && !(ok && o.e.Value.Equal(v)) {
				return false
			}
		}
		return before > 0
	}
	for j, x := range o.a {
		if how(sel, x) != 2 {
			continue
		}
		if i, ok := o.toB[j]; !ok || how(sel, o.b[i]) != 2 {
			return false
		}
	}
	return before == after || (expected > 0 && !o.e.AllowRemoval)
}
