package matrix

import "github.com/effectkit/effectkit/internal/faultserver"

// Score is what many runs came to.
type Score struct {
	Runs int
	// Wrong and Right are the runs by the truth under their contracts; Visible
	// are the right ones that a reader could see.
	Wrong, Right, Visible int
	// Silent are wrong effects that were confirmed, OverHalts right and visible
	// ones that were not, FalseAbsences claims that nothing was written where
	// something was. Unexpected are verdicts under another ground than the
	// fault's.
	Silent, OverHalts, FalseAbsences, Unexpected int
	// Unclaimed are confirmed runs with a wrong effect that their contract's
	// scope leaves out.
	Unclaimed int
	// ScreenSilent are wrong effects that a screen showed as saved.
	ScreenSilent int
}

// add counts one run of a fault.
func (s *Score) add(f faultserver.Fault, r *Result) {
	s.Runs++
	if r.Right {
		s.Right++
		if !f.Hidden {
			s.Visible++
			if !r.Proceed {
				s.OverHalts++
			}
		}
	} else {
		s.Wrong++
	}
	if r.Silent() {
		s.Silent++
	}
	if r.FalseAbsence != "" {
		s.FalseAbsences++
	}
	if r.Unexpected {
		s.Unexpected++
	}
	if r.Proceed && r.Right && !r.Whole {
		s.Unclaimed++
	}
	if !r.Right && !r.Refused && r.Screen == faultserver.Saved {
		s.ScreenSilent++
	}
}

// Clean tells whether no run was wrong.
func (s *Score) Clean() bool { return s.Silent+s.OverHalts+s.FalseAbsences+s.Unexpected == 0 }

// Scored adds up the runs of tallies that a filter takes; nil takes all.
func Scored(tallies []Tally, takes func(Cell) bool) Score {
	var s Score
	for _, t := range tallies {
		if takes != nil && !takes(t.Cell) {
			continue
		}
		for _, r := range t.Results {
			s.add(t.Cell.Fault, r)
		}
	}
	return s
}

// score is that of one cell.
func (t Tally) score() Score { return Scored([]Tally{t}, nil) }
