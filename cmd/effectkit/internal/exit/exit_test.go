package exit

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/effectkit/effectkit/effect"
)

func TestOnlyARefusalAndAHaltAllowARetry(t *testing.T) {
	for code := Code(0); code < 256; code++ {
		if got, want := code.RetrySafe(), code == 3 || code == 10; got != want {
			t.Errorf("Code(%d).RetrySafe() = %v, want %v", code, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want Code
	}{
		{"no error proceeds", nil, Proceed},
		{"a plain error takes the other code", errors.New("x"), Reconcile},
		{"a coded error keeps its own", With(BadFile, fs.ErrNotExist), BadFile},
		{"a wrapped coded error keeps its own", fmt.Errorf("a: %w", Usagef("b")), Usage},
		{"a silent error keeps its own", Silent(HaltedBeforeEffect), HaltedBeforeEffect},
		{"a silent proceed is no error", Silent(Proceed), Proceed},
		{"no cause is no error", With(Refused, nil), Proceed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Of(tt.err, Reconcile); got != tt.want {
				t.Errorf("Of = %d, want %d", got, tt.want)
			}
		})
	}
}

func TestErrorKeepsItsCause(t *testing.T) {
	err := With(BadFile, fmt.Errorf("open: %w", fs.ErrNotExist))
	if !errors.Is(err, fs.ErrNotExist) || err.Error() != "open: file does not exist" {
		t.Errorf("got %v", err)
	}
	if got := Silent(No).Error(); got != "" {
		t.Errorf("a silent error says %q", got)
	}
}

func TestForOutcome(t *testing.T) {
	for outcome, want := range map[effect.Outcome]Code{
		effect.Proceed: Proceed, effect.HaltedBeforeEffect: HaltedBeforeEffect,
		effect.ReconciliationRequired: Reconcile, "": Reconcile, "PROCEED": Reconcile,
	} {
		if got := ForOutcome(outcome); got != want {
			t.Errorf("ForOutcome(%q) = %d, want %d", outcome, got, want)
		}
	}
}
