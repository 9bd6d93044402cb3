package exit

import "github.com/effectkit/effectkit/effect"

// ForOutcome is the code of an outcome. An unknown one halts.
func ForOutcome(o effect.Outcome) Code {
	switch o {
	case effect.Proceed:
		return Proceed
	case effect.HaltedBeforeEffect:
		return HaltedBeforeEffect
	}
	return Reconcile
}
