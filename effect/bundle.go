package effect

// Bundle is the contracts of a run, step by step.
type Bundle struct {
	Version int
	Steps   []Step
	File    string
}

// Step is one consequential action and what must be true after it.
type Step struct {
	ID        string
	Risk      Risk // "" is reversible
	Effects   []Effect
	AlsoWatch []string // systems in which nothing may change
	Pos       Position
}

// Step finds a step by its id; nil when there is none. An empty id finds the
// only step of a bundle that has one.
func (b *Bundle) Step(id string) *Step {
	if id == "" && len(b.Steps) == 1 {
		return &b.Steps[0]
	}
	for i := range b.Steps {
		if b.Steps[i].ID == id {
			return &b.Steps[i]
		}
	}
	return nil
}
