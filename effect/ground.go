package effect

// Decision is the three-valued verdict. The zero value is no decision and halts.
type Decision string

// The decisions.
const (
	Confirmed     Decision = "confirmed"
	Refuted       Decision = "refuted"
	Indeterminate Decision = "indeterminate"
)

// Ground says why a verdict is what it is. Programs act on it.
type Ground string

// The ground of a confirmation.
const GroundConfirmed Ground = "confirmed"

// Grounds of a refutation, in the order in which one leads (SEMANTICS 4.1).
const (
	CollateralLoss    Ground = "collateral_loss"
	CollateralChange  Ground = "collateral_change"
	UnintendedWrite   Ground = "unintended_write"
	UnintendedRemoval Ground = "unintended_removal"
	UnintendedChange  Ground = "unintended_change"
	MovedIntoScope    Ground = "moved_into_scope"
	MovedOutOfScope   Ground = "moved_out_of_scope"
	TargetLost        Ground = "target_lost"
	Duplicate         Ground = "duplicate"
	WrongValue        Ground = "wrong_value"
	FieldMissing      Ground = "field_missing"
	Ambiguous         Ground = "ambiguous"
	WrongCardinality  Ground = "wrong_cardinality"
	Short             Ground = "short"
	Misplaced         Ground = "misplaced"
	MissingUnproven   Ground = "missing_unproven"
	Missing           Ground = "missing"
)

// Grounds of an indeterminate verdict.
const (
	// The four reasons of an unreadable snapshot (SEMANTICS 3).
	Unreachable       Ground = "unreachable"
	CredentialRefused Ground = "credential_refused"
	AdapterFailed     Ground = "adapter_failed"
	EvidenceTooLarge  Ground = "evidence_too_large"

	Stale              Ground = "stale"
	SourceReplaced     Ground = "source_replaced"
	BaselineUnreadable Ground = "baseline_unreadable"
	CoverageGap        Ground = "coverage_gap"
	IdentityMissing    Ground = "identity_missing"
	IdentityNotUnique  Ground = "identity_not_unique"
	FieldUnknown       Ground = "field_unknown"
	AlreadyTrue        Ground = "already_true"
	Unsettled          Ground = "unsettled"
	// MatchingTooLarge: the assignment of members to records went over the cap.
	MatchingTooLarge Ground = "matching_too_large"
)

// groundOrder is the one table of grounds: what they decide, and the order in
// which a refutation's grounds lead.
var groundOrder = []struct {
	ground   Ground
	decision Decision
}{
	{GroundConfirmed, Confirmed},
	{CollateralLoss, Refuted}, {CollateralChange, Refuted}, {UnintendedWrite, Refuted},
	{UnintendedRemoval, Refuted}, {UnintendedChange, Refuted}, {MovedIntoScope, Refuted},
	{MovedOutOfScope, Refuted}, {TargetLost, Refuted}, {Duplicate, Refuted}, {WrongValue, Refuted},
	{FieldMissing, Refuted}, {Ambiguous, Refuted}, {WrongCardinality, Refuted}, {Short, Refuted},
	{Misplaced, Refuted}, {MissingUnproven, Refuted}, {Missing, Refuted},
	{Unreachable, Indeterminate}, {CredentialRefused, Indeterminate}, {AdapterFailed, Indeterminate},
	{EvidenceTooLarge, Indeterminate}, {Stale, Indeterminate}, {SourceReplaced, Indeterminate},
	{BaselineUnreadable, Indeterminate}, {CoverageGap, Indeterminate}, {IdentityMissing, Indeterminate},
	{IdentityNotUnique, Indeterminate}, {FieldUnknown, Indeterminate}, {AlreadyTrue, Indeterminate},
	{Unsettled, Indeterminate}, {MatchingTooLarge, Indeterminate},
}

// Grounds are all grounds, refutations in the order in which one leads.
func Grounds() []Ground {
	out := make([]Ground, len(groundOrder))
	for i, g := range groundOrder {
		out[i] = g.ground
	}
	return out
}

// Decision is what the ground decides; Indeterminate for an unknown one.
func (g Ground) Decision() Decision {
	if i := g.rank(); i < len(groundOrder) {
		return groundOrder[i].decision
	}
	return Indeterminate
}

func (g Ground) rank() int {
	for i, row := range groundOrder {
		if row.ground == g {
			return i
		}
	}
	return len(groundOrder)
}

// Unreadable tells whether g is one of the four reasons why a snapshot could
// not be read.
func (g Ground) Unreadable() bool {
	return g == Unreachable || g == CredentialRefused || g == AdapterFailed || g == EvidenceTooLarge
}
