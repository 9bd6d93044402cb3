package host

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/sdk"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// outcomeSchema is the outcome's schema, with the verdict's that it refers to.
func outcomeSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	for url, text := range map[string]string{"urn:effectkit:verdict:1": effect.VerdictSchema, "urn:effectkit:outcome:1": OutcomeJSONSchema} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(url, doc); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile("urn:effectkit:outcome:1")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryOutcomeKeepsToItsSchema(t *testing.T) {
	schema := outcomeSchema(t)
	clean := event{op: "insert", id: "2", row: ours}
	forged := effect.NewVerdict("", effect.Duplicate)
	outcomes := map[string]Outcome{
		"broken token": handOver(t, orders(), t.TempDir(), oneSystem, "version: 1\nsystems:\n  x: {kind: sql, table: orders}\n", bundle(t, insertContract), nil),
		// One made by hand that says more than it may.
		"forged": {Mode: effect.Delta, Outcome: effect.Proceed, Effects: []EffectOutcome{{Verdict: forged}}},
	}
	for name, script := range map[string][]event{"clean": {clean}, "missing": nil, "unreachable": {{op: "fail", err: sdk.Unreachable("down")}}} {
		w := orders(script...)
		w.notices = []sdk.Notice{{Code: sdk.NoticeRoleCanWrite, Detail: "the role may INSERT"}}
		outcomes[name] = actAndVerify(t, w, begin(t, openWorld(t, w, oneSystem), bundle(t, insertContract), nil))
	}
	for name, out := range outcomes {
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		if strings.Contains(string(text), `"proceed":true`) != out.Proceed() {
			t.Errorf("%s: says otherwise than Proceed: %s", name, text)
		}
	}
}

var digests = regexp.MustCompile(`(sha256:)[0-9a-f]{64}`)

func TestOutcomeJSON(t *testing.T) {
	w := orders(event{op: "insert", id: "2", row: ours}, event{op: "insert", id: "3", row: ours})
	s := begin(t, openWorld(t, w, oneSystem), bundle(t, deltaContract), nil)
	text, err := json.MarshalIndent(actAndVerify(t, w, s), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(digests.ReplaceAll(text, []byte("${1}…")), &got); err != nil {
		t.Fatal(err)
	}
	delete(got["effects"].([]any)[0].(map[string]any), "verdict") // held to its own golden files
	want := map[string]any{
		"schema": "effectkit.outcome/1", "step": "order", "outcome": "reconciliation_required", "proceed": false,
		"mode": "delta", "actor_ended": true, "reads": got["reads"], "duration_s": 5.0,
		"not_looked_at": []any{}, "notices": []any{},
		"next": "do not retry: records that nobody asked for were written; remove them and verify again",
		"effects": []any{map[string]any{
			"kind": "exact_delta", "system": "default", "implied": false, "probe": "", "contract_hash": "sha256:…", "values_hmac": "hmac-sha256:…",
			"reads": got["reads"], "unreadable": 0.0, "after_action_s": 5.0, "freshness": "",
			"reader": map[string]any{
				"kind": "sql", "version": "1", "digest": "builtin:dev", "identity": "hmac-sha256:…",
				"tier": 1.0, "tier_name": "independent-system", "assurance": "locked", "isolated": false,
			},
		}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestEveryGroundSaysWhatToDo(t *testing.T) {
	for _, g := range effect.Grounds() {
		v := effect.NewVerdict("", g)
		text := next(Outcome{Outcome: v.Result().Outcome(), Effects: []EffectOutcome{{Verdict: v}}})
		_, own := nextSteps[g]
		if retry := strings.Contains(text, "may be tried again"); retry != (g == effect.Missing) {
			t.Errorf("%s: %q", g, text)
		}
		if !own && g != effect.GroundConfirmed && g != effect.Missing {
			t.Errorf("%s says nothing of its own", g)
		}
	}
}
