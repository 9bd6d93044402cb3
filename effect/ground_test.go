package effect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
)

// table is SEMANTICS 5, ground by ground, in the order in which a refutation's
// grounds lead (SEMANTICS 4.1).
var table = []struct {
	ground   effect.Ground
	decision effect.Decision
	result   effect.Result
	outcome  effect.Outcome
}{
	{effect.GroundConfirmed, effect.Confirmed, effect.ResultConfirmed, effect.Proceed},
	{effect.CollateralLoss, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.CollateralChange, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.UnintendedWrite, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.UnintendedRemoval, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.UnintendedChange, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.MovedIntoScope, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.MovedOutOfScope, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.TargetLost, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.Duplicate, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.WrongValue, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.FieldMissing, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.Ambiguous, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.WrongCardinality, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.Short, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.Misplaced, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.MissingUnproven, effect.Refuted, effect.ResultConflicting, effect.ReconciliationRequired},
	{effect.Missing, effect.Refuted, effect.ResultRefuted, effect.HaltedBeforeEffect},
	{effect.Unreachable, effect.Indeterminate, effect.ResultUnavailable, effect.ReconciliationRequired},
	{effect.CredentialRefused, effect.Indeterminate, effect.ResultUnavailable, effect.ReconciliationRequired},
	{effect.AdapterFailed, effect.Indeterminate, effect.ResultUnavailable, effect.ReconciliationRequired},
	{effect.EvidenceTooLarge, effect.Indeterminate, effect.ResultUnavailable, effect.ReconciliationRequired},
	{effect.Stale, effect.Indeterminate, effect.ResultStale, effect.ReconciliationRequired},
	{effect.SourceReplaced, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
	{effect.BaselineUnreadable, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
	{effect.CoverageGap, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
	{effect.IdentityMissing, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
	{effect.IdentityNotUnique, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
	{effect.FieldUnknown, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
	{effect.AlreadyTrue, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
	{effect.Unsettled, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
	{effect.MatchingTooLarge, effect.Indeterminate, effect.ResultIndeterminate, effect.ReconciliationRequired},
}

func TestEveryGroundHasItsVerdictResultAndOutcome(t *testing.T) {
	var grounds []effect.Ground
	for _, row := range table {
		grounds = append(grounds, row.ground)
		v := effect.NewVerdict("", row.ground)
		if v.Decision != row.decision || v.Result() != row.result || v.Result().Outcome() != row.outcome {
			t.Errorf("%s: %s, %s, %s; want %s, %s, %s", row.ground, v.Decision, v.Result(), v.Result().Outcome(), row.decision, row.result, row.outcome)
		}
		if unreadable := row.result == effect.ResultUnavailable; row.ground.Unreadable() != unreadable {
			t.Errorf("%s: unreadable is %v", row.ground, !unreadable)
		}
	}
	if diff := cmp.Diff(grounds, effect.Grounds()); diff != "" {
		t.Error(diff)
	}
}

func TestARefutationLeadsWithItsFirstGroundInOrder(t *testing.T) {
	refutations := effect.Grounds()[1:18]
	for i, first := range refutations {
		for _, second := range refutations[i+1:] {
			v := effect.NewVerdict("", second, first, second)
			if v.Ground != first {
				t.Errorf("%s and %s: leads with %s", first, second, v.Ground)
			}
			if diff := cmp.Diff([]effect.Ground{first, second}, v.Grounds); diff != "" {
				t.Error(diff)
			}
		}
	}
}

func TestAnUnknownGroundDecidesNothing(t *testing.T) {
	for _, g := range []effect.Ground{"", "Confirmed", "confirmed ", "landed"} {
		if g.Decision() != effect.Indeterminate {
			t.Errorf("%q decides %s", g, g.Decision())
		}
	}
}
