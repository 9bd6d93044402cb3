package judge

import "github.com/effectkit/effectkit/effect"

// finding is one ground of a refutation and how many records bear it out.
type finding struct {
	ground   effect.Ground
	records  int
	examples []example
}

// example is one record that a verdict shows.
type example struct {
	role   string
	after  bool // of after; else of before
	record int
}

// findings are the grounds found so far.
type findings []finding

// add notes one record of a ground.
func (f *findings) add(ground effect.Ground, after bool, record int) {
	e := f.of(ground)
	e.records++
	if len(e.examples) < effect.MaxExamples {
		e.examples = append(e.examples, example{string(ground), after, record})
	}
}

// note adds a ground that no single record bears out.
func (f *findings) note(ground effect.Ground, records int) {
	f.of(ground).records += records
}

func (f *findings) of(ground effect.Ground) *finding {
	for i := range *f {
		if (*f)[i].ground == ground {
			return &(*f)[i]
		}
	}
	*f = append(*f, finding{ground: ground})
	return &(*f)[len(*f)-1]
}

// grounds are the grounds found, each once.
func (f findings) grounds() []effect.Ground {
	out := make([]effect.Ground, len(f))
	for i := range f {
		out[i] = f[i].ground
	}
	return out
}

// join adds the findings of others.
func (f *findings) join(others findings) {
	for _, o := range others {
		e := f.of(o.ground)
		e.records += o.records
		e.examples = append(e.examples, o.examples...)
	}
}
