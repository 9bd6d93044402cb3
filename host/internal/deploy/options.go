package deploy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
	_ "time/tzdata" // a zone's name means the same on every machine

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
)

// plugins reads one path or a list of them.
func (r *reader) plugins(m member) []PluginRef {
	paths := []member{m}
	if m.Value.Shape() == source.List {
		paths = items(m)
	}
	var out []PluginRef
	seen := map[string]bool{}
	for _, one := range paths {
		path, ok := r.path(one)
		switch {
		case !ok:
		case seen[path]:
			r.Add(one.Pos, "the path stands twice", "")
		default:
			seen[path] = true
			out = append(out, PluginRef{Path: path, Pos: one.Pos})
		}
	}
	return out
}

func (r *reader) settling(m member) (s Settle) {
	r.mapping(m, "settle", table{
		"settle_s":              r.wait(&s.SettleS, false),
		"irreversible_settle_s": r.wait(&s.Irreversible, false),
		"read_timeout_s":        r.wait(&s.ReadTimeout, true),
	})
	if s.SettleS != nil && s.Irreversible != nil && *s.Irreversible < *s.SettleS {
		weaker, _ := has(m.Value, "irreversible_settle_s")
		r.Add(weaker.Pos, "is less than settle_s", "")
	}
	return s
}

var epochUnits = map[string]time.Duration{"s": time.Second, "ms": time.Millisecond, "us": time.Microsecond, "ns": time.Nanosecond}

func (r *reader) recency(m member) *Freshness {
	f := &Freshness{Skew: DefaultSkew, Pos: m.Pos}
	r.mapping(m, "freshness", table{
		"field":        func(m member) { f.Field, _ = r.text(m) },
		"window_s":     func(m member) { f.Window, _ = r.duration(m, 0, MaxWindow, true); f.Pos = m.Pos },
		"since_action": func(m member) { f.SinceAction = r.boolean(m) },
		"skew_s":       func(m member) { f.Skew, _ = r.duration(m, 0, MaxWait, false) },
		"zone":         func(m member) { f.Zone = r.zone(m) },
		"epoch_unit": func(m member) {
			unit, _ := r.Word(keyed(m), "a unit", slices.Sorted(maps.Keys(epochUnits)))
			f.EpochUnit = epochUnits[unit]
		},
	})
	r.required(m, "field", "window_s")
	return f
}

// graphqlFreshness are the operator's kit's names for freshness in a graphql
// section: the field and window_s.
var graphqlFreshness = []string{"graphql_freshness_field", "graphql_freshness_window_s"}

// graphqlRecency reads them; nil when a section has neither.
func (r *reader) graphqlRecency(section member) *Freshness {
	field, hasField := has(section.Value, graphqlFreshness[0])
	window, hasWindow := has(section.Value, graphqlFreshness[1])
	freshness, both := has(section.Value, "freshness")
	switch {
	case !hasField && !hasWindow:
		return nil
	case both:
		r.Add(freshness.Pos, "stands beside graphql_freshness_field or graphql_freshness_window_s, which say the same", "keep freshness alone")
		return nil
	case !hasField || !hasWindow:
		r.required(section, graphqlFreshness...)
		return nil
	}
	f := &Freshness{Skew: DefaultSkew, Pos: window.Pos}
	f.Field, _ = r.text(field)
	f.Window, _ = r.duration(window, 0, MaxWindow, true)
	return f
}

func (r *reader) zone(m member) *time.Location {
	name, ok := r.text(m)
	if !ok {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		r.Add(m.Pos, fmt.Sprintf("%q is not the IANA name of a time zone", name), `write one such as "UTC" or "Europe/Berlin"`)
		return nil
	}
	return zone
}

func (r *reader) policy(m member) (p Policy) {
	r.mapping(m, "policy", table{
		"min_tier":                         func(m member) { p.MinTier = r.tier(m) },
		"require_effects_for_irreversible": func(m member) { p.RequireEffectsForIrreversible = r.boolean(m) },
		"require_read_only_role":           func(m member) { p.RequireReadOnlyRole = r.boolean(m) },
		"enforce":                          func(m member) { p.Enforce = r.boolean(m) },
	})
	return p
}

// tier reads a tier's number or name.
func (r *reader) tier(m member) effect.Tier {
	var known []string
	for t := effect.IndependentSystem; t.Valid(); t++ {
		number := strconv.Itoa(int(t))
		switch text := m.Value.Text(); m.Value.Shape() {
		case source.Refused:
			return 0
		case source.Number:
			if text == number {
				return t
			}
		case source.Text:
			if text == t.String() {
				return t
			}
		}
		known = append(known, number+" ("+t.String()+")")
	}
	r.Add(m.Pos, "is not a tier", "write "+source.OneOf(known))
	return 0
}

func (r *reader) state(m member) (s State) {
	r.mapping(m, "state", table{
		"dir":     func(m member) { s.Dir, _ = r.path(m) },
		"key_env": func(m member) { s.KeyEnv = r.variable(m) },
	})
	return s
}
