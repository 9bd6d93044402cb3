package effect

import "fmt"

// Tier says how independent of the actor a read is; lower is stronger.
// The zero Tier is none.
type Tier int

// The tiers (SEMANTICS 8).
const (
	IndependentSystem  Tier = 1
	IndependentSession Tier = 2
	ReacquiredState    Tier = 3
	ScreenConsistency  Tier = 4
)

var tierNames = map[Tier]string{
	IndependentSystem:  "independent-system",
	IndependentSession: "independent-session",
	ReacquiredState:    "reacquired-state",
	ScreenConsistency:  "screen-consistency",
}

// Valid tells whether t is one of the four tiers.
func (t Tier) Valid() bool { return t >= IndependentSystem && t <= ScreenConsistency }

// String is the tier's name.
func (t Tier) String() string {
	if name, ok := tierNames[t]; ok {
		return name
	}
	return fmt.Sprintf("tier %d", int(t))
}
