package source_test

import (
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect/source"
)

func TestTheNearestWordIsSuggested(t *testing.T) {
	known := []string{"match", "kind", "expected_count", "forbid_collateral_loss", "forbid_collateral_change", "id", "y", strings.Repeat("y", 65)}
	for _, c := range []struct{ written, want string }{
		{"mtach", "match"},
		{"Match", "match"},
		{"matches", "match"},
		{"knd", "kind"},
		{"expected-count", "expected_count"},
		{"expectedCount", "expected_count"},
		{"forbid_colateral_loss", "forbid_collateral_loss"},
		{"forbid_collateral_changes", "forbid_collateral_change"},
		{"di", "id"},
		{"X", ""},
		{"nope", ""},
		{"step", ""},
		{"kid", "kind"},
		{"mind", "kind"},
		{"mined", ""},
		{"mätch", "match"},
		{"ъъъъ", ""},
		{"colour", ""},
		{"", ""},
		{strings.Repeat("match", 20), ""},
		{strings.Repeat("y", 64), ""},
	} {
		if got := source.Suggest(c.written, known); got != c.want {
			t.Errorf("%q: %q, want %q", c.written, got, c.want)
		}
	}
}

func TestAHintListsTheWordsWhereNoneIsNear(t *testing.T) {
	for _, c := range []struct {
		written string
		known   []string
		want    string
	}{
		{"revesible", []string{"reversible", "irreversible"}, `did you mean "reversible"?`},
		{"never", []string{"always", "sometimes"}, "write always or sometimes"},
		{"never", []string{"a", "b", "c"}, "write a, b or c"},
		{"never", []string{"only"}, "write only"},
		{"never", nil, ""},
		{"never", strings.Fields("a b c d e f g"), ""},
	} {
		if got := source.DidYouMean(c.written, c.known); got != c.want {
			t.Errorf("%q of %q: %q, want %q", c.written, c.known, got, c.want)
		}
	}
}
