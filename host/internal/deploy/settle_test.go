package deploy

import (
	"errors"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
)

func TestStabilityAndReadBudget(t *testing.T) {
	s := func(d time.Duration) *time.Duration { return &d }
	for name, c := range map[string]struct {
		settle                   Settle
		reversible, irreversible time.Duration
	}{
		"defaults":                     {Settle{}, 500 * time.Millisecond, 2 * time.Second},
		"settle_s is for both":         {Settle{SettleS: s(time.Second)}, time.Second, time.Second},
		"settle_s: 0 waits for none":   {Settle{SettleS: s(0)}, 0, 0},
		"irreversible_settle_s alone":  {Settle{Irreversible: s(time.Minute)}, 500 * time.Millisecond, time.Minute},
		"irreversible_settle_s beside": {Settle{SettleS: s(0), Irreversible: s(3)}, 0, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.settle.Stability(effect.Reversible); got != c.reversible {
				t.Errorf("reversible %v, want %v", got, c.reversible)
			}
			if got := c.settle.Stability(effect.Irreversible); got != c.irreversible {
				t.Errorf("irreversible %v, want %v", got, c.irreversible)
			}
		})
	}
	if got := (Settle{}).ReadBudget(); got != 10*time.Second {
		t.Errorf("read budget %v", got)
	}
	if got := (Settle{ReadTimeout: s(time.Second)}).ReadBudget(); got != time.Second {
		t.Errorf("read budget %v", got)
	}
}

func TestFreshnessWindowCoversTheWholeWait(t *testing.T) {
	f := &Freshness{Window: 17 * time.Second, Pos: effect.Position{File: "d.yaml", Line: 3, Column: 4, Path: "freshness.window_s"}}
	if err := f.Check(5*time.Second, effect.Irreversible, Settle{}); err != nil {
		t.Errorf("17 s for 5 + 2 + 10: %v", err)
	}
	err := f.Check(6*time.Second, effect.Irreversible, Settle{})
	var short *WindowError
	if !errors.As(err, &short) || short.Need != 18*time.Second {
		t.Fatalf("got %v", err)
	}
	const want = "d.yaml:3:4: freshness.window_s: a window of 17 s is shorter than timeout_s, settle_s and read_timeout_s together; write at least 18 s"
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
	var none *Freshness
	if err := none.Check(time.Hour, "", Settle{}); err != nil {
		t.Errorf("no freshness: %v", err)
	}
}

func TestHostOwnedAndReservedNames(t *testing.T) {
	for _, key := range []string{"kind", "system", "settle", "freshness", "policy", "evidence_redact_fields", "evidence_anything", "candidates", "isolate", "max_concurrent_reads"} {
		if !HostOwned(key) {
			t.Errorf("%s is an adapter's to name", key)
		}
	}
	for _, key := range []string{"root", "sql_query", "kinds", "auth"} {
		if HostOwned(key) {
			t.Errorf("%s is the host's", key)
		}
	}
	for kind, want := range map[string]bool{"sql": true, "document-hash": true, "anything": true, "csv-ledger": false} {
		if Reserved(kind) != want {
			t.Errorf("Reserved(%q) is %v", kind, !want)
		}
	}
	// Every kind of the kit is reserved, and the other way round.
	if len(kitFields) != len(reserved) {
		t.Errorf("%d kinds in the kit, %d reserved", len(kitFields), len(reserved))
	}
	for kind := range kitFields {
		if !isReserved(kind) {
			t.Errorf("%s is not reserved", kind)
		}
	}
}
