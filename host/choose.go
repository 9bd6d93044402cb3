package host

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// choose gives the candidate for an effect: of those that can serve it the one
// of the lowest tier, the first declared of equals (SEMANTICS 8). It is chosen
// before the action and pinned; there is no fallback.
func choose(system string, candidates []*reader, e *effect.Bound, at effect.Position, minTier effect.Tier) (*reader, *Problem) {
	var best *reader
	var why []string
	for i, r := range candidates {
		if lacks := lacking(r.instance.Fields(), e); len(lacks) > 0 {
			why = append(why, fmt.Sprintf("%s has no field %s", place(candidates, i), strings.Join(lacks, ", ")))
			continue
		}
		if best == nil || r.tier() < best.tier() {
			best = r
		}
	}
	switch {
	case best == nil:
		return nil, &Problem{
			Code: CodeNoCandidate, Pos: at, System: system,
			Message: fmt.Sprintf("system %q cannot serve the effect: %s", system, strings.Join(why, "; ")),
			Fix:     "mend the field's name, or have the section read it",
		}
	case minTier.Valid() && best.tier() > minTier:
		return nil, &Problem{
			Code: CodePolicy, Pos: best.section.Pos, System: system,
			Message: fmt.Sprintf("system %q is read at tier %d (%s), and the policy's min_tier is %d (%s)",
				system, int(best.tier()), best.tier(), int(minTier), minTier),
			Fix: "add a candidate that reads the system of record itself",
		}
	}
	return best, nil
}

// place names a candidate for a message.
func place(candidates []*reader, i int) string {
	if len(candidates) == 1 {
		return fmt.Sprintf("%q", candidates[i].section.Kind)
	}
	return fmt.Sprintf("candidate %d (%q)", i+1, candidates[i].section.Kind)
}

// lacking are the fields that an effect names and a reader is known not to
// have, quoted. Where its fields are not known, none.
func lacking(known []value.Field, e *effect.Bound) []string {
	if known == nil {
		return nil
	}
	var out []string
	for _, name := range named(e) {
		if !slices.ContainsFunc(known, func(f value.Field) bool { return f.Name == name }) {
			out = append(out, fmt.Sprintf("%q", name))
		}
	}
	return out
}

// named are the fields that an effect names and cannot be judged without, each
// once.
func named(e *effect.Bound) []string {
	var out []string
	add := func(selectors ...effect.BoundSelector) {
		for _, s := range selectors {
			for _, w := range s {
				out = append(out, w.Field)
			}
		}
	}
	add(e.Match)
	add(e.NewRecords...)
	add(e.Added...)
	add(e.Removed...)
	for _, c := range e.Changed {
		add(c.Match, c.Set)
	}
	if e.Field != "" {
		out = append(out, e.Field)
	}
	if e.Key != nil {
		out = append(out, e.KeyField)
	}
	if e.IdentityRequired {
		out = append(out, e.IdentityField)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hints are the fields that a read for an effect will need.
func hints(e *effect.Bound) []string {
	out := append(named(e), e.IdentityField)
	slices.Sort(out)
	return slices.Compact(out)
}

// siblingsOf are the selectors of the records that an effect speaks of, so that
// other effects over the same reader do not take them for bystanders
// (SEMANTICS 4.4). An exact kind's scope is not among them: it is what the
// effect watches, and would excuse everything in it.
func siblingsOf(e *effect.Bound) []effect.BoundSelector {
	switch e.Kind {
	case effect.ExactNewSet:
		return e.NewRecords
	case effect.ExactDelta:
		out := slices.Concat(e.Added, e.Removed)
		for _, c := range e.Changed {
			out = append(out, c.Match)
		}
		return out
	}
	if e.Key == nil {
		return []effect.BoundSelector{e.Match}
	}
	return []effect.BoundSelector{append(slices.Clip(e.Match), effect.Want{Field: e.KeyField, Literal: *e.Key})}
}
