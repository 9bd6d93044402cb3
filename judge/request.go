package judge

import (
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// Request is all that a judgement rests on.
type Request struct {
	Effect *effect.Bound
	// Before is the baseline; nil where there is none.
	Before *Snapshot
	After  *Snapshot
	// Siblings are the selectors of the other effects of the same step over the
	// same adapter: what they match is no bystander (SEMANTICS 4.4).
	Siblings []effect.BoundSelector
	// Mode is Delta unless the caller asks for current state; it is never
	// inferred from a nil Before.
	Mode effect.Mode
}

// Judgement is a verdict and what the host needs to settle it.
type Judgement struct {
	effect.Verdict
	// Rests are the records of After that a confirmation rests on: the matched
	// ones, for the exact kinds those added and changed. Empty otherwise.
	Rests []Ref
	// Fingerprint is equal for two confirmations by the same identities with
	// the same fields, ignore_fields aside. Empty unless confirmed.
	Fingerprint string
	// MatchedBefore tells whether the baseline held a record that matches, so
	// that a confirmed absence is a deletion and not "nothing yet".
	MatchedBefore bool
	// Final is true when no later read can change the verdict
	// (SEMANTICS 6): a baseline that is unreadable or faulty, or declared
	// fields that lack one the contract names.
	Final bool
}

// Ref is one record of a snapshot.
type Ref struct {
	Batch *value.Batch
	Row   int
}

// Value is the record's value of a field; Missing when it does not carry it.
func (r Ref) Value(field string) value.Value { return r.Batch.Value(r.Row, field) }
