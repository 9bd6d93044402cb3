package judge

import "github.com/effectkit/effectkit/effect"

// trial is one judgement under way.
type trial struct {
	*effect.Bound
	before   *side // nil where there is no readable baseline, or none is asked
	after    *side
	pairs    *pairing // nil without before
	whole    bool     // after is complete
	delta    bool     // not current state: guards and expectations are on
	siblings []effect.BoundSelector

	siblingBefore []bool // what a sibling matches, before or after; nil without siblings
	siblingAfter  []bool

	findings          // what the records contradict
	losses   findings // what only a complete after can show
	account
	counts effect.Counts
}

// account is what the rules of one kind leave for the order of 4.1 to decide.
type account struct {
	wanted, found int
	absence       bool // absence is what was asserted
	nothing       bool // nothing matched
	lost          bool // there before, none now
	possible      bool // a possible match stands against any absence or shortfall
	undecided     bool // a possible match stands against a confirmation too
	unknown       []string
	unknownFinal  bool
	fieldUnknown  bool  // the field of field_equals is not among the declared ones
	tooLarge      bool  // the matching went over its cap
	doubt         bool  // whole records leave doubt (4.2)
	fell          bool  // a deletion made the count true
	already       bool  // it held before
	matched       []int // records of after that a confirmation rests on
	removed       []int // declared removals, of before
	deletion      bool  // a confirmed absence is a deletion
}

// refute notes a contradiction that stands, gaps or not.
func (t *trial) refute(ground effect.Ground, after bool, record int) {
	t.findings.add(ground, after, record)
}

// miss notes a loss, which only a complete after can show.
func (t *trial) miss(ground effect.Ground, after bool, record int) {
	t.losses.add(ground, after, record)
}

func (t *trial) guardsLoss() bool   { return t.delta && t.ForbidCollateralLoss }
func (t *trial) guardsChange() bool { return t.delta && t.ForbidCollateralChange }

// findSiblings marks the records that another effect of the step matches, in
// their form before or after (SEMANTICS 4.4).
func (t *trial) findSiblings() {
	if len(t.siblings) == 0 {
		return
	}
	t.siblingAfter = make([]bool, t.after.n)
	if t.before != nil {
		t.siblingBefore = make([]bool, t.before.n)
	}
	for _, s := range t.siblings {
		mark(t.siblingAfter, t.after.fits(s))
		mark(t.siblingBefore, t.before.fits(s))
	}
	if t.pairs == nil {
		return
	}
	for b, a := range t.pairs.afterOf {
		if a != 0 && (t.siblingBefore[b] || t.siblingAfter[a-1]) {
			t.siblingBefore[b], t.siblingAfter[a-1] = true, true
		}
	}
}

func mark(marks []bool, fits []fit) {
	for i, f := range fits {
		if f == match {
			marks[i] = true
		}
	}
}

func (t *trial) isSibling(before int) bool { return t.siblingBefore != nil && t.siblingBefore[before] }

// absent is what nothing of the effect being there may claim (SEMANTICS 4.5).
func (t *trial) absent() effect.Ground {
	switch {
	case t.before == nil || !t.before.Whole() || len(t.before.Gaps) > 0 || len(t.after.Gaps) > 0 || !t.whole:
		return effect.MissingUnproven
	case t.pairs.differs():
		return effect.Misplaced
	}
	return effect.Missing
}
