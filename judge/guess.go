package judge

// guess says where in before a record of after probably is: as far from its own
// place as the last records were. Most reads come in one order, and a right
// guess spares a look into the index; a wrong one is only a wrong guess.
type guess struct {
	before *side
	offset int // of a record's place in before from its place in after
	other  int // an offset seen once since
	batch  int // of the last guess, and its row there
	row    int
}

// next guesses the place of a record of after; ok is false where there is none.
func (g *guess) next(after int) (before int, ok bool) {
	before = after + g.offset
	if before < 0 || before >= g.before.n {
		return 0, false
	}
	if start, end := g.before.starts[g.batch], g.before.starts[g.batch+1]; before < start || before >= end {
		g.batch, _ = g.before.locate(before)
	}
	g.row = before - g.before.starts[g.batch]
	return before, true
}

// learn takes a place that the index knew. Two records in a row with one offset
// are a new guess.
func (g *guess) learn(after, before int) {
	offset := before - after
	if offset == g.other {
		g.offset = offset
	}
	g.other = offset
}
