package redact

import (
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

// Blind puts keyed digests in place of what may not be shown, so that a
// snapshot can be stored. Records keep their batches and rows. With a nil
// Rules it is s itself.
func (r *Rules) Blind(b *value.Blinder, s *judge.Snapshot) (*judge.Snapshot, error) {
	if r == nil || s == nil {
		return s, nil
	}
	out := *s
	out.Records = make([]*value.Batch, len(s.Records))
	for i, batch := range s.Records {
		hidden, err := r.batch(b, batch)
		if err != nil {
			return nil, err
		}
		out.Records[i] = hidden
	}
	return &out, nil
}

func (r *Rules) batch(b *value.Blinder, batch *value.Batch) (*value.Batch, error) {
	cols := make([]value.Column, len(batch.Columns()))
	for i := range batch.Columns() {
		col := &batch.Columns()[i]
		cols[i] = *col
		if !r.touches(col, batch.Rows()) {
			continue
		}
		hidden, err := r.column(b, col, batch.Rows())
		if err != nil {
			return nil, err
		}
		cols[i] = *hidden
	}
	return value.NewBatch(batch.Rows(), cols)
}

// touches tells whether any cell of a column may not be shown whole. It asks of
// every kind but JSON once a column.
func (r *Rules) touches(col *value.Column, rows int) bool {
	how := r.at(parse(col.Name()))
	if how != all {
		return true
	}
	for row := range rows {
		if col.Kind(row) == value.JSON && r.inJSON(col, row) {
			return true
		}
	}
	return false
}

func (r *Rules) inJSON(col *value.Column, row int) bool {
	_, ok := r.value(col.Name(), col.At(row))
	if !ok {
		return true
	}
	_, hidden := r.json(nil, parse(col.Name()), col.At(row))
	return hidden
}

func (r *Rules) column(b *value.Blinder, col *value.Column, rows int) (*value.Column, error) {
	whole := r.at(parse(col.Name())) != all
	var build value.Builder
	for row := range rows {
		v := col.At(row)
		if whole || v.Kind() == value.JSON && r.inJSON(col, row) {
			v = b.Value(v)
		}
		if err := build.Set(col.Name(), v); err != nil {
			return nil, err
		}
		build.EndRecord()
	}
	return build.Take().Column(col.Name()), nil
}

// BlindBound is a contract whose literals equal what is blinded as well as what
// is not. With a nil Rules it is e itself.
func (r *Rules) BlindBound(b *value.Blinder, e *effect.Bound) *effect.Bound {
	if r == nil {
		return e
	}
	out := *e
	out.Match = selector(b, e.Match)
	out.NewRecords = selectors(b, e.NewRecords)
	out.Added = selectors(b, e.Added)
	out.Removed = selectors(b, e.Removed)
	out.Changed = make([]effect.BoundChange, len(e.Changed))
	for i, c := range e.Changed {
		out.Changed[i] = effect.BoundChange{Match: selector(b, c.Match), Set: selector(b, c.Set)}
	}
	out.Value = b.Literal(e.Value)
	if e.Key != nil {
		key := b.Literal(*e.Key)
		out.Key = &key
	}
	return &out
}

// BlindSelectors are selectors like those of BlindBound.
func (r *Rules) BlindSelectors(b *value.Blinder, list []effect.BoundSelector) []effect.BoundSelector {
	if r == nil {
		return list
	}
	return selectors(b, list)
}

func selector(b *value.Blinder, s effect.BoundSelector) effect.BoundSelector {
	out := make(effect.BoundSelector, len(s))
	for i, w := range s {
		out[i] = effect.Want{Field: w.Field, Literal: b.Literal(w.Literal)}
	}
	return out
}

func selectors(b *value.Blinder, list []effect.BoundSelector) []effect.BoundSelector {
	out := make([]effect.BoundSelector, len(list))
	for i, s := range list {
		out[i] = selector(b, s)
	}
	return out
}
