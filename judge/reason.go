package judge

import (
	"fmt"
	"strings"

	"github.com/effectkit/effectkit/effect"
)

// reason is one sentence for an operator: what was found, and what it means.
// It is made of grounds, counts and field names, never of a value.
func (t *trial) reason(v effect.Verdict) string {
	parts := make([]string, 0, len(v.Grounds))
	for _, ground := range v.Grounds {
		parts = append(parts, t.phrase(ground))
	}
	return strings.Join(parts, "; ")
}

// phrase says one ground.
func (t *trial) phrase(ground effect.Ground) string {
	n := 0
	for _, f := range t.findings {
		if f.ground == ground {
			n = f.records
		}
	}
	switch ground {
	case effect.GroundConfirmed:
		return t.confirmedPhrase()
	case effect.CollateralLoss:
		return records(n, "was", "were") + " lost that this step had no business with"
	case effect.CollateralChange:
		return records(n, "was", "were") + " changed that this step had no business with"
	case effect.UnintendedWrite:
		return records(n, "was", "were") + " written that the contract does not declare"
	case effect.UnintendedRemoval:
		return records(n, "was", "were") + " removed that the contract does not declare"
	case effect.UnintendedChange:
		return records(n, "was", "were") + " changed as the contract does not declare"
	case effect.MovedIntoScope:
		return fmt.Sprintf("%d old %s changed into a match", n, plural(n, "record was", "records were"))
	case effect.MovedOutOfScope:
		return fmt.Sprintf("%d old %s changed out of the scope", n, plural(n, "record was", "records were"))
	case effect.TargetLost:
		return records(n, "that matched before is", "that matched before are") + " gone"
	case effect.Duplicate:
		return fmt.Sprintf("%s where %d %s expected", records(n, "stands", "stand"), t.wanted, plural(t.wanted, "was", "were"))
	case effect.Ambiguous:
		return records(n, "matches", "match") + " where exactly 1 was expected"
	case effect.WrongValue:
		return fmt.Sprintf("field %q has another value than the contract wants", t.Field)
	case effect.FieldMissing:
		return fmt.Sprintf("the record does not carry field %q", t.Field)
	case effect.WrongCardinality:
		return fmt.Sprintf("the added records cannot be matched one to one with the %d declared: %d too many", t.wanted, n)
	case effect.Short:
		return fmt.Sprintf("%d of %d expected found", t.found, t.wanted)
	}
	return t.absencePhrase(ground)
}

func (t *trial) absencePhrase(ground effect.Ground) string {
	switch ground {
	case effect.Misplaced:
		return fmt.Sprintf("the expected effect is not there (%d of %d found), and something else changed", t.found, t.wanted)
	case effect.MissingUnproven:
		return fmt.Sprintf("%d of %d expected found, and what could be read does not prove that nothing was written", t.found, t.wanted)
	case effect.Missing:
		return fmt.Sprintf("%d of %d expected found, and nothing changed: nothing was written", t.found, t.wanted)
	}
	return t.doubtPhrase(ground)
}

func (t *trial) doubtPhrase(ground effect.Ground) string {
	switch ground {
	case effect.Unreachable:
		return "the system of record could not be reached"
	case effect.CredentialRefused:
		return "the system of record refused the credential"
	case effect.AdapterFailed:
		return "the adapter failed to read the system of record"
	case effect.EvidenceTooLarge:
		return "the records are more than may be read"
	case effect.SourceReplaced:
		return "another system answered after the action than before it"
	case effect.BaselineUnreadable:
		return "there is no readable baseline from before the action"
	case effect.CoverageGap:
		if t.before != nil && t.NeedsBaseline() && t.delta && !t.before.Whole() {
			return "the baseline did not see everything in its scope"
		}
		return "the read did not see everything in its scope"
	case effect.IdentityMissing:
		if t.pairs != nil && !t.pairs.byField {
			return fmt.Sprintf("records have no unique field %q, so that a changed one cannot be told from one gone and one come", t.IdentityField)
		}
		return fmt.Sprintf("a record does not carry the identity field %q", t.IdentityField)
	case effect.IdentityNotUnique:
		return fmt.Sprintf("the identity field %q is the same in two records of one read", t.IdentityField)
	case effect.FieldUnknown:
		return t.unknownPhrase()
	case effect.AlreadyTrue:
		return "it already held before the action, so that it proves nothing about it"
	case effect.MatchingTooLarge:
		return "too many declared records and too many added ones fit each other to be matched one to one"
	}
	return string(ground)
}

func (t *trial) unknownPhrase() string {
	switch {
	case len(t.unknown) > 0:
		return "no record carries " + quoted(t.unknown) + ": the field was renamed, or is not read"
	case t.fieldUnknown:
		return fmt.Sprintf("the read cannot produce field %q", t.Field)
	}
	return "a record that may match lacks a field that the contract wants null"
}

func (t *trial) confirmedPhrase() string {
	out := fmt.Sprintf("%d of %d expected found", t.found, t.wanted)
	if t.absence {
		out = "nothing is there that the contract forbids"
	}
	c := t.counts
	return fmt.Sprintf("%s; bystanders: %d added, %d removed, %d changed", out, c.BystandersAdded, c.BystandersRemoved, c.BystandersChanged)
}

func records(n int, one, more string) string {
	return fmt.Sprintf("%d %s %s", n, plural(n, "record", "records"), plural(n, one, more))
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

func quoted(names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = fmt.Sprintf("field %q", name)
	}
	return strings.Join(out, " or ")
}
