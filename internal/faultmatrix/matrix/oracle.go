package matrix

import (
	"maps"
	"slices"

	"github.com/effectkit/effectkit/internal/faultserver"
)

// claim is what a family's contracts say of its tables.
type claim struct {
	main, side string
	// identity is the column that the readers tell rows apart by; "" where the
	// store's own identity is the readers'.
	identity string
	// ours is the row that was intended, without its identity.
	ours faultserver.Row
	// related tells whether a row is one that a contract in scope speaks of.
	related func(faultserver.Row) bool
	// unscoped says that the contract set has everything in its scope.
	unscoped bool
}

// isOurs tells whether a row is the intended one in every field, under an
// identity that no other row has nor had.
func (c *claim) isOurs(r faultserver.Record, before, after faultserver.Truth) bool {
	for name, v := range c.ours {
		if r.Row[name] != v {
			return false
		}
	}
	if c.identity == "" {
		return true
	}
	id := r.Row[c.identity]
	taken := func(other faultserver.Record) bool { return other.Rowid != r.Rowid && other.Row[c.identity] == id }
	return id != nil && !slices.ContainsFunc(after[c.main], taken) && !slices.ContainsFunc(before[c.main], taken)
}

// right tells whether what happened is what a contract asks for. It shares no
// code with the judge and has more to go by: the store's own identities.
func (c *claim) right(contract string, before, after faultserver.Truth) bool {
	if c.unscoped && contract == "set" {
		contract = "delta"
	}
	if !after.Compare(before, c.side).None() {
		return false
	}
	d := after.Compare(before, c.main)
	added := slices.DeleteFunc(slices.Clone(d.Added), func(r faultserver.Record) bool {
		return contract != "delta" && !c.related(r.Row)
	})
	if len(added) != 1 || !c.isOurs(added[0], before, after) {
		return false
	}
	if contract == "set" {
		return !slices.ContainsFunc(d.Removed, func(r faultserver.Record) bool { return c.related(r.Row) }) &&
			!slices.ContainsFunc(d.Changed, func(ch faultserver.Change) bool {
				return c.related(ch.Before.Row) || c.related(ch.After.Row)
			})
	}
	return len(d.Removed) == 0 && len(d.Changed) == 0
}

// whole tells whether nothing but ours happened anywhere: more than a contract
// with a scope claims.
func (c *claim) whole(before, after faultserver.Truth) bool {
	return c.right("delta", before, after)
}

// touched are the tables in which anything happened.
func touched(before faultserver.Truth, afters ...faultserver.Truth) map[string]bool {
	out := map[string]bool{}
	for _, after := range afters {
		for table := range maps.Keys(after) {
			if !after.Compare(before, table).None() {
				out[table] = true
			}
		}
	}
	return out
}
