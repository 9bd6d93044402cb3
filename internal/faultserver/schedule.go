package faultserver

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// due is a step with the instant at which it applies.
type due struct {
	at   time.Time
	step Step
}

// schedule lays out what a write at an instant does, in the order of time.
// Steps of other faces are left out.
func schedule(steps []Step, face string, at time.Time) []due {
	var out []due
	for _, s := range steps {
		if len(s.Faces) > 0 && !slices.Contains(s.Faces, face) {
			continue
		}
		for n := range max(s.Times, 1) {
			one := s
			one.Row = numbered(s.Row, n)
			ms := s.AtMS + n*s.EveryMS
			out = append(out, due{at: at.Add(time.Duration(ms) * time.Millisecond), step: one})
		}
	}
	return merged(nil, out)
}

// merged are the steps of two schedules in the order of time; of one instant,
// the first schedule's first.
func merged(a, b []due) []due {
	out := slices.Concat(a, b)
	slices.SortStableFunc(out, func(a, b due) int { return a.at.Compare(b.at) })
	return out
}

// numbered is a row with the repetition's number in its texts.
func numbered(r Row, n int) Row {
	out := Row{}
	for name, v := range r {
		if text, ok := v.(string); ok {
			v = strings.ReplaceAll(text, "{n}", fmt.Sprint(n))
		}
		out[name] = v
	}
	return out
}
