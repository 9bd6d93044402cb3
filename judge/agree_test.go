package judge

import (
	"os"
	"strconv"
	"testing"

	"github.com/effectkit/effectkit/effect"
)

// agreeCases is how many random cases the judge and the oracle are held to each
// other on, unless EFFECTKIT_JUDGE_CASES asks for another number.
const agreeCases = 100_000

func TestTheOracleAgreesWithEveryVector(t *testing.T) {
	for _, c := range readVectors(t) {
		if got := oracle(c.Request); got != c.Want.Ground {
			t.Errorf("%s: the oracle says %s, want %s", c.Name, got, c.Want.Ground)
		}
	}
}

func TestTheJudgeAgreesWithTheOracle(t *testing.T) {
	seen := map[effect.Ground]int{}
	cases := uint64(agreeCases)
	if n, err := strconv.ParseUint(os.Getenv("EFFECTKIT_JUDGE_CASES"), 10, 64); err == nil {
		cases = n
	}
	for seed := range cases {
		r := newDice(seed, 1).request()
		got, want := Judge(r), oracle(r)
		if got.Ground != want {
			t.Fatalf("seed %d: the judge says %s (%s), the oracle %s\n%s", seed, got.Ground, got.Reason, want, describe(r))
		}
		seen[want]++
	}
	for _, g := range effect.Grounds() {
		switch g {
		case effect.Stale, effect.Unsettled, effect.EvidenceTooLarge, effect.MatchingTooLarge: // not of this package, or not of small cases
			continue
		}
		if seen[g] == 0 {
			t.Errorf("no case came to %s", g)
		}
	}
	t.Log(seen)
}
