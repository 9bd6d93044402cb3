package deploy

import (
	"fmt"
	"strconv"
	"time"
	_ "time/tzdata" // a zone's name means the same on every machine

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/node"
)

func (r *reader) plugins(e node.Entry) []PluginRef {
	items := []*node.Node{e.Value}
	switch e.Value.Kind {
	case node.List:
		items = e.Value.Items
	case node.Mapping:
		r.fail(e, "must be a path or a list of paths, not a mapping", "")
		return nil
	}
	var out []PluginRef
	seen := map[string]bool{}
	for _, item := range items {
		at := node.Entry{Key: e.Key, Pos: item.Pos, Value: item}
		text, ok := r.text(at)
		if !ok {
			continue
		}
		ref := PluginRef{Path: r.path(text), Pos: item.Pos}
		if seen[ref.Path] {
			r.fail(at, "the path stands twice", "")
			continue
		}
		seen[ref.Path] = true
		out = append(out, ref)
	}
	return out
}

func (r *reader) settle(e node.Entry) (s Settle) {
	r.mapping(e, table{
		"settle_s":              r.wait(&s.SettleS, false),
		"irreversible_settle_s": r.wait(&s.Irreversible, false),
		"read_timeout_s":        r.wait(&s.ReadTimeout, true),
	})
	if s.SettleS != nil && s.Irreversible != nil && *s.Irreversible < *s.SettleS {
		entry, _ := e.Value.Get("irreversible_settle_s")
		r.fail(entry, "is less than settle_s", "")
	}
	return s
}

var epochUnits = map[string]time.Duration{"s": time.Second, "ms": time.Millisecond, "us": time.Microsecond, "ns": time.Nanosecond}

func (r *reader) freshness(e node.Entry) *Freshness {
	f := &Freshness{Skew: DefaultSkew, Pos: e.Pos}
	r.mapping(e, table{
		"field":        func(e node.Entry) { f.Field, _ = r.text(e) },
		"window_s":     func(e node.Entry) { f.Window, _ = r.duration(e, 0, MaxWindow, true); f.Pos = e.Pos },
		"since_action": func(e node.Entry) { f.SinceAction = r.boolean(e) },
		"skew_s":       func(e node.Entry) { f.Skew, _ = r.duration(e, 0, MaxWait, false) },
		"zone":         func(e node.Entry) { f.Zone = r.zone(e) },
		"epoch_unit": func(e node.Entry) {
			unit, _ := r.oneOf(e, []string{"s", "ms", "us", "ns"})
			f.EpochUnit = epochUnits[unit]
		},
	})
	r.required(e, "field", "window_s")
	return f
}

func (r *reader) zone(e node.Entry) *time.Location {
	name, ok := r.text(e)
	if !ok {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		r.fail(e, "is not the IANA name of a time zone", `write one such as "UTC" or "Europe/Berlin"`)
		return nil
	}
	return zone
}

func (r *reader) policy(e node.Entry) (p Policy) {
	r.mapping(e, table{
		"min_tier":                         func(e node.Entry) { p.MinTier = r.tier(e) },
		"require_effects_for_irreversible": func(e node.Entry) { p.RequireEffectsForIrreversible = r.boolean(e) },
		"require_read_only_role":           func(e node.Entry) { p.RequireReadOnlyRole = r.boolean(e) },
		"enforce":                          func(e node.Entry) { p.Enforce = r.boolean(e) },
	})
	return p
}

// tier reads a tier's number or name.
func (r *reader) tier(e node.Entry) effect.Tier {
	for t := effect.IndependentSystem; t.Valid(); t++ {
		v := e.Value
		if v.Kind == node.Scalar && (v.Text == t.String() || !v.Quoted && v.Text == strconv.Itoa(int(t))) {
			return t
		}
	}
	names := ""
	for t := effect.IndependentSystem; t.Valid(); t++ {
		names += fmt.Sprintf(", %d or %s", int(t), t)
	}
	r.fail(e, "must be a tier: "+names[2:], "")
	return 0
}

func (r *reader) state(e node.Entry) (s State) {
	r.mapping(e, table{
		"dir": func(e node.Entry) {
			if text, ok := r.text(e); ok {
				s.Dir = r.path(text)
			}
		},
		"key_env": func(e node.Entry) { s.KeyEnv = r.variable(e) },
	})
	return s
}
