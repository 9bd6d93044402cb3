package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/snapshot"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
)

const twoCandidates = `
version: 1
effects:
  candidates:
    - {kind: sql, table: screen}
    - {kind: sql, table: orders}
    - {kind: sql, table: copy}
`

// candidates is a world of three tables of the same records.
func candidates(script ...event) *world {
	w := orders(script...)
	for _, name := range []string{"screen", "copy"} {
		one := *w.tables["orders"]
		w.tables[name] = &one
	}
	w.tierOf["screen"] = 3
	return w
}

func TestTheStrongestCandidateThatCanServeIsChosen(t *testing.T) {
	without := []value.Field{{Name: "id"}, {Name: "ref"}, {Name: "qty"}}
	cases := []struct {
		name   string
		change func(*world)
		want   string
	}{
		{"the lowest tier, the first declared of equals", func(*world) {}, "orders"},
		{"one that lacks a named field is passed over", func(w *world) { w.tables["orders"].fields = without }, "copy"},
		{"a weaker one that can serve is chosen over stronger ones that cannot", func(w *world) {
			w.tables["orders"].fields, w.tables["copy"].fields = without, without
		}, "screen"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := candidates()
			c.change(w)
			s := begin(t, openWorld(t, w, twoCandidates), bundle(t, deltaContract), nil)
			if len(s.pins) != 1 || !strings.Contains(string(s.pins[0].reader.config), `"`+c.want+`"`) {
				t.Errorf("%d readers, the first reads %s", len(s.pins), s.pins[0].reader.config)
			}
		})
	}
}

func TestThereIsNoFallbackAfterTheAction(t *testing.T) {
	w := candidates(event{op: "insert", id: "2", row: ours})
	s := begin(t, openWorld(t, w, twoCandidates), bundle(t, insertContract), nil)
	w.tables["orders"].script = []event{{op: "fail", err: sdk.Unreachable("down")}}
	out := actAndVerify(t, w, s)
	if got := leading(out).Ground; got != effect.Unreachable {
		t.Errorf("%s, want %s", got, effect.Unreachable)
	}
}

func TestAReadThatFailedSaysWhyInTheOutcome(t *testing.T) {
	for _, c := range []struct {
		name   string
		script []event
		want   []string
	}{
		{"to the end", []event{{op: "fail", err: sdk.Unreachable("nobody answers")}},
			[]string{`default: the last read failed: "sql" (1, builtin:dev): capture: nobody answers`}},
		{"for a while", []event{{op: "fail", err: sdk.Unreachable("nobody answers")}, {atMS: 300, op: "mend"}, {atMS: 300, op: "insert", id: "2", row: ours}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := orders(c.script...)
			out := actAndVerify(t, w, begin(t, openWorld(t, w, oneSystem), bundle(t, insertContract), nil))
			if diff := cmp.Diff(c.want, out.NotLookedAt); diff != "" {
				t.Errorf("not looked at (-want +got):\n%s", diff)
			}
		})
	}
}

const watched = `
version: 1
steps:
  - id: order
    effects: [{kind: record_written, match: {ref: A-17}, count_new_only: true}]
    also_watch: [mail]
`

const withMail = "version: 1\neffects: {kind: sql, table: orders}\nsystems:\n  mail: {kind: sql, table: mail}\n  unread: {kind: sql, table: orders}\n"

func TestAlsoWatchAssertsThatNothingChangedThere(t *testing.T) {
	letter := row{"to": "a@example.test"}
	cases := []struct {
		name   string
		mail   []event
		change func(*table)
		want   effect.Ground
	}{
		{"nothing changed", nil, nil, effect.GroundConfirmed},
		{"a mail went out", []event{{op: "insert", id: "m", row: letter}}, nil, effect.UnintendedWrite},
		{"a mail went out late", []event{{atMS: 4000, op: "insert", id: "m", row: letter}}, nil, effect.UnintendedWrite},
		{"a mail was changed", []event{{op: "update", id: "0", row: letter}}, nil, effect.UnintendedChange},
		{"a mail is gone", []event{{op: "delete", id: "0"}}, nil, effect.UnintendedRemoval},
		{"nobody could look", []event{{op: "fail", err: sdk.Unreachable("down")}}, nil, effect.Unreachable},
		{"records cannot be told apart", nil, func(m *table) { m.rows["0"]["id"] = value.NullValue() }, effect.IdentityMissing},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := orders(event{op: "insert", id: "2", row: ours})
			w.tables["mail"] = &table{rows: map[string]row{"0": {"to": "b@example.test"}}, script: c.mail}
			if c.change != nil {
				c.change(w.tables["mail"])
			}
			out := actAndVerify(t, w, begin(t, openWorld(t, w, withMail), bundle(t, watched), nil))
			watch := out.Effects[1]
			if watch.Verdict.Ground != c.want || !watch.Implied || watch.System != "mail" {
				t.Errorf("%s (%s), implied %v, system %q; want %s", watch.Verdict.Ground, watch.Verdict.Reason, watch.Implied, watch.System, c.want)
			}
			if out.Proceed() != (c.want == effect.GroundConfirmed) {
				t.Errorf("outcome %s", out.Outcome)
			}
			if n := len(out.NotLookedAt); n == 0 || n > 1 != (c.want == effect.Unreachable) || !strings.HasPrefix(out.NotLookedAt[n-1], "unread: ") {
				t.Errorf("not looked at: %q", out.NotLookedAt)
			}
		})
	}
}

func TestEveryEffectOfAReaderIsJudgedOnOneSnapshot(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours})
	h := openWorld(t, w, oneSystem+"  settle: {settle_s: 0}\n")
	s := begin(t, h, bundle(t, insertContract), nil)
	before := w.reads
	out := actAndVerify(t, w, s)
	if !out.Proceed() || out.Reads != 2 || w.reads-before != 2 {
		t.Errorf("%s in %d rounds of %d reads", out.Outcome, out.Reads, w.reads-before)
	}
}

func TestACallerThatStopsMayVerifyAgain(t *testing.T) {
	w := orders(event{atMS: 1000, op: "insert", id: "2", row: ours})
	s := begin(t, openWorld(t, w, oneSystem), bundle(t, insertContract), nil)
	s.ActionStarted()
	w.act()
	ctx, stop := stopAfter(t, w, 100)
	defer stop()
	out, err := s.Verify(ctx, VerifyRequest{ActorEnded: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range out.Effects {
		if e.Verdict.Ground != effect.Unreachable || !strings.HasPrefix(e.Verdict.Reason, "stopped by the caller") {
			t.Errorf("%s (%s)", e.Verdict.Ground, e.Verdict.Reason)
		}
	}
	w.during = nil
	if out, err = s.Verify(t.Context(), VerifyRequest{ActorEnded: true}); err != nil || !out.Proceed() {
		t.Errorf("%s, %v", out.Outcome, err)
	}
}

func TestAHostThatIsClosedLeavesVerdicts(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours})
	h := openWorld(t, w, oneSystem)
	s := begin(t, h, bundle(t, insertContract), nil)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	if out := actAndVerify(t, w, s); out.Proceed() || leading(out).Ground != effect.Unreachable {
		t.Errorf("%s: %s", out.Outcome, leading(out).Ground)
	}
}

func TestAnAbsenceIsNotProvenWhileTheActorLives(t *testing.T) {
	w := orders()
	s := begin(t, openWorld(t, w, oneSystem), bundle(t, insertContract), nil)
	w.act()
	out, err := s.Verify(t.Context(), VerifyRequest{})
	if err != nil || leading(out).Ground != effect.MissingUnproven || out.Outcome != effect.ReconciliationRequired {
		t.Errorf("%s: %s, %v", out.Outcome, leading(out).Ground, err)
	}
}

func TestReadBack(t *testing.T) {
	w := orders()
	h := openWorld(t, w, oneSystem)
	plain := bundle(t, "version: 1\nsteps:\n  - effects: [{kind: field_equals, match: {ref: A-1}, field: qty, value: \"1\"}]\n")
	out, err := h.ReadBack(t.Context(), ReadBackRequest{BeginRequest: BeginRequest{Step: plain}})
	if err != nil || !out.Proceed() || out.Mode != effect.CurrentState || len(out.Effects[0].Verdict.Evidence.NotEvaluated) == 0 {
		t.Errorf("%s: %+v, %v", out.Outcome, out.Effects, err)
	}
	absent := bundle(t, "version: 1\nsteps:\n  - effects: [{kind: record_written, match: {ref: none}}]\n")
	if out, err = h.ReadBack(t.Context(), ReadBackRequest{BeginRequest: BeginRequest{Step: absent}}); err != nil || leading(out).Ground != effect.MissingUnproven {
		t.Errorf("%s, %v", leading(out).Ground, err)
	}
	for field, text := range map[string]string{
		"kind": deltaContract, "count_new_only": insertContract,
		"idempotency_key": "version: 1\nsteps:\n  - effects: [{kind: record_written, match: {ref: x}, idempotency_key: k}]\n",
		"expect_change":   "version: 1\nsteps:\n  - effects: [{kind: record_written, match: {ref: x}, expect_change: true}]\n",
	} {
		_, err := h.ReadBack(t.Context(), ReadBackRequest{BeginRequest: BeginRequest{Step: bundle(t, text)}})
		r := AsRefusal(err)
		if r == nil || !r.Has(CodeCurrentState) || !strings.Contains(err.Error(), field+": the effect needs a baseline") {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestDoctorTriesEverySystem(t *testing.T) {
	w := orders()
	w.notices = []sdk.Notice{{Code: sdk.NoticeRoleCanWrite, Detail: "the role may INSERT"}}
	h := openWorld(t, w, "version: 1\nsystems:\n  good: {kind: sql, table: orders}\n  gone: {kind: sql, table: none}\n  bound: {kind: sql, table: orders, patient: {param: pid}}\n")
	reports := h.Doctor(t.Context(), DoctorRequest{})
	if len(reports) != 3 {
		t.Fatalf("%d reports", len(reports))
	}
	if r := reports[0]; r.Problem != nil || len(r.Notices) != 1 || r.Reader.Tier != 1 || r.Reader.Identity == "" {
		t.Errorf("good: %+v", r)
	}
	if r := reports[1]; r.Problem == nil || r.Problem.Code != CodeUnreachable {
		t.Errorf("gone: %+v", r)
	}
	if r := reports[2]; r.Skipped == "" || r.Problem != nil {
		t.Errorf("bound: %+v", r)
	}
	if r := h.Doctor(t.Context(), DoctorRequest{Params: effect.Params{"pid": "7"}})[2]; r.Skipped != "" || r.Problem != nil {
		t.Errorf("bound: %+v", r)
	}
}

func TestFreshnessDemotes(t *testing.T) {
	fresh := oneSystem + "  freshness: {field: at, window_s: 60, since_action: true}\n"
	at := func(d time.Duration) row { return with(row{"at": epoch.Add(d).Format(time.RFC3339)}) }
	contract := "version: 1\nsteps:\n  - effects: [{kind: record_written, match: {ref: A-17}, count_new_only: true}]\n"
	for _, c := range []struct {
		name   string
		script []event
		want   effect.Ground
	}{
		{"fresh", []event{{op: "insert", id: "2", row: at(0)}}, effect.GroundConfirmed},
		{"older than the action", []event{{op: "insert", id: "2", row: at(-30 * time.Second)}}, effect.Stale},
		{"nothing, and the system does not say how current it is", nil, effect.Stale},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := orders(c.script...)
			out := actAndVerify(t, w, begin(t, openWorld(t, w, fresh), bundle(t, contract), nil))
			if got := leading(out); got.Ground != c.want {
				t.Errorf("%s (%s), want %s", got.Ground, got.Reason, c.want)
			}
		})
	}
}

// A thousand sessions at once: the budget holds, every verdict is right, and no
// more reads run at once than the section allows.
func TestAThousandSessions(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours})
	w.act()
	w.clock.now = epoch.Add(-time.Hour) // the script has not begun
	var mu sync.Mutex
	running, most := 0, 0
	w.during = func() {
		mu.Lock()
		running++
		most = max(most, running)
		mu.Unlock()
		for range 100 {
			runtime.Gosched()
		}
		mu.Lock()
		running--
		mu.Unlock()
	}
	h := openWorld(t, w, oneSystem+"  max_concurrent_reads: 3\n  settle: {settle_s: 0}\n", func(o *Options) { o.SnapshotBudget = 1000 * 2 * snapshot.Quantum })
	step := bundle(t, deltaContract)
	sessions := make([]*Session, 1000)
	for i := range sessions {
		sessions[i] = begin(t, h, step, nil)
	}
	w.clock.now = epoch
	errs := each(sessions, func(s *Session) error {
		defer s.Close()
		out, err := s.Verify(t.Context(), VerifyRequest{ActorEnded: true})
		if err == nil && !out.Proceed() {
			err = fmt.Errorf("%s: %s", out.Outcome, leading(out).Reason)
		}
		return err
	})
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if most > 3 {
		t.Errorf("%d reads ran at once", most)
	}
}

// A canary secret is in no output: log, error, outcome, report or token.
func TestASecretIsInNoOutput(t *testing.T) {
	const canary = "c4nary-s3cret-9911"
	var log bytes.Buffer
	w := orders(event{op: "insert", id: "2", row: ours}, event{atMS: 100, op: "fail", err: sdk.Unreachable("cannot reach db as %s", canary)})
	deployment := oneSystem + "  password_env: PW\nstate: {key_env: KEY}\n"
	env := map[string]string{"PW": canary, "KEY": "a key of the deployment's", "XDG_STATE_HOME": t.TempDir()}
	h := openWorld(t, w, deployment, func(o *Options) {
		o.LookupEnv = func(name string) (string, bool) { v, ok := env[name]; return v, ok }
		o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	})
	if got := h.SecretVariables(); len(got) != 2 || got[0] != "KEY" || got[1] != "PW" {
		t.Errorf("secret variables %v", got)
	}
	s := begin(t, h, bundle(t, insertContract), nil)
	if w.seen[len(w.seen)-1] != canary {
		t.Fatal("the secret did not reach the adapter")
	}
	out := actAndVerify(t, w, s)
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	reports := fmt.Sprintf("%+v %+v", h.Doctor(context.Background(), DoctorRequest{}), h.Adapters())
	h.opts.Logger.Info("canary " + canary)
	for name, output := range map[string]string{"outcome": string(text), "go value": fmt.Sprintf("%+v", out), "log": log.String(), "reports": reports} {
		if strings.Contains(output, canary) {
			t.Errorf("%s shows the secret: %s", name, output)
		}
	}
	if log.Len() == 0 {
		t.Error("nothing was logged")
	}
}

const twoEffects = `
version: 1
steps:
  - effects:
      - {kind: record_written, match: {ref: A-17}, forbid_collateral_change: true}
      - {kind: field_equals, match: {ref: A-1}, field: note, value: paid}
`

func TestWhatAnotherEffectOfTheStepSpeaksOfIsNoBystander(t *testing.T) {
	insert := event{op: "insert", id: "2", row: ours}
	for _, c := range []struct {
		name   string
		script []event
		want   effect.Ground
	}{
		{"the other effect's record changes as declared", []event{insert, {op: "update", id: "1", row: row{"note": "paid"}}}, effect.GroundConfirmed},
		{"a third record changes", []event{insert, {op: "update", id: "1", row: row{"note": "paid"}}, {op: "update", id: "0", row: row{"note": "x"}}}, effect.CollateralChange},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := orders(c.script...)
			w.tables["orders"].rows["0"] = row{"ref": "A-0", "qty": "1", "note": "bystander"}
			out := actAndVerify(t, w, begin(t, openWorld(t, w, oneSystem), bundle(t, twoEffects), nil))
			if got := leading(out); got.Ground != c.want {
				t.Errorf("%s (%s), want %s", got.Ground, got.Reason, c.want)
			}
		})
	}
}

func TestAWatchExcusesNothing(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours}, event{op: "update", id: "1", row: row{"note": "x"}})
	contract := "version: 1\nsteps:\n  - effects: [{kind: record_written, match: {ref: A-17}, count_new_only: true, forbid_collateral_change: true}]\n    also_watch: [default]\n"
	out := actAndVerify(t, w, begin(t, openWorld(t, w, oneSystem), bundle(t, contract), nil))
	if first, watch := out.Effects[0].Verdict.Ground, out.Effects[1].Verdict.Ground; first != effect.CollateralChange || watch != effect.UnintendedWrite {
		t.Errorf("%s and %s", first, watch)
	}
}

func TestAStepWithAWatchAloneIsVerified(t *testing.T) {
	for script, want := range map[string]effect.Ground{"": effect.GroundConfirmed, "insert": effect.UnintendedWrite} {
		w := orders()
		if script != "" {
			w = orders(event{atMS: 2000, op: script, id: "2", row: ours})
		}
		step := bundle(t, "version: 1\nsteps:\n  - {id: s, effects: [], also_watch: [default]}\n")
		out := actAndVerify(t, w, begin(t, openWorld(t, w, oneSystem), step, nil))
		if got := leading(out).Ground; got != want {
			t.Errorf("%q: %s, want %s", script, got, want)
		}
	}
}

func TestARedactedValueIsInNoOutcome(t *testing.T) {
	const canary = "CANARY-4711"
	for _, settings := range []string{"  evidence_redact_fields: [REF]\n", "  evidence_keep_fields: [id]\n"} {
		w := orders(event{op: "insert", id: "2", row: with(row{"ref": canary})}, event{op: "insert", id: "3", row: with(row{"ref": canary})})
		contract := bundle(t, strings.ReplaceAll(insertContract, "A-17", canary))
		out := actAndVerify(t, w, begin(t, openWorld(t, w, oneSystem+settings), contract, nil))
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		if got := leading(out); got.Ground != effect.Duplicate || len(got.Evidence.Records) == 0 {
			t.Errorf("%s: %s, %d records", settings, got.Ground, len(got.Evidence.Records))
		}
		for name, output := range map[string]string{"json": string(text), "go": fmt.Sprintf("%+v", out)} {
			if strings.Contains(output, canary) {
				t.Errorf("%s: %s shows a redacted value: %s", settings, name, output)
			}
		}
	}
}
