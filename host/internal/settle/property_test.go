package settle

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
)

// Whatever the reads are, no verdict claims more than they carry.
func TestNoScriptOfReadsIsClaimedTooMuchOf(t *testing.T) {
	for seed := range uint64(4000) {
		rnd := rand.New(rand.NewPCG(seed, 6))
		subjects := make([]subject, 1+rnd.IntN(3))
		for i := range subjects {
			subjects[i] = randomSubject(rnd)
		}
		ended, stop := rnd.IntN(4) > 0, 0
		if rnd.IntN(10) == 0 {
			stop = 1 + rnd.IntN(6000)
		}
		r := play(subjects, rnd.IntN(120), ended, stop)
		for i, v := range r.verdicts {
			if problem := claimsTooMuch(r, i, v, ended); problem != "" {
				t.Fatalf("seed %d, effect %d: %s: %s (%s)", seed, i, v.Ground, problem, v.Reason)
			}
		}
		checkReads(t, seed, r, subjects)
	}
}

func randomSubject(rnd *rand.Rand) subject {
	e := Effect{Timeout: ms(200 + rnd.IntN(5000)), Settle: ms(rnd.IntN(3) * 400)}
	if rnd.IntN(4) == 0 {
		e.Absence, e.Deletable = true, rnd.IntN(2) == 0
	}
	s := subject{effect: e}
	for at := 0; at < 6000; at += 1 + rnd.IntN(2500) {
		s.states = append(s.states, randomState(rnd, e, at))
	}
	return s
}

func randomState(rnd *rand.Rand, e Effect, at int) state {
	grounds := []effect.Ground{
		effect.Unreachable, effect.CredentialRefused, effect.CoverageGap, effect.Missing, effect.Missing,
		effect.Misplaced, effect.Duplicate, effect.CollateralLoss, effect.MissingUnproven,
	}
	switch n := rnd.IntN(16); {
	case n < 6 && e.Absence:
		return absent(at, e.Deletable && rnd.IntN(2) == 0)
	case n < 6:
		return confirmed(at, string(rune('a'+rnd.IntN(2))))
	case n == 6:
		return stale(at)
	default:
		return from(at, grounds[rnd.IntN(len(grounds))])
	}
}

// claimsTooMuch says what a verdict claims that its reads do not carry, found
// anew from the list of reads alone; "" when nothing.
func claimsTooMuch(r result, i int, v effect.Verdict, actorEnded bool) string {
	reads, e := r.observed[i], r.tracks[i].effect
	if r.ended.Stopped {
		reads = reads[:r.ended.Rounds]
		if v.Ground != effect.Unreachable {
			return "a caller that stopped was given another answer"
		}
		return ""
	}
	last := reads[len(reads)-1]
	switch v.Ground {
	case effect.GroundConfirmed:
		if !last.readable() || last.Judgement.Decision != effect.Confirmed {
			return "the last read does not confirm"
		}
		if e.Absence && !(e.Deletable && last.Judgement.MatchedBefore) {
			for _, read := range reads {
				if read.readable() && read.Judgement.Decision != effect.Confirmed {
					return "a read denied the absence"
				}
			}
			if last.Start.Before(r.ended.Deadline) {
				return "the time was not over"
			}
			return ""
		}
		first, others := last, 0
		for j := len(reads) - 1; j >= 0; j-- {
			if !reads[j].readable() {
				continue
			}
			if reads[j].Judgement.Decision != effect.Confirmed || reads[j].Judgement.Fingerprint != last.Judgement.Fingerprint {
				break
			}
			first = reads[j]
			others++
		}
		if others < 2 || last.Start.Before(first.End.Add(e.Settle)) {
			return "no two reads confirm it settle_s apart"
		}
	case effect.Missing:
		for _, read := range reads {
			if read.readable() && read.Judgement.Ground != effect.Missing {
				return "a readable read was not missing"
			}
		}
		if !actorEnded || !last.readable() || last.Start.Before(r.ended.Deadline) {
			return "it was not read to the end"
		}
	}
	return ""
}

// checkReads holds the reads to the schedule.
func checkReads(t *testing.T, seed uint64, r result, subjects []subject) {
	t.Helper()
	var timeout time.Duration
	for _, s := range subjects {
		timeout = max(timeout, s.effect.Timeout)
	}
	late := 0
	for i, at := range r.starts {
		if at >= timeout {
			late++
		}
		if i > 0 && at-r.starts[i-1] > 3*time.Second {
			t.Fatalf("seed %d: nothing was read between %v and %v", seed, r.starts[i-1], at)
		}
	}
	if late > 2 {
		t.Fatalf("seed %d: %d reads started after the time was over", seed, late)
	}
}
