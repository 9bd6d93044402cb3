package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
	"github.com/effectkit/effectkit/value"
)

func verdict(reason string, grounds ...effect.Ground) effect.Verdict {
	v := effect.NewVerdict(reason, grounds...)
	v.Evidence.Counts = effect.Counts{Expected: 1, Observed: 2, Before: 3, After: 5, BystandersAdded: 1}
	// Values are for the JSON form alone.
	v.Evidence.Records = []effect.EvidenceRecord{{Role: "matched", Side: "after", Fields: []effect.EvidenceField{
		{Name: "patient", Value: value.OfText("canary-value")},
	}}}
	return v
}

var sqlReader = host.ReaderInfo{Kind: "sql", Tier: effect.IndependentSystem, Assurance: host.Locked}

func TestReport(t *testing.T) {
	tests := []struct {
		name   string
		report Report
		want   string
	}{
		{
			"a confirmation",
			Report{
				Outcome: host.Outcome{
					Outcome: effect.Proceed, Mode: effect.Delta, Reads: 3, Duration: 640 * time.Millisecond,
					Effects: []host.EffectOutcome{{
						Kind: effect.RecordWritten, System: "default", Reader: sqlReader,
						Verdict: verdict("1 record matches, 1 is wanted", effect.GroundConfirmed),
					}},
				},
				Action: "ended with status 75",
			},
			`CONFIRMED: proceed
  record_written in default: confirmed (wanted 1, found 2)
    1 record matches, 1 is wanted
    looked at sql (independent-system): 3 records before, 5 records after; of the others 1 came, 0 went, 0 changed
  action: the command ended with status 75
  read: 3 times in 0.6 s
`,
		},
		{
			"several grounds, gaps, and all that is beside the verdict",
			Report{
				Outcome: host.Outcome{
					Outcome: effect.ReconciliationRequired, Mode: effect.Delta, Reads: 1, Duration: time.Second,
					Effects: []host.EffectOutcome{{
						Kind: effect.ExactDelta, System: "ledger", Implied: true, Unreadable: 1,
						Reader: host.ReaderInfo{Kind: "csv-ledger", Tier: effect.IndependentSession, Assurance: host.Unverified},
						Verdict: func() effect.Verdict {
							v := verdict("a duplicate, and a record gone", effect.Duplicate, effect.CollateralLoss)
							v.Evidence.Gaps = []value.Gap{{Kind: value.GapTruncated, Detail: "a page was not followed"}}
							return v
						}(),
					}},
					NotLookedAt: []string{"the system \"archive\""},
					Notices:     []host.Notice{{System: "ledger", Detail: "the role could write"}, {Detail: "a plugin is not locked"}},
					Next:        "a person decides which one stays",
				},
				Action: "ended with status 0", Doubt: "process 7, which it started, still runs",
				Again: "effectkit verify --baseline t",
			},
			`REFUTED: reconciliation required, do not retry
  nothing else in ledger: collateral_loss (wanted 1, found 2)
    a duplicate, and a record gone
    also: duplicate
    looked at csv-ledger (independent-session), an unverified plugin: 3 records before, 5 records after; of the others 1 came, 0 went, 0 changed
    gap: truncated: a page was not followed
  action: the command ended with status 0; process 7, which it started, still runs
  read: once in 1.0 s, 1 of them without an answer
  not looked at: the system "archive"
  note: ledger: the role could write
  note: a plugin is not locked
  next: a person decides which one stays
  verify again: effectkit verify --baseline t
`,
		},
		{
			"current state",
			Report{Outcome: host.Outcome{
				Outcome: effect.HaltedBeforeEffect, Mode: effect.CurrentState, Reads: 2, Duration: time.Second,
				Effects: []host.EffectOutcome{{
					Kind: effect.FieldEquals, System: "default", Reader: sqlReader, Probe: "the quantity was kept",
					Verdict: func() effect.Verdict {
						v := verdict("nothing matches", effect.Missing)
						v.Evidence.NotEvaluated = []string{"forbid_collateral_loss", "expect_change"}
						return v
					}(),
				}},
			}},
			`REFUTED: halted before effect, nothing was written
  field_equals in default: missing (wanted 1, found 2)
    meant: the quantity was kept
    nothing matches
    looked at sql (independent-system): 5 records now
    not evaluated: forbid_collateral_loss, expect_change
  read: 2 times in 1.0 s
`,
		},
		{
			"a system that could not be read",
			Report{Outcome: host.Outcome{
				Outcome: effect.ReconciliationRequired, Mode: effect.Delta, Reads: 2, Duration: time.Second,
				Effects: []host.EffectOutcome{{
					Kind: effect.RecordWritten, System: "default", Reader: sqlReader, Unreadable: 2,
					Verdict: effect.NewVerdict("the system of record could not be reached", effect.Unreachable),
				}},
				NotLookedAt: []string{"default: the last read failed: nobody answers"},
			}},
			`INDETERMINATE: reconciliation required, do not retry
  record_written in default: unreachable
    the system of record could not be reached
    could not look at sql (independent-system)
  read: 2 times in 1.0 s, 2 of them without an answer
  not looked at: default: the last read failed: nobody answers
`,
		},
		{
			"the zero outcome",
			Report{},
			"INDETERMINATE: reconciliation required, do not retry\n",
		},
		{
			"a proceed without an effect",
			Report{Outcome: host.Outcome{Outcome: effect.Proceed}},
			"INDETERMINATE: reconciliation required, do not retry\n",
		},
		{
			"a proceed over a verdict that is not confirmed",
			Report{Outcome: host.Outcome{Outcome: effect.Proceed, Effects: []host.EffectOutcome{{Kind: effect.RecordWritten, System: "s"}}}, Colour: true},
			"\x1b[1;33mINDETERMINATE\x1b[0m: reconciliation required, do not retry\n" +
				"  record_written in s: no verdict\n" +
				"    looked at nothing\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b strings.Builder
			if err := tt.report.Write(&b); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if strings.Contains(b.String(), "canary") {
				t.Error("the text shows a record's value")
			}
		})
	}
}

func TestStatusDrawsOneLineAndTakesItAway(t *testing.T) {
	var b strings.Builder
	s := NewStatus(&b, true)
	s.Progress().Read(host.ReadProgress{Reads: 1, Left: 4200 * time.Millisecond})
	s.Progress().Waiting(host.ReadProgress{Reads: 2, Left: 0})
	s.Clear()
	s.Clear()
	want := "\r\x1b[Keffectkit: verifying, 1 read so far, at most 4.2 s left" +
		"\r\x1b[Keffectkit: verifying, 2 reads so far, at most 0.0 s left\r\x1b[K"
	if b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestStatusIsSilentOffATerminal(t *testing.T) {
	var b strings.Builder
	s := NewStatus(&b, false)
	if s.Progress() != nil {
		t.Error("the host is asked for progress that nobody sees")
	}
	if s.Clear(); b.Len() != 0 {
		t.Errorf("it wrote %q", b.String())
	}
}
