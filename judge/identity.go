package judge

import (
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// identify pairs the records of both snapshots by identity (SEMANTICS 4.2).
// ground is not empty where a required identity cannot be told; final tells
// whether the baseline is at fault. before is nil where there is none: then
// nothing is paired, and p is nil.
func identify(e *effect.Bound, before, after *side) (p *pairing, ground effect.Ground, final bool) {
	field := e.IdentityField
	for _, s := range []*side{before, after} {
		if s != nil && e.IdentityRequired && !s.identifies(field) {
			return nil, effect.IdentityMissing, s == before
		}
	}
	nothing := before == nil
	if nothing {
		before = newSide(&Snapshot{Reachable: true})
	}
	p = newPairing(before, after)
	if e.IdentityRequired || (before.identifies(field) && after.identifies(field)) {
		p.pairByField(field)
		switch repeated := p.repeatedBefore || p.repeatedAfter; {
		case repeated && e.IdentityRequired:
			return nil, effect.IdentityNotUnique, p.repeatedBefore
		case repeated:
			p = newPairing(before, after)
		}
	}
	if nothing {
		return nil, "", false
	}
	if !p.byField {
		p.pairWhole()
	}
	return p, "", false
}

// identifies tells whether every record carries a field that is not null.
func (s *side) identifies(field string) bool {
	for i, c := range s.columns(field) {
		for row := range s.Records[i].Rows() {
			if c == nil || c.Kind(row) == value.Missing || c.Kind(row) == value.Null {
				return false
			}
		}
	}
	return true
}
