package effect

// Kind is the kind of an effect.
type Kind string

// The effect kinds (SEMANTICS 4.3).
const (
	RecordWritten Kind = "record_written"
	FieldEquals   Kind = "field_equals"
	ExactNewSet   Kind = "exact_new_set"
	ExactDelta    Kind = "exact_delta"
)

// Kinds are all effect kinds, in the order in which docs name them.
func Kinds() []Kind { return []Kind{RecordWritten, FieldEquals, ExactNewSet, ExactDelta} }

// Exact tells whether the kind accounts for everything that changed in its
// scope, and so needs an identity and a baseline.
func (k Kind) Exact() bool { return k == ExactNewSet || k == ExactDelta }

// Risk says whether an action could be undone. It sets the default of
// expect_change on field_equals and of settle_s.
type Risk string

// The risks.
const (
	Reversible   Risk = "reversible"
	Irreversible Risk = "irreversible"
)

// Risks are all risks.
func Risks() []Risk { return []Risk{Reversible, Irreversible} }

// Mode says what a judgement rests on.
type Mode string

// The modes. CurrentState is never inferred from a missing baseline.
const (
	// Delta compares the state before the action with the state after.
	Delta Mode = "delta"
	// CurrentState reads back what is there, whatever put it there.
	CurrentState Mode = "current_state"
)
