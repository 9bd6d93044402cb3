package effect

import "slices"

// ParamNames are the parameters that the contract names, sorted, each once.
func (e *Effect) ParamNames() []string {
	var out []string
	for _, x := range e.exprs() {
		if x.Form == ParamForm {
			out = append(out, x.Text)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// exprs are all expressions of the contract.
func (e *Effect) exprs() []Expr {
	var out []Expr
	add := func(selectors ...Selector) {
		for _, s := range selectors {
			for _, p := range s {
				out = append(out, p.Want)
			}
		}
	}
	add(e.Match)
	for _, x := range []*Expr{e.Value, e.IdempotencyKey} {
		if x != nil {
			out = append(out, *x)
		}
	}
	add(e.NewRecords...)
	add(e.Added...)
	add(e.Removed...)
	for _, c := range e.Changed {
		add(c.Match, c.Set)
	}
	return out
}
