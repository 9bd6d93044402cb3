package effect

import (
	"errors"

	"github.com/effectkit/effectkit/value"
)

// Bind resolves parameters and defaults. stepRisk is the risk of the step the
// effect belongs to; "" means reversible. The effect must have passed
// [Effect.Validate]. The error joins an [*UnboundError] for each parameter
// without a value.
func (e *Effect) Bind(params Params, stepRisk Risk) (*Bound, error) {
	r := resolver{params: params}
	b := &Bound{
		Kind:          e.Kind,
		System:        e.System,
		Match:         r.selector(e.Match),
		Risk:          or(e.Risk, or(stepRisk, Reversible)),
		Timeout:       deref(e.Timeout, DefaultTimeout),
		IdentityField: deref(e.IdentityField, DefaultIdentityField),
		KeyField:      deref(e.KeyField, DefaultKeyField),
		ExpectedCount: deref(e.ExpectedCount, 1),
		CountWritten:  e.ExpectedCount != nil,
		CountNewOnly:  e.CountNewOnly,
		AllowRemoval:  e.AllowRemoval,
		Field:         e.Field,
		NewRecords:    r.selectors(e.NewRecords),
		Added:         r.selectors(e.Added),
		Removed:       r.selectors(e.Removed),
		IgnoreFields:  e.IgnoreFields,

		ForbidCollateralLoss:   deref(e.ForbidCollateralLoss, true),
		ForbidCollateralChange: deref(e.ForbidCollateralChange, false),
	}
	for _, c := range e.Changed {
		b.Changed = append(b.Changed, BoundChange{Match: r.selector(c.Match), Set: r.selector(c.Set)})
	}
	if e.Value != nil {
		b.Value = r.literal(*e.Value)
	}
	if e.IdempotencyKey != nil {
		key := r.literal(*e.IdempotencyKey)
		b.Key = &key
	}
	b.IdentityRequired = e.IdentityField != nil || e.Kind.Exact() || b.ForbidCollateralChange
	byDefault := (e.Kind == RecordWritten && b.ExpectedCount > 0) || (e.Kind == FieldEquals && b.Risk == Irreversible)
	b.ExpectChange = deref(e.ExpectChange, byDefault)
	b.ExpectChangeWritten = e.ExpectChange != nil && *e.ExpectChange
	return b, errors.Join(r.errs...)
}

type resolver struct {
	params Params
	errs   []error
}

func (r *resolver) literal(e Expr) value.Literal {
	l, err := e.Resolve(r.params)
	if err != nil {
		r.errs = append(r.errs, err)
	}
	return l
}

func (r *resolver) selector(s Selector) BoundSelector {
	out := make(BoundSelector, 0, len(s))
	for _, p := range s {
		out = append(out, Want{Field: p.Field, Literal: r.literal(p.Want)})
	}
	return out
}

func (r *resolver) selectors(list []Selector) []BoundSelector {
	out := make([]BoundSelector, 0, len(list))
	for _, s := range list {
		out = append(out, r.selector(s))
	}
	return out
}

func deref[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

func or[T comparable](v, otherwise T) T {
	var zero T
	if v == zero {
		return otherwise
	}
	return v
}
