package host

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// sharing makes hosts share one state directory, as two processes do.
func sharing(dir string) func(*Options) {
	return func(o *Options) {
		lookup := o.LookupEnv
		o.LookupEnv = func(name string) (string, bool) {
			if name == "XDG_STATE_HOME" {
				return dir, true
			}
			return lookup(name)
		}
	}
}

// handOver suspends a session of one host, plays the action, and resumes it in
// another.
func handOver(t *testing.T, w *world, dir, deployment, later string, step *effect.Step, tamper func(path string)) Outcome {
	t.Helper()
	s := begin(t, openWorld(t, w, deployment, sharing(dir)), step, nil)
	s.ActionStarted()
	path, err := s.Suspend(t.Context(), SuspendRequest{})
	if err != nil {
		t.Fatal(err)
	}
	w.act()
	if tamper != nil {
		tamper(path)
	}
	other := openWorld(t, w, later, sharing(dir))
	again, err := other.Resume(t.Context(), ResumeRequest{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := os.Stat(path); tamper == nil && !os.IsNotExist(err) {
		t.Errorf("the token is still there: %v", err)
	}
	out, err := again.Verify(t.Context(), VerifyRequest{ActorEnded: true})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestASuspendedSessionIsVerifiedInAnotherProcess(t *testing.T) {
	insert := event{op: "insert", id: "2", row: ours}
	for _, c := range []struct {
		name   string
		script []event
		want   effect.Ground
	}{
		{"clean", []event{insert}, effect.GroundConfirmed},
		{"duplicate", []event{insert, {op: "insert", id: "3", row: ours}}, effect.Duplicate},
		{"a bystander is gone", []event{insert, {op: "delete", id: "1"}}, effect.CollateralLoss},
		{"nothing", nil, effect.Missing},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := handOver(t, orders(c.script...), t.TempDir(), oneSystem, oneSystem, bundle(t, insertContract), nil)
			if got := leading(out); got.Ground != c.want {
				t.Errorf("%s (%s), want %s", got.Ground, got.Reason, c.want)
			}
		})
	}
}

func TestABaselineThatDoesNotServeIsAVerdict(t *testing.T) {
	twoTables := "version: 1\neffects:\n  kind: sql\n  table: orders\n  patient: p-%s\n"
	cases := []struct {
		name   string
		first  string
		later  string
		tamper func(path string)
	}{
		{"altered", oneSystem, oneSystem, func(path string) {
			whole, _ := os.ReadFile(path)
			whole[len(whole)/2] ^= 1
			_ = os.WriteFile(path, whole, 0o600)
		}},
		{"cut", oneSystem, oneSystem, func(path string) { _ = os.Truncate(path, 40) }},
		{"empty but for its heading", oneSystem, oneSystem, func(path string) { _ = os.Truncate(path, int64(len("effectkit-baseline 1\n"))) }},
		{"of a newer version", oneSystem, oneSystem, func(path string) {
			whole, _ := os.ReadFile(path)
			_ = os.WriteFile(path, bytes.Replace(whole, []byte(" 1\n"), []byte(" 2\n"), 1), 0o600)
		}},
		{"from another reader", strings.Replace(twoTables, "%s", "1", 1), strings.Replace(twoTables, "%s", "2", 1), nil},
		{"under another redaction", oneSystem, oneSystem + "  evidence_redact_fields: [note]\n", nil},
		{"of a system that is gone", oneSystem, "version: 1\nsystems:\n  other:\n    kind: sql\n    table: orders\n", nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := orders(event{op: "insert", id: "2", row: ours})
			out := handOver(t, w, t.TempDir(), c.first, c.later, bundle(t, insertContract), c.tamper)
			if got := leading(out); got.Ground != effect.BaselineUnreadable || out.Proceed() || out.Outcome != effect.ReconciliationRequired {
				t.Errorf("%s: %s (%s)", out.Outcome, got.Ground, got.Reason)
			}
		})
	}
}

func TestATokenThatIsNotThereIsRefused(t *testing.T) {
	h := openWorld(t, orders(), oneSystem)
	_, err := h.Resume(t.Context(), ResumeRequest{Path: filepath.Join(t.TempDir(), "none")})
	if r := AsRefusal(err); r == nil || !r.Has(CodeState) {
		t.Errorf("error %v", err)
	}
}

func TestASessionGoesOnAfterItWasStored(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours})
	s := begin(t, openWorld(t, w, oneSystem), bundle(t, insertContract), nil)
	path, err := s.Suspend(t.Context(), SuspendRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if out := actAndVerify(t, w, s); !out.Proceed() {
		t.Errorf("outcome %s", out.Outcome)
	}
	if err := s.Forget(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the token is still there: %v", err)
	}
}

func TestWhatWasSeenIsNotForgottenOnTheWay(t *testing.T) {
	dir := t.TempDir()
	w := orders(event{op: "insert", id: "2", row: ours}, event{atMS: 100, op: "delete", id: "2"})
	s := begin(t, openWorld(t, w, oneSystem, sharing(dir)), bundle(t, insertContract), nil)
	w.act()
	ctx, stop := stopAfter(t, w, 50)
	defer stop()
	if out, err := s.Verify(ctx, VerifyRequest{ActorEnded: true}); err != nil || leading(out).Ground != effect.Unreachable {
		t.Fatalf("%s, %v", leading(out).Ground, err)
	}
	path, err := s.Suspend(t.Context(), SuspendRequest{})
	if err != nil {
		t.Fatal(err)
	}
	w.during = nil
	_ = w.clock.Sleep(t.Context(), 200e6)
	again, err := openWorld(t, w, oneSystem, sharing(dir)).Resume(t.Context(), ResumeRequest{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	out, _ := again.Verify(t.Context(), VerifyRequest{ActorEnded: true})
	if got := leading(out).Ground; got != effect.TargetLost || out.Outcome == effect.HaltedBeforeEffect {
		t.Errorf("%s: %s, want %s", out.Outcome, got, effect.TargetLost)
	}
}

// Redacted values are in a token as digests alone, and change no verdict.
func TestRedactionHidesValuesInTokensAndChangesNoVerdict(t *testing.T) {
	const canary = "CANARY-4711"
	secretive := oneSystem + "  evidence_redact_fields: [note, ref, doc.ssn]\n"
	doc, err := value.OfJSON(`{"ssn":"` + canary + `","age":9}`)
	if err != nil {
		t.Fatal(err)
	}
	contract := strings.ReplaceAll(insertContract, "A-17", canary)
	mine := with(row{"ref": canary, "doc": doc})
	for _, c := range []struct {
		name   string
		script []event
		want   effect.Ground
	}{
		{"clean", []event{{op: "insert", id: "2", row: mine}}, effect.GroundConfirmed},
		{"duplicate", []event{{op: "insert", id: "2", row: mine}, {op: "insert", id: "3", row: mine}}, effect.Duplicate},
		{"a redacted field of a bystander differs", []event{{op: "insert", id: "2", row: mine}, {op: "update", id: "1", row: row{"note": "other"}}}, effect.CollateralChange},
		{"nothing", nil, effect.Missing},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, redacted := range []string{oneSystem, secretive} {
				w := orders(c.script...)
				w.tables["orders"].rows["1"]["note"] = canary
				w.tables["orders"].rows["1"]["doc"] = doc
				out := handOver(t, w, t.TempDir(), redacted, redacted, bundle(t, contract), nil)
				if got := leading(out); got.Ground != c.want {
					t.Errorf("%q: %s (%s), want %s", redacted, got.Ground, got.Reason, c.want)
				}
				text, err := out.MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				if redacted == secretive && bytes.Contains(text, []byte(canary)) {
					t.Errorf("the outcome shows a redacted value: %s", text)
				}
			}
		})
	}
	w := orders()
	w.tables["orders"].rows["1"]["note"] = canary
	w.tables["orders"].rows["1"]["doc"] = doc
	s := begin(t, openWorld(t, w, secretive), bundle(t, insertContract), nil)
	hidden, err := s.hidden(s.pins[0])
	if err != nil {
		t.Fatal(err)
	}
	if flat := hidden.Records[0].AppendFlat(nil); bytes.Contains(flat, []byte(canary)) {
		t.Error("what is stored shows a redacted value")
	}
}

func TestAKeyWithoutAFolderStoresWhereItIsTold(t *testing.T) {
	w := orders()
	h := openWorld(t, w, oneSystem+"state: {key_env: KEY}\n", func(o *Options) {
		o.LookupEnv = func(name string) (string, bool) { return "a key of the deployment's", name == "KEY" }
	})
	s := begin(t, h, bundle(t, insertContract), nil)
	_, err := s.Suspend(t.Context(), SuspendRequest{})
	if r := AsRefusal(err); r == nil || !r.Has(CodeState) {
		t.Errorf("without a path: %v", err)
	}
	path, err := s.Suspend(t.Context(), SuspendRequest{Path: filepath.Join(t.TempDir(), "t")})
	if err != nil {
		t.Fatal(err)
	}
	again, err := h.Resume(t.Context(), ResumeRequest{Path: path})
	if err != nil || again.broken != "" {
		t.Fatalf("%q, %v", again.broken, err)
	}
	defer again.Close()
}

func TestNothingCanBeStoredWithoutAState(t *testing.T) {
	w := orders()
	h := openWorld(t, w, oneSystem, func(o *Options) { o.LookupEnv = func(string) (string, bool) { return "", false } })
	s := begin(t, h, bundle(t, insertContract), nil)
	_, err := s.Suspend(t.Context(), SuspendRequest{Path: filepath.Join(t.TempDir(), "t")})
	if r := AsRefusal(err); r == nil || !r.Has(CodeState) {
		t.Errorf("error %v", err)
	}
	if out := actAndVerify(t, w, s); len(out.Notices) == 0 || out.Notices[0].Code != "no_state" {
		t.Errorf("notices %v", out.Notices)
	}
}

// What was chosen before the action reads after it, also when the choice would
// be another by now.
func TestAResumedSessionReadsWithThePinnedCandidate(t *testing.T) {
	dir := t.TempDir()
	w := candidates(event{op: "insert", id: "2", row: ours})
	s := begin(t, openWorld(t, w, twoCandidates, sharing(dir)), bundle(t, insertContract), nil)
	s.ActionStarted()
	path, err := s.Suspend(t.Context(), SuspendRequest{})
	if err != nil {
		t.Fatal(err)
	}
	w.act()
	w.tierOf["orders"], w.tierOf["copy"] = 4, 1
	again, err := openWorld(t, w, twoCandidates, sharing(dir)).Resume(t.Context(), ResumeRequest{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	out, err := again.Verify(t.Context(), VerifyRequest{ActorEnded: true})
	if err != nil || !out.Proceed() || out.Effects[0].Reader.Tier != 4 {
		t.Errorf("%s at tier %d (%s), %v", out.Outcome, out.Effects[0].Reader.Tier, leading(out).Reason, err)
	}
}

// A watch comes back from a token as it went in.
func TestAWatchIsResumed(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours})
	w.tables["mail"] = &table{rows: map[string]row{"0": {"to": "b@example.test"}}, script: []event{{op: "delete", id: "0"}}}
	out := handOver(t, w, t.TempDir(), withMail, withMail, bundle(t, watched), nil)
	if len(out.Effects) != 2 || out.Effects[0].Verdict.Ground != effect.GroundConfirmed || out.Effects[1].Verdict.Ground != effect.UnintendedRemoval {
		t.Errorf("%+v", out.Effects)
	}
}

func TestATokenThatNobodyVerifiedGoesInTheEnd(t *testing.T) {
	w, dir := orders(), t.TempDir()
	h := openWorld(t, w, oneSystem, sharing(dir))
	suspend := func() string {
		t.Helper()
		path, err := begin(t, h, bundle(t, insertContract), nil).Suspend(t.Context(), SuspendRequest{})
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	aged := func(age time.Duration) string {
		path, made := suspend(), w.clock.Now().Add(-age)
		if err := os.Chtimes(path, made, made); err != nil {
			t.Fatal(err)
		}
		return path
	}
	old, young := aged(BaselineLife+time.Minute), aged(BaselineLife-time.Minute)
	suspend()
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("the old token is still there: %v", err)
	}
	if _, err := os.Stat(young); err != nil {
		t.Errorf("the young token is gone: %v", err)
	}
}
