package host

import (
	"fmt"
	"slices"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/settle"
)

// outcome is what the step's reads come to.
func (s *Session) outcome(e settle.Ending) Outcome {
	out := Outcome{Step: s.step.ID, Mode: s.mode, Reads: s.rounds, ActorEnded: e.ActorEnded}
	var results []effect.Result
	for _, c := range s.effects {
		one := s.concluded(c, c.track.Conclude(e))
		one.AfterAction = max(c.track.LastStart().Sub(s.actionEnd), 0)
		if c.track.LastStart().IsZero() {
			one.AfterAction = 0
		}
		results = append(results, one.Verdict.Result())
		out.Effects = append(out.Effects, one)
	}
	out.Outcome = effect.Combine(results...)
	return s.told(out)
}

// concluded is a verdict with what it rests on, values redacted.
func (s *Session) concluded(c *contract, v effect.Verdict) EffectOutcome {
	p := c.pin
	v.Reason = s.host.scrubber.Scrub(v.Reason)
	v.Evidence = p.reader.rules.Evidence(v.Evidence)
	one := EffectOutcome{
		Verdict: v, Kind: c.bound.Kind, System: p.reader.system, Implied: c.implied, Probe: c.declared.Probe,
		ContractHash: c.hash, ValuesHMAC: c.mac, Reader: p.reader.info(p.identity),
	}
	one.Reads, one.Unreadable = c.track.Reads()
	if p.reader.section.Freshness != nil {
		one.Freshness = freshnessOf(v)
	}
	return one
}

// freshnessOf says what a verdict's freshness came to. Only what may claim
// something was asked for it.
func freshnessOf(v effect.Verdict) string {
	switch v.Ground {
	case effect.GroundConfirmed, effect.Missing:
		return "fresh"
	case effect.Stale:
		return "stale"
	}
	return "not evaluated"
}

// told adds what people should know beside the verdicts.
func (s *Session) told(out Outcome) Outcome {
	out.Notices = s.Notices()
	if s.host.state.lacks != "" {
		out.Notices = append(out.Notices, Notice{
			Code: "no_state", Detail: "there is no state key: digests in this result cannot be compared with those of another run",
		})
	}
	read := map[string]bool{}
	for _, p := range s.pins {
		read[p.reader.system] = true
		if p.failed != "" {
			out.NotLookedAt = append(out.NotLookedAt, fmt.Sprintf("%s: the last read failed: %s", p.reader.system, s.host.scrubber.Scrub(p.failed)))
		}
		for _, g := range p.gaps {
			out.NotLookedAt = append(out.NotLookedAt, fmt.Sprintf("%s: %s (%s)", p.reader.system, g.Detail, g.Kind))
		}
	}
	for _, system := range s.host.deployment.Systems {
		if !read[system.Name] {
			out.NotLookedAt = append(out.NotLookedAt, fmt.Sprintf("%s: no effect of this step names it, and it was not read", system.Name))
		}
	}
	for _, one := range out.Effects {
		for _, guard := range one.Verdict.Evidence.NotEvaluated {
			line := fmt.Sprintf("%s: %s was not evaluated", one.System, guard)
			if !slices.Contains(out.NotLookedAt, line) {
				out.NotLookedAt = append(out.NotLookedAt, line)
			}
		}
	}
	out.Next = next(out)
	return out
}
