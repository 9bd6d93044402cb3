package fresh

import (
	"math/big"
	"time"

	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/value"
)

// local are the forms of a timestamp without a zone that are read where the
// configuration names one. Fractions of a second are read with each.
var local = []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05"}

// instant reads a record's timestamp. ok is false where it names no moment for
// certain: another kind, no zone, a unit that nobody named, a wall clock time
// that a change to or from summer time makes twice or never.
func instant(rule *deploy.Freshness, v value.Value) (t time.Time, ok bool) {
	switch v.Kind() {
	case value.Int, value.Decimal, value.Float64:
		return epoch(v.Text(), rule.EpochUnit)
	case value.Time, value.Text:
		if _, _, digest := v.Digested(); digest {
			return time.Time{}, false
		}
		if t, ok := v.Instant(); ok {
			return t, true
		}
		if t, ok := value.OfTimeText(v.Raw()).Instant(); ok {
			return t, true
		}
		return inZone(v.Raw(), rule.Zone)
	}
	return time.Time{}, false
}

func inZone(text string, zone *time.Location) (time.Time, bool) {
	if zone == nil {
		return time.Time{}, false
	}
	for _, layout := range local {
		t, err := time.ParseInLocation(layout, text, zone)
		if err != nil {
			continue
		}
		wall := func(t time.Time) string { return t.In(zone).Format(layout) }
		read, _ := time.Parse(layout, text)
		if wall(t) != read.Format(layout) {
			return time.Time{}, false // the clock never showed it
		}
		for _, shift := range []time.Duration{-2 * time.Hour, -time.Hour, -30 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour} {
			if wall(t.Add(shift)) == wall(t) {
				return time.Time{}, false // the clock showed it twice
			}
		}
		return t, true
	}
	return time.Time{}, false
}

// epoch reads a number of units since 1970, exactly.
func epoch(text string, unit time.Duration) (time.Time, bool) {
	if unit <= 0 || len(text) > 40 {
		return time.Time{}, false
	}
	n, ok := new(big.Rat).SetString(text)
	if !ok {
		return time.Time{}, false
	}
	n.Mul(n, new(big.Rat).SetInt64(int64(unit)))
	ns := new(big.Int).Quo(n.Num(), n.Denom())
	sec, rest := new(big.Int).DivMod(ns, big.NewInt(int64(time.Second)), new(big.Int))
	// Beyond this a Time's arithmetic leaves its range.
	if !sec.IsInt64() || sec.CmpAbs(big.NewInt(1<<40)) > 0 {
		return time.Time{}, false
	}
	return time.Unix(sec.Int64(), rest.Int64()), true
}
