package cases

import (
	"fmt"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
)

// Notes tells whoever wrote the snapshots of a request by hand what they most
// likely forgot. A note changes no verdict: what a snapshot does not say, it
// does not claim. One that holds nothing and is not reachable forgot nothing.
func Notes(r judge.Request) []string {
	var out []string
	if r.Mode != effect.CurrentState {
		out = appendNote(out, "before", r.Before)
	}
	return appendNote(out, "after", r.After)
}

func appendNote(notes []string, name string, s *judge.Snapshot) []string {
	holds := s.Len() > 0 || (s != nil && s.Complete)
	if !holds || s.Reachable || s.Reason != "" {
		return notes
	}
	return append(notes, fmt.Sprintf(`%q does not say that it could be read, and counts as unreachable; `+
		`write "reachable": true, or a "reason"`, name))
}
