package fresh

import (
	"fmt"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/judge"
)

// Read is when a judged read and the action took place.
type Read struct {
	Start time.Time
	// AsOf is how current the system says that the read is; zero where it does
	// not say.
	AsOf time.Time
	// ActionStart is zero where nobody said when the action started.
	ActionStart time.Time
}

// skew is how far the clocks of a system and of this machine may differ where
// no rule says.
const skew = 2 * time.Second

// Apply weakens a judgement that rests on what is not recent. A nil rule asks
// for one thing only: that a system which says how current it is, such as a
// replica, had come as far as the action before it shows that nothing is there.
func Apply(rule *deploy.Freshness, j judge.Judgement, r Read) judge.Judgement {
	why := ""
	claims := j.Decision == effect.Confirmed || j.Ground == effect.Missing
	switch {
	case claims && len(j.Rests) == 0 && !j.MatchedBefore && r.lags():
		why = "the system says that the read is as of a time before the action"
	case rule == nil:
		return j
	case claims && rule.SinceAction && r.ActionStart.IsZero():
		why = "nobody said when the action started, and what was read must be since then"
	case j.Decision == effect.Confirmed && len(j.Rests) > 0:
		why = records(rule, j.Rests, r)
	case claims:
		why = asOf(rule, r)
	}
	if why == "" {
		return j
	}
	stale := effect.NewVerdict(why, effect.Stale)
	stale.Evidence = j.Evidence
	j.Verdict, j.Fingerprint = stale, ""
	return j
}

// lags tells whether the system says that the read is of a time before the
// action.
func (r Read) lags() bool {
	return !r.AsOf.IsZero() && !r.ActionStart.IsZero() && r.AsOf.Before(r.ActionStart.Add(-skew))
}

// records says why the records that a confirmation rests on are not recent;
// "" when they are.
func records(rule *deploy.Freshness, rests []judge.Ref, r Read) string {
	unusable, old := 0, 0
	for _, ref := range rests {
		at, ok := instant(rule, ref.Value(rule.Field))
		switch {
		case !ok:
			unusable++
		case !recent(rule, at, r):
			old++
		}
	}
	switch {
	case unusable > 0:
		return fmt.Sprintf("%d of %d records have no usable timestamp in %q", unusable, len(rests), rule.Field)
	case old > 0:
		return fmt.Sprintf("%d of %d records have a timestamp in %q that is %s", old, len(rests), rule.Field, outside(rule))
	}
	return ""
}

// asOf says why the read as a whole is not known to be recent; "" when it is.
func asOf(rule *deploy.Freshness, r Read) string {
	switch {
	case r.AsOf.IsZero():
		return "no record shows how recent the read is, and the system does not say"
	case !recent(rule, r.AsOf, r):
		return "the system says that the read is as of a time that is " + outside(rule)
	}
	return ""
}

func outside(rule *deploy.Freshness) string {
	within := fmt.Sprintf("not within %g s of the read", rule.Window.Seconds())
	if rule.SinceAction {
		return within + " and since the action"
	}
	return within
}

// recent tells whether a moment is within the window of the read's start, and,
// where the rule asks for it, not before the action.
func recent(rule *deploy.Freshness, at time.Time, r Read) bool {
	if age := r.Start.Sub(at); age > rule.Window || age < -rule.Window {
		return false
	}
	if !rule.SinceAction {
		return true
	}
	return !at.Before(r.ActionStart.Add(-rule.Skew))
}
