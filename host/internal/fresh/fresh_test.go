package fresh

import (
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

var start = time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC)

func rests(t *testing.T, values ...value.Value) []judge.Ref {
	t.Helper()
	var b value.Builder
	for _, v := range values {
		if err := b.Set("at", v); err != nil {
			t.Fatal(err)
		}
		b.EndRecord()
	}
	batch := b.Take()
	refs := make([]judge.Ref, len(values))
	for i := range refs {
		refs[i] = judge.Ref{Batch: batch, Row: i}
	}
	return refs
}

func judged(g effect.Ground, refs []judge.Ref) judge.Judgement {
	return judge.Judgement{Verdict: effect.NewVerdict("the judge's reason", g), Rests: refs, Fingerprint: "print"}
}

func minute() *deploy.Freshness {
	return &deploy.Freshness{Field: "at", Window: time.Minute, Skew: 2 * time.Second}
}

func at(d time.Duration) value.Value { return value.OfTimeText(start.Add(d).Format(time.RFC3339Nano)) }

func TestApply(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	since := minute()
	since.SinceAction = true
	zoned := minute()
	zoned.Zone = berlin
	millis := minute()
	millis.EpochUnit = time.Millisecond
	cases := []struct {
		name string
		rule *deploy.Freshness
		v    []value.Value
		read Read
		want effect.Ground
	}{
		{"no rule asks nothing", nil, []value.Value{value.OfText("?")}, Read{}, effect.GroundConfirmed},
		{"a record within the window is fresh", minute(), []value.Value{at(-30 * time.Second)}, Read{}, effect.GroundConfirmed},
		{"one record older than the window is stale", minute(), []value.Value{at(0), at(-61 * time.Second)}, Read{}, effect.Stale},
		{"further than the window in the future is stale", minute(), []value.Value{at(61 * time.Second)}, Read{}, effect.Stale},
		{"a little in the future is fresh", minute(), []value.Value{at(time.Second)}, Read{}, effect.GroundConfirmed},
		{"a record without the field is stale", minute(), []value.Value{{}}, Read{}, effect.Stale},
		{"null is stale", minute(), []value.Value{value.NullValue()}, Read{}, effect.Stale},
		{"a text in RFC 3339 with a zone is usable", minute(), []value.Value{value.OfText("2026-03-03T11:00:00+01:00")}, Read{}, effect.GroundConfirmed},
		{"a text without a zone is unusable", minute(), []value.Value{value.OfText("2026-03-03T10:00:00")}, Read{}, effect.Stale},
		{"a time without a zone is unusable", minute(), []value.Value{value.OfTimeText("2026-03-03 10:00:00")}, Read{}, effect.Stale},
		{"a time without a zone is usable in the named one", zoned, []value.Value{value.OfTimeText("2026-03-03 11:00:00.25")}, Read{}, effect.GroundConfirmed},
		{"the named zone is not the machine's", zoned, []value.Value{value.OfTimeText("2026-03-03 10:00:00")}, Read{}, effect.Stale},
		{"zero dates are unusable", zoned, []value.Value{value.OfTimeText("0000-00-00 00:00:00")}, Read{}, effect.Stale},
		{"a number without a unit is unusable", minute(), []value.Value{value.OfInt(start.Unix())}, Read{}, effect.Stale},
		{"a number in the named unit is usable", millis, []value.Value{value.OfInt(start.UnixMilli())}, Read{}, effect.GroundConfirmed},
		{"seconds taken for milliseconds are stale", millis, []value.Value{value.OfInt(start.Unix())}, Read{}, effect.Stale},
		{"infinity is unusable and breaks nothing", millis, []value.Value{value.OfText("infinity")}, Read{}, effect.Stale},
		{"a bool is unusable", minute(), []value.Value{value.OfBool(true)}, Read{}, effect.Stale},
		{"since the action, less the skew", since, []value.Value{at(-11 * time.Second)}, Read{ActionStart: start.Add(-10 * time.Second)}, effect.GroundConfirmed},
		{"before the action and the skew is stale", since, []value.Value{at(-13 * time.Second)}, Read{ActionStart: start.Add(-10 * time.Second)}, effect.Stale},
		{"since an action that nobody dated is stale", since, []value.Value{at(0)}, Read{}, effect.Stale},
		{"a confirmation that rests on no record needs as_of", minute(), nil, Read{}, effect.Stale},
		{"a recent as_of serves it", minute(), nil, Read{AsOf: start.Add(-time.Second)}, effect.GroundConfirmed},
		{"an old as_of does not", minute(), nil, Read{AsOf: start.Add(-time.Hour)}, effect.Stale},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.read.Start = start
			got := Apply(c.rule, judged(effect.GroundConfirmed, rests(t, c.v...)), c.read)
			if got.Ground != c.want {
				t.Errorf("%s (%s), want %s", got.Ground, got.Reason, c.want)
			}
			if got.Decision != effect.Confirmed && got.Fingerprint != "" {
				t.Error("a stale judgement kept its fingerprint")
			}
		})
	}
}

func TestAReadOfATimeBeforeTheActionShowsNoAbsence(t *testing.T) {
	action := start.Add(-time.Second)
	deletion := judged(effect.GroundConfirmed, nil)
	deletion.MatchedBefore = true
	for name, c := range map[string]struct {
		judged judge.Judgement
		asOf   time.Time
		want   effect.Ground
	}{
		"a confirmed absence of a replica behind the action": {judged(effect.GroundConfirmed, nil), action.Add(-3 * time.Second), effect.Stale},
		"a missing of a replica behind the action":           {judged(effect.Missing, nil), action.Add(-3 * time.Second), effect.Stale},
		"a confirmed absence as of after the action":         {judged(effect.GroundConfirmed, nil), start, effect.GroundConfirmed},
		"a difference that clocks explain":                   {judged(effect.GroundConfirmed, nil), action.Add(-time.Second), effect.GroundConfirmed},
		"a system that does not say":                         {judged(effect.GroundConfirmed, nil), time.Time{}, effect.GroundConfirmed},
		"a deletion, which was seen":                         {deletion, action.Add(-time.Hour), effect.GroundConfirmed},
		"a record, which was seen":                           {judged(effect.GroundConfirmed, rests(t, at(0))), action.Add(-time.Hour), effect.GroundConfirmed},
	} {
		t.Run(name, func(t *testing.T) {
			got := Apply(nil, c.judged, Read{Start: start, AsOf: c.asOf, ActionStart: action})
			if got.Ground != c.want {
				t.Errorf("%s (%s), want %s", got.Ground, got.Reason, c.want)
			}
		})
	}
}

func TestApplyOnlyWeakens(t *testing.T) {
	for _, g := range effect.Grounds() {
		got := Apply(minute(), judged(g, nil), Read{Start: start})
		want := g
		if g == effect.GroundConfirmed || g == effect.Missing {
			want = effect.Stale
		}
		if got.Ground != want {
			t.Errorf("%s became %s, want %s", g, got.Ground, want)
		}
	}
	fresh := Apply(minute(), judged(effect.Missing, nil), Read{Start: start, AsOf: start})
	if fresh.Ground != effect.Missing {
		t.Errorf("missing with a recent as_of became %s", fresh.Ground)
	}
}

func TestAWallClockTimeThatComesTwiceOrNeverIsUnusable(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"2026-10-25 02:30:00": false, // twice
		"2026-03-29 02:30:00": false, // never
		"2026-10-25 03:30:00": true,
		"2026-03-29 03:30:00": true,
		"2026-03-29 01:59:59": true,
	} {
		if _, ok := inZone(text, berlin); ok != want {
			t.Errorf("%s: usable %v, want %v", text, ok, want)
		}
	}
}

func TestEpoch(t *testing.T) {
	cases := []struct {
		text string
		unit time.Duration
		want string
	}{
		{"1772532000", time.Second, "2026-03-03T10:00:00Z"},
		{"1772532000.5", time.Second, "2026-03-03T10:00:00.5Z"},
		{"1772532000123456789", time.Nanosecond, "2026-03-03T10:00:00.123456789Z"},
		{"-1", time.Second, "1969-12-31T23:59:59Z"},
		{"1e99999", time.Second, ""},
		{"NaN", time.Second, ""},
		{"99999999999999999999", time.Second, ""},
	}
	for _, c := range cases {
		got, ok := epoch(c.text, c.unit)
		if ok != (c.want != "") || ok && got.UTC().Format(time.RFC3339Nano) != c.want {
			t.Errorf("%s: %v %v, want %q", c.text, got.UTC(), ok, c.want)
		}
	}
}
