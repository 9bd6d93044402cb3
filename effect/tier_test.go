package effect_test

import (
	"testing"

	"github.com/effectkit/effectkit/effect"
)

func TestTiersHaveTheirNumbersAndNames(t *testing.T) {
	for tier, name := range map[effect.Tier]string{
		1: "independent-system", 2: "independent-session", 3: "reacquired-state", 4: "screen-consistency",
	} {
		if !tier.Valid() || tier.String() != name {
			t.Errorf("%d is %q, valid %v", int(tier), tier, tier.Valid())
		}
	}
	for _, tier := range []effect.Tier{0, -1, 5} {
		if tier.Valid() {
			t.Errorf("%d is a tier", int(tier))
		}
	}
}
