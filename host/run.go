package host

import "github.com/effectkit/effectkit/effect"

// Combine is the outcome of a run of several steps: proceed when every effect
// of every step is confirmed, halted before effect when every one is refuted,
// and reconciliation required for everything else, no step at all included
// (SEMANTICS 5).
func Combine(steps ...Outcome) effect.Outcome {
	proceed, halted := len(steps) > 0, len(steps) > 0
	for _, s := range steps {
		proceed = proceed && s.Proceed()
		halted = halted && s.Outcome == effect.HaltedBeforeEffect
	}
	switch {
	case proceed:
		return effect.Proceed
	case halted:
		return effect.HaltedBeforeEffect
	}
	return effect.ReconciliationRequired
}
