package host

import "github.com/effectkit/effectkit/effect"

// nextSteps say what to do about the ground that leads.
var nextSteps = map[effect.Ground]string{
	effect.Duplicate:          "do not retry: it was written more than once; remove the surplus and verify again",
	effect.WrongValue:         "do not retry: it was written with another value; correct it and verify again",
	effect.FieldMissing:       "do not retry: it was written without the field; correct it and verify again",
	effect.Short:              "do not retry the whole: a part of it was written; write what is missing and verify again",
	effect.TargetLost:         "do not retry: it was there and is gone; find out what removed it",
	effect.Misplaced:          "do not retry: something else was written; see whether it landed on another record",
	effect.MissingUnproven:    "do not retry yet: it is not there, and may still come; verify again once what acted has ended and the system can be read whole",
	effect.CollateralLoss:     "do not retry: records that should have stayed are gone; restore them",
	effect.CollateralChange:   "do not retry: records that should have stayed as they were differ; restore them",
	effect.UnintendedWrite:    "do not retry: records that nobody asked for were written; remove them and verify again",
	effect.UnintendedRemoval:  "do not retry: records that should have stayed are gone; restore them",
	effect.UnintendedChange:   "do not retry: records that should have stayed as they were differ; restore them",
	effect.MovedIntoScope:     "do not retry: an old record was changed in place of a new one; restore it",
	effect.MovedOutOfScope:    "do not retry: an old record was changed so that it is counted elsewhere; restore it",
	effect.Ambiguous:          "do not retry: several records match; make the contract tell them apart",
	effect.WrongCardinality:   "do not retry: not the declared number was written; write what is missing or remove the surplus",
	effect.IdentityMissing:    "do not retry: records cannot be told apart; name the field that can with identity_field, and look by hand",
	effect.IdentityNotUnique:  "do not retry: two records have one identity; name the field that tells them apart with identity_field",
	effect.FieldUnknown:       "do not retry: a field that the contract names is not read; mend its name or the section, and verify again",
	effect.MatchingTooLarge:   "do not retry: too many records fit too many members; declare them more exactly, and look by hand",
	effect.Unreachable:        "do not retry: nobody could look; verify again when the system answers",
	effect.CredentialRefused:  "do not retry: the reader was not let in; mend its credentials and verify again",
	effect.AdapterFailed:      "do not retry: the reader broke; mend what it says and verify again",
	effect.EvidenceTooLarge:   "do not retry: more is there than may be read; narrow the section and verify again",
	effect.Stale:              "do not retry: what was read is not recent; verify again when the system has caught up",
	effect.SourceReplaced:     "do not retry: another system answered than before the action; find out which one holds the truth",
	effect.BaselineUnreadable: "do not retry: there is no baseline to compare with; look by hand",
	effect.CoverageGap:        "do not retry: a part could not be seen; look there by hand, or verify again",
	effect.Unsettled:          "do not retry: it keeps changing; verify again when the system is quiet",
	effect.AlreadyTrue:        "do not retry: it was so before the action, which proves nothing; make the contract tell them apart",
}

// next says what to do about an outcome: nothing, try again, or what its first
// effect that did not proceed asks for.
func next(o Outcome) string {
	switch o.Outcome {
	case effect.Proceed:
		return "go on"
	case effect.HaltedBeforeEffect:
		return "nothing was written; the action may be tried again"
	}
	for _, e := range o.Effects {
		if e.Verdict.Result().Outcome() != effect.ReconciliationRequired {
			continue
		}
		if text, ok := nextSteps[e.Verdict.Ground]; ok {
			return text
		}
	}
	return "do not retry: look at the system of record by hand, mend it, and verify again"
}
