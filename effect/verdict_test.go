package effect_test

import (
	"testing"

	"github.com/effectkit/effectkit/effect"
)

func TestZeroValuesHalt(t *testing.T) {
	var v effect.Verdict
	if v.Result() != effect.ResultIndeterminate {
		t.Errorf("the zero Verdict is %q", v.Result())
	}
	if got := v.Result().Outcome(); got != effect.ReconciliationRequired {
		t.Errorf("the zero Verdict's outcome is %q", got)
	}
	var r effect.Result
	if got := r.Outcome(); got != effect.ReconciliationRequired {
		t.Errorf("the zero Result's outcome is %q", got)
	}
	var o effect.Outcome
	if o == effect.Proceed || o == effect.HaltedBeforeEffect {
		t.Errorf("the zero Outcome is %q", o)
	}
	if got := effect.Combine(); got != effect.ReconciliationRequired {
		t.Errorf("no effects at all: %q", got)
	}
	if got := effect.Combine(""); got != effect.ReconciliationRequired {
		t.Errorf("one zero Result: %q", got)
	}
}

func TestOnlyADecisionAndGroundThatAgreeConfirmOrClaimAbsence(t *testing.T) {
	decisions := []effect.Decision{"", effect.Confirmed, effect.Refuted, effect.Indeterminate, "CONFIRMED", "yes"}
	for _, d := range decisions {
		for _, g := range append(effect.Grounds(), "", "other") {
			outcome := effect.Verdict{Decision: d, Ground: g}.Result().Outcome()
			proceed := d == effect.Confirmed && g == effect.GroundConfirmed
			absent := d == effect.Refuted && g == effect.Missing
			if (outcome == effect.Proceed) != proceed || (outcome == effect.HaltedBeforeEffect) != absent {
				t.Errorf("%q by %q: %s", d, g, outcome)
			}
		}
	}
}

func TestEffectsCombine(t *testing.T) {
	const (
		c  = effect.ResultConfirmed
		r  = effect.ResultRefuted
		x  = effect.ResultConflicting
		u  = effect.ResultUnavailable
		s  = effect.ResultStale
		in = effect.ResultIndeterminate
	)
	for _, row := range []struct {
		results []effect.Result
		want    effect.Outcome
	}{
		{[]effect.Result{c}, effect.Proceed},
		{[]effect.Result{c, c, c}, effect.Proceed},
		{[]effect.Result{r}, effect.HaltedBeforeEffect},
		{[]effect.Result{r, r}, effect.HaltedBeforeEffect},
		{[]effect.Result{c, r}, effect.ReconciliationRequired},
		{[]effect.Result{r, c}, effect.ReconciliationRequired},
		{[]effect.Result{c, ""}, effect.ReconciliationRequired},
		{[]effect.Result{r, r, u}, effect.ReconciliationRequired},
		{[]effect.Result{x}, effect.ReconciliationRequired},
		{[]effect.Result{c, s}, effect.ReconciliationRequired},
		{[]effect.Result{in, in}, effect.ReconciliationRequired},
		{[]effect.Result{"proceed"}, effect.ReconciliationRequired},
	} {
		if got := effect.Combine(row.results...); got != row.want {
			t.Errorf("%v: %s, want %s", row.results, got, row.want)
		}
	}
}
