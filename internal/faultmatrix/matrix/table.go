package matrix

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// WriteTable writes one line a cell, and the scores.
func WriteTable(out io.Writer, tallies []Tally) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "FAULT\tFACE\tCONTRACT\tMODE\tSCREEN\tVERDICT\tGROUND\tRUNS\t")
	for _, t := range tallies {
		c := t.Cell
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", c.Fault.Name, c.Face, c.Contract, c.Mode,
			t.each(func(r *Result) string { return string(r.Screen) }), t.each(decision), t.each(ground), len(t.Results), t.mark())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return writeScores(out, tallies)
}

func decision(r *Result) string {
	if r.Refused {
		return "refused before the action"
	}
	return strings.ToUpper(string(r.Lead.Decision))
}

func ground(r *Result) string {
	if r.Refused {
		return "-"
	}
	return string(r.Lead.Ground)
}

// each is what the runs have in one column, the most frequent first.
func (t Tally) each(column func(*Result) string) string {
	counts := map[string]int{}
	for _, r := range t.Results {
		text := column(r)
		if text == "" {
			text = "-"
		}
		counts[text]++
	}
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(a, b string) int { return counts[b] - counts[a] })
	if len(names) == 1 {
		return names[0]
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}

// mark says whether a cell is right, and else in what it is wrong.
func (t Tally) mark() string {
	s := t.score()
	if s.Clean() {
		if s.Unclaimed > 0 {
			return "right (not claimed by the contract)"
		}
		return "right"
	}
	var wrong []string
	for _, one := range []struct {
		n    int
		what string
	}{{s.Silent, "silent wrong effect"}, {s.OverHalts, "over-halt"}, {s.FalseAbsences, "false absence"}, {s.Unexpected, "unexpected ground"}} {
		if one.n > 0 {
			wrong = append(wrong, fmt.Sprintf("%s %d", one.what, one.n))
		}
	}
	return "WRONG: " + strings.Join(wrong, ", ")
}

func writeScores(out io.Writer, tallies []Tally) error {
	var b strings.Builder
	all := Scored(tallies, nil)
	fmt.Fprintf(&b, "\n%d runs: %d wrong effects, %d right ones, %d of them visible\n", all.Runs, all.Wrong, all.Right, all.Visible)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	line := func(name string, s Score) {
		fmt.Fprintf(w, "%s\t%d of %d silent wrong effects\t%d of %d over-halts\t%d false absences\t%d unexpected grounds\n",
			name, s.Silent, s.Wrong, s.OverHalts, s.Visible, s.FalseAbsences, s.Unexpected)
	}
	for _, contract := range Contracts {
		line("contract "+contract, Scored(tallies, func(c Cell) bool { return c.Contract == contract }))
	}
	for _, face := range Faces() {
		if s := Scored(tallies, func(c Cell) bool { return c.Face == face }); s.Runs > 0 {
			line("face "+face, s)
		}
	}
	line("all", all)
	_ = w.Flush() // to a strings.Builder
	fmt.Fprintf(&b, "a screen shows %d of %d wrong effects as saved; %d confirmed runs had a wrong effect outside their contract's scope\n",
		all.ScreenSilent, all.Wrong, all.Unclaimed)
	_, err := io.WriteString(out, b.String())
	return err
}

// Explain tells of each wrong run in a cell what its leading verdict said.
func Explain(out io.Writer, tallies []Tally) {
	for _, t := range tallies {
		for seed, r := range t.Results {
			var s Score
			if s.add(t.Cell.Fault, r); s.Clean() {
				continue
			}
			c := t.Cell
			fmt.Fprintf(out, "%s, %s, %s, %s, seed %d: %s: %s %s", c.Fault.Name, c.Face, c.Contract, c.Mode, seed, r.Outcome, r.Lead.Ground, r.Lead.Reason)
			if r.FalseAbsence != "" {
				fmt.Fprintf(out, " [%s]", r.FalseAbsence)
			}
			fmt.Fprintln(out)
		}
	}
}
