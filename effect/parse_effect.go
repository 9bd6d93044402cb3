package effect

import (
	"math/big"
	"time"

	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/value"
)

// ParseEffect reads one contract from YAML or JSON and validates it. file
// names it in errors. The error is [Problems], all of them.
func ParseEffect(file string, data []byte) (*Effect, error) {
	n, problems := source.Read(file, data)
	r := reportOf(problems)
	if n == nil {
		return nil, problems
	}
	e := effectOf(r, n)
	if err := r.Problems().Err(); err != nil {
		return nil, err
	}
	return &e, nil
}

// EffectOf reads one contract of a part of a document that was read before,
// and validates it. The error is [Problems].
func EffectOf(n *source.Node) (*Effect, error) {
	var r source.Report
	e := effectOf(&r, n)
	if err := r.Problems().Err(); err != nil {
		return nil, err
	}
	return &e, nil
}

// ParseSelector reads a selector alone, such as a sibling's, from YAML or
// JSON. The error is [Problems].
func ParseSelector(file string, data []byte) (Selector, error) {
	n, problems := source.Read(file, data)
	r := reportOf(problems)
	if n == nil {
		return nil, problems
	}
	s := selectorOf(r, n)
	return s, r.Problems().Err()
}

func reportOf(problems Problems) *source.Report {
	r := new(source.Report)
	r.Join(problems)
	return r
}

// effectOf reads a contract and notes all that is wrong with it.
func effectOf(r *source.Report, n *source.Node) Effect {
	e := Effect{Pos: n.Pos, places: map[string]place{}}
	for _, m := range r.Members(n, "an effect", effectKeys) {
		e.places[m.Key] = place{key: m.Pos, value: m.Value.Pos}
		e.read(r, m)
	}
	if n.Shape() == source.Mapping {
		r.Join(e.problems())
	}
	return e
}

// read takes one key of an effect.
func (e *Effect) read(r *source.Report, m source.Member) {
	n := m.Value
	switch m.Key {
	case keyKind:
		word, _ := r.Word(n, "a kind of effect", words(Kinds()))
		e.Kind = Kind(word)
	case keySystem:
		e.System, _ = r.Text(n)
	case keyMatch:
		e.Match = selectorOf(r, n)
	case keyRisk:
		e.Risk = riskOf(r, n)
	case keyProbe:
		e.Probe, _ = r.Text(n)
	case keyTimeout:
		e.Timeout = timeoutOf(r, n)
	case keyIdentityField:
		e.IdentityField = textOf(r, n)
	case keyExpectedCount:
		if i, ok := r.Int(n); ok {
			e.ExpectedCount = &i
		}
	case keyCountNewOnly:
		e.CountNewOnly, _ = r.Bool(n)
	case keyAllowRemoval:
		e.AllowRemoval, _ = r.Bool(n)
	case keyIdempotencyKey:
		e.IdempotencyKey = valueOf(r, n)
	case keyKeyField:
		e.KeyField = textOf(r, n)
	case keyExpectChange:
		e.ExpectChange = boolOf(r, n)
	case keyField:
		e.Field, _ = r.Text(n)
	case keyValue:
		e.Value = valueOf(r, n)
	case keyNewRecords:
		e.NewRecords = e.selectors(r, m)
	case keyAdded:
		e.Added = e.selectors(r, m)
	case keyRemoved:
		e.Removed = e.selectors(r, m)
	case keyChanged:
		e.Changed = e.changes(r, m)
	case keyForbidCollateralLoss:
		e.ForbidCollateralLoss = boolOf(r, n)
	case keyForbidCollateralChange:
		e.ForbidCollateralChange = boolOf(r, n)
	case keyIgnoreFields:
		e.IgnoreFields = textsOf(r, n)
	case keyNeedsConfirmation:
		e.NeedsOperatorConfirmation, _ = r.Bool(n)
	}
}

// selectors reads a list of selectors and keeps the places of its items; nil
// where there is no list.
func (e *Effect) selectors(r *source.Report, m source.Member) []Selector {
	items := r.Items(m.Value)
	if items == nil {
		return nil
	}
	out := make([]Selector, 0, len(items))
	for i, item := range items {
		e.places[itemKey(m.Key, i)] = place{value: item.Pos}
		out = append(out, selectorOf(r, item))
	}
	return out
}

func (e *Effect) changes(r *source.Report, m source.Member) []Change {
	items := r.Items(m.Value)
	out := make([]Change, 0, len(items))
	for i, item := range items {
		e.places[itemKey(m.Key, i)] = place{value: item.Pos}
		var c Change
		for _, part := range r.Members(item, "a change", []string{"match", "set"}) {
			if part.Key == "match" {
				c.Match = selectorOf(r, part.Value)
			} else {
				c.Set = selectorOf(r, part.Value)
			}
		}
		set := item.Member("set")
		if item.Shape() == source.Mapping && len(c.Set) == 0 && (set == nil || set.Shape() == source.Mapping) {
			r.Add(item.Pos, noSet, nameSet)
		}
		out = append(out, c)
	}
	return out
}

func riskOf(r *source.Report, n *source.Node) Risk {
	word, _ := r.Word(n, "a risk", words(Risks()))
	return Risk(word)
}

func valueOf(r *source.Report, n *source.Node) *Expr {
	e := exprOf(r, n)
	return &e
}

func textOf(r *source.Report, n *source.Node) *string {
	text, ok := r.Text(n)
	if !ok {
		return nil
	}
	return &text
}

func boolOf(r *source.Report, n *source.Node) *bool {
	b, ok := r.Bool(n)
	if !ok {
		return nil
	}
	return &b
}

// textsOf reads a list of texts that are not empty.
func textsOf(r *source.Report, n *source.Node) []string {
	items := r.Items(n)
	out := make([]string, 0, len(items))
	for _, item := range items {
		if text, ok := r.Text(item); ok {
			out = append(out, text)
		}
	}
	return out
}

const timeoutBounds = "write seconds above 0 and at most 86400, such as 5 or 0.5"

// timeoutOf reads seconds in decimal, exactly, down to the nanosecond.
func timeoutOf(r *source.Report, n *source.Node) *time.Duration {
	switch n.Shape() {
	case source.Refused:
		return nil
	case source.Number:
	default:
		r.Add(n.Pos, "must be a number, not "+n.Shape().String(), timeoutBounds)
		return nil
	}
	// The grammar comes first: it bounds the exponent, and with it the work.
	seconds, ok := new(big.Rat), false
	if _, err := value.ParseNumber(n.Text()); err == nil {
		seconds, ok = seconds.SetString(n.Text())
	}
	if !ok {
		r.Add(n.Pos, "is not a number of seconds", timeoutBounds)
		return nil
	}
	nanos := seconds.Mul(seconds, big.NewRat(int64(time.Second), 1))
	if nanos.Sign() <= 0 || nanos.Cmp(big.NewRat(int64(MaxTimeout), 1)) > 0 {
		r.Add(n.Pos, "is out of bounds", timeoutBounds)
		return nil
	}
	whole := new(big.Int).Quo(nanos.Num(), nanos.Denom()).Int64()
	d := time.Duration(max(whole, 1))
	return &d
}
