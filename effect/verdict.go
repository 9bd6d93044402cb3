package effect

import (
	"slices"

	"github.com/effectkit/effectkit/value"
)

// Verdict is the answer for one effect. The zero Verdict halts.
type Verdict struct {
	Decision Decision
	// Ground is the leading ground, Grounds all of them in their order.
	Ground  Ground
	Grounds []Ground
	// Reason is one sentence of grounds, counts and field names. It never
	// carries a value.
	Reason   string
	Evidence Evidence
}

// NewVerdict makes a verdict of its grounds, of which there is at least one
// and which all decide alike. The one that leads is found here.
func NewVerdict(reason string, grounds ...Ground) Verdict {
	sorted := slices.Clone(grounds)
	slices.SortFunc(sorted, func(a, b Ground) int { return a.rank() - b.rank() })
	sorted = slices.Compact(sorted)
	return Verdict{Decision: sorted[0].Decision(), Ground: sorted[0], Grounds: sorted, Reason: reason}
}

// Result refines a verdict for the operator. The zero value halts.
type Result string

// The results (SEMANTICS 5).
const (
	ResultConfirmed     Result = "confirmed"
	ResultRefuted       Result = "refuted"
	ResultConflicting   Result = "conflicting"
	ResultUnavailable   Result = "unavailable"
	ResultStale         Result = "stale"
	ResultIndeterminate Result = "indeterminate"
)

// Result is what the verdict comes to.
func (v Verdict) Result() Result {
	switch {
	case v.Decision == Confirmed && v.Ground == GroundConfirmed:
		return ResultConfirmed
	case v.Decision == Refuted && v.Ground == Missing:
		return ResultRefuted
	case v.Decision == Refuted:
		return ResultConflicting
	case v.Ground.Unreadable():
		return ResultUnavailable
	case v.Ground == Stale:
		return ResultStale
	}
	return ResultIndeterminate
}

// Outcome is what a transaction may do next. The zero value halts.
type Outcome string

// The outcomes (SEMANTICS 5).
const (
	Proceed                Outcome = "proceed"
	HaltedBeforeEffect     Outcome = "halted_before_effect"
	ReconciliationRequired Outcome = "reconciliation_required"
)

// Outcome is what a transaction with this result alone may do next.
func (r Result) Outcome() Outcome {
	switch r {
	case ResultConfirmed:
		return Proceed
	case ResultRefuted:
		return HaltedBeforeEffect
	}
	return ReconciliationRequired
}

// Combine is the outcome of several effects: all confirmed → proceed, all
// refuted → halted before effect, anything else, none at all included,
// requires reconciliation.
func Combine(results ...Result) Outcome {
	if len(results) == 0 {
		return ReconciliationRequired
	}
	for _, r := range results[1:] {
		if r.Outcome() != results[0].Outcome() {
			return ReconciliationRequired
		}
	}
	return results[0].Outcome()
}

// Counts are the figures of a verdict. Every one is in every verdict.
type Counts struct {
	Expected      int `json:"expected"`       // records, members or changes that the contract wants
	Observed      int `json:"observed"`       // those that were found
	Before        int `json:"before"`         // records in the baseline; 0 without one
	After         int `json:"after"`          // records in the read
	MatchedBefore int `json:"matched_before"` // baseline records that the selector matches
	// Bystanders that came, went and differ, guarded or not (SEMANTICS 4.4).
	BystandersAdded   int `json:"bystanders_added"`
	BystandersRemoved int `json:"bystanders_removed"`
	BystandersChanged int `json:"bystanders_changed"`
}

// Evidence is what a verdict rests on. Values are here alone, where redaction
// reaches them.
type Evidence struct {
	Counts Counts
	// Records are examples: at most MaxExamples in all, the identity and the
	// fields that the contract names.
	Records []EvidenceRecord
	// Gaps are what the reads could not see.
	Gaps []value.Gap
	// NotEvaluated names the guards that were off in current state.
	NotEvaluated []string
}

// MaxExamples is how many records a verdict carries at most.
const MaxExamples = 20

// EvidenceRecord is one record that decided.
type EvidenceRecord struct {
	// Role says why it is here: a ground, "matched", or "confirmed".
	Role string
	// Side is "before" or "after".
	Side   string
	Fields []EvidenceField
}

// EvidenceField is a field of an evidence record.
type EvidenceField struct {
	Name  string
	Value value.Value
	// Redacted is true when the value was taken out; Value is then Missing.
	Redacted bool
}
