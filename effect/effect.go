package effect

import (
	"time"

	"github.com/effectkit/effectkit/value"
)

// Limits and defaults of the common fields (SEMANTICS 4.3).
const (
	DefaultIdentityField = "id"
	DefaultKeyField      = "key"
	DefaultTimeout       = 5 * time.Second
	MaxTimeout           = 86_400 * time.Second
)

// Pair is one field of a selector and what it must equal.
type Pair struct {
	Field string
	Want  Expr
}

// Selector is a set of pairs that must all be equal, in declared order and
// without a field twice. The empty selector matches every record.
type Selector []Pair

// Change is one declared alteration of exact_delta.
type Change struct {
	Match Selector // on the record before
	Set   Selector // on the record after; not empty
}

// Effect is one contract as declared. Pointers are nil where the contract is
// silent, so that the hash and the defaults can tell.
type Effect struct {
	Kind   Kind
	System string // "" is the default system
	Match  Selector
	Risk   Risk   // "" takes the step's
	Probe  string // prose for people

	Timeout       *time.Duration
	IdentityField *string

	// record_written and exact_new_set
	ExpectedCount *int
	// record_written
	CountNewOnly bool
	AllowRemoval bool
	// record_written and field_equals
	IdempotencyKey *Expr
	KeyField       *string
	ExpectChange   *bool
	// field_equals
	Field string
	Value *Expr
	// exact_new_set
	NewRecords []Selector
	// exact_delta
	Added   []Selector
	Removed []Selector
	Changed []Change

	ForbidCollateralLoss   *bool
	ForbidCollateralChange *bool
	IgnoreFields           []string

	// NeedsOperatorConfirmation marks a placeholder that a person must
	// complete; Validate refuses it.
	NeedsOperatorConfirmation bool

	Pos Position

	// places are where what was read stands, by key and by item of a list; nil
	// for an effect made in code.
	places map[string]place
}

// Want is one field of a bound selector.
type Want struct {
	Field   string
	Literal value.Literal
}

// BoundSelector is a selector whose parameters have values.
type BoundSelector []Want

// BoundChange is a declared alteration whose parameters have values.
type BoundChange struct {
	Match BoundSelector
	Set   BoundSelector
}

// Bound is a contract with every parameter and default resolved: all that the
// judge needs. Build it with [Effect.Bind].
type Bound struct {
	Kind   Kind
	System string
	Match  BoundSelector
	Risk   Risk

	Timeout time.Duration

	IdentityField    string
	IdentityRequired bool // SEMANTICS 4.2

	ExpectedCount int
	CountWritten  bool // the contract wrote expected_count
	CountNewOnly  bool
	AllowRemoval  bool

	Key      *value.Literal // nil without an idempotency key
	KeyField string

	ExpectChange        bool
	ExpectChangeWritten bool // expect_change: true was written

	Field string
	Value value.Literal

	NewRecords []BoundSelector
	Added      []BoundSelector
	Removed    []BoundSelector
	Changed    []BoundChange

	ForbidCollateralLoss   bool
	ForbidCollateralChange bool
	IgnoreFields           []string
}

// NeedsBaseline tells whether the effect can only be judged against a snapshot
// from before the action (SEMANTICS 4.3).
func (b *Bound) NeedsBaseline() bool {
	return b.Kind.Exact() || b.CountNewOnly || b.Key != nil ||
		b.ForbidCollateralLoss || b.ForbidCollateralChange || b.ExpectChange
}

// RefusedInCurrentState says why the effect cannot be judged on the current
// state alone, naming the field; "" when it can.
func (b *Bound) RefusedInCurrentState() string {
	switch {
	case b.Kind.Exact():
		return "kind"
	case b.CountNewOnly:
		return "count_new_only"
	case b.Key != nil:
		return "idempotency_key"
	case b.ExpectChangeWritten:
		return "expect_change"
	}
	return ""
}
