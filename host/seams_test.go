package host

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/snapshot"
	"github.com/effectkit/effectkit/sdk"

	"google.golang.org/grpc/metadata"
)

func TestATraceContextReachesTheAdapter(t *testing.T) {
	const parent, state = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=1"
	w := orders()
	h := openWorld(t, w, oneSystem)
	ctx := WithTrace(t.Context(), Trace{Parent: parent, State: state})
	s, err := h.Begin(ctx, BeginRequest{Step: bundle(t, insertContract)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := w.trace; len(got) != 2 || got[0] != parent || got[1] != state {
		t.Errorf("the adapter saw %q", got)
	}
}

// traceOf is what a capture's context carries.
func traceOf(ctx context.Context) []string {
	md, _ := metadata.FromIncomingContext(ctx)
	return append(md.Get("traceparent"), md.Get("tracestate")...)
}

func TestProgressTellsOfReadsAndWaits(t *testing.T) {
	w := orders()
	s := begin(t, openWorld(t, w, oneSystem), bundle(t, insertContract), nil)
	w.act()
	var reads, waits []ReadProgress
	out, err := s.Verify(t.Context(), VerifyRequest{ActorEnded: true, Progress: &Progress{
		Read:    func(p ReadProgress) { reads = append(reads, p) },
		Waiting: func(p ReadProgress) { waits = append(waits, p) },
	}})
	if err != nil || len(reads) != out.Reads || len(waits) != out.Reads-1 {
		t.Fatalf("%d reads, %d waits of %d rounds, %v", len(reads), len(waits), out.Reads, err)
	}
	if first, last := waits[0], reads[len(reads)-1]; first.Left != 5*time.Second || last.Left != 0 || last.Elapsed != 5*time.Second || last.Reads != out.Reads {
		t.Errorf("first %+v, last %+v", first, last)
	}
	if _, err := s.Verify(t.Context(), VerifyRequest{ActorEnded: true, Progress: &Progress{}}); err != nil {
		t.Error(err)
	}
}

// Snapshots that do not fit the budget are judged from disk, and what a verdict
// carries outlives them.
func TestSnapshotsThatSpillAreJudged(t *testing.T) {
	w := orders(event{op: "insert", id: "z", row: ours}, event{op: "delete", id: "r77"})
	for i := range 5000 {
		w.tables["orders"].rows[fmt.Sprintf("r%d", i)] = row{"ref": "B", "qty": "1", "key": "k", "note": strings.Repeat("x", 200)}
	}
	h := openWorld(t, w, oneSystem, func(o *Options) { o.SnapshotBudget = 2 * snapshot.Quantum })
	s := begin(t, h, bundle(t, deltaContract), nil)
	out := actAndVerify(t, w, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	v := leading(out)
	if v.Ground != effect.UnintendedRemoval || v.Evidence.Counts.Before != 5001 || v.Evidence.Counts.After != 5001 {
		t.Errorf("%s, %+v", v.Ground, v.Evidence.Counts)
	}
	text, err := json.Marshal(out)
	if err != nil || !strings.Contains(string(text), `"r77"`) {
		t.Errorf("%s, %v", text, err)
	}
}

// Freshness looks at what was read, also where that is redacted and the
// baseline comes from a token.
func TestFreshnessOfARedactedField(t *testing.T) {
	deployment := oneSystem + "  freshness: {field: at, window_s: 60}\n  evidence_redact_fields: [at]\n"
	for at, want := range map[time.Duration]effect.Ground{0: effect.GroundConfirmed, -time.Hour: effect.Stale} {
		mine := with(row{"at": epoch.Add(at).Format(time.RFC3339)})
		w := orders(event{op: "insert", id: "2", row: mine})
		contract := "version: 1\nsteps:\n  - effects: [{kind: record_written, match: {ref: A-17}, count_new_only: true}]\n"
		out := handOver(t, w, t.TempDir(), deployment, deployment, bundle(t, contract), nil)
		if got := leading(out); got.Ground != want {
			t.Errorf("%v: %s (%s), want %s", at, got.Ground, got.Reason, want)
		}
	}
}

func TestCombineOfSteps(t *testing.T) {
	of := func(g effect.Ground) Outcome {
		v := effect.NewVerdict("", g)
		return Outcome{Outcome: v.Result().Outcome(), Effects: []EffectOutcome{{Verdict: v}}}
	}
	yes, no, bad := of(effect.GroundConfirmed), of(effect.Missing), of(effect.Duplicate)
	cases := []struct {
		steps []Outcome
		want  effect.Outcome
	}{
		{nil, effect.ReconciliationRequired},
		{[]Outcome{{}}, effect.ReconciliationRequired},
		{[]Outcome{yes, yes}, effect.Proceed},
		{[]Outcome{no, no}, effect.HaltedBeforeEffect},
		{[]Outcome{yes, no}, effect.ReconciliationRequired},
		{[]Outcome{no, bad}, effect.ReconciliationRequired},
		{[]Outcome{yes, {}}, effect.ReconciliationRequired},
	}
	for i, c := range cases {
		if got := Combine(c.steps...); got != c.want {
			t.Errorf("case %d: %s, want %s", i, got, c.want)
		}
	}
}

func TestAFaultInJudgingOneEffectIsItsVerdict(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours})
	s := begin(t, openWorld(t, w, oneSystem), bundle(t, insertContract), nil)
	broken := *s.effects[1].bound
	broken.Kind = "no kind"
	s.effects[1].bound = &broken // a mistake of ours
	out := actAndVerify(t, w, s)
	if out.Proceed() || out.Outcome != effect.ReconciliationRequired || out.Effects[0].Verdict.Decision != effect.Confirmed {
		t.Errorf("%s: %+v", out.Outcome, out.Effects)
	}
}

func TestAFaultOfTheHostIsAVerdict(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours})
	s := begin(t, openWorld(t, w, oneSystem), bundle(t, insertContract), nil)
	s.effects[1].bound = nil // a mistake of ours
	out := actAndVerify(t, w, s)
	if got := out.Effects[0].Verdict; len(out.Effects) != 1 || got.Ground != effect.AdapterFailed || out.Proceed() || strings.Contains(got.Reason, "nil pointer") {
		t.Errorf("%s (%s)", got.Ground, got.Reason)
	}
}

var _ sdk.Tester = (*worldReader)(nil)
