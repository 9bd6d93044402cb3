package host

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// Every refusal that a person may see, word for word.
func TestOpenRefusals(t *testing.T) {
	cases := []struct {
		name       string
		deployment string
		change     func(*world)
		env        map[string]string
		want       string
	}{
		{"a built-in kind that this build lacks", "version: 1\neffects:\n  kind: fhir\n  base_url: https://x.example.test\n", nil, nil,
			`deployment.yaml:3:9: effects.kind: "fhir" is a built-in kind that is not in this build; there are sql`},
		{"a kind that no plugin has", "version: 1\neffects:\n  kind: acme-ledger\n", nil, nil,
			"deployment.yaml:3:9: effects.kind: no plugin of the kind \"acme-ledger\"; name its program or folder under plugins:, lock it with `effectkit adapters lock`; there are sql"},
		{"a secret that is not set, and an unknown key, at once", "version: 1\nsystems:\n  a:\n    kind: sql\n    table: orders\n    password_env: PW\n  b:\n    kind: sql\n    tabel: orders\n    table: orders\n", nil, nil,
			"deployment.yaml:6:5: systems.a.password_env: the variable PW is not set; set it where effectkit is started\n" +
				`deployment.yaml:9:5: systems.b.tabel: "tabel" is not a key of kind sql; did you mean "table"?`},
		{"a secret with a stray line break", "version: 1\neffects:\n  kind: sql\n  table: orders\n  password_env: PW\n", nil, map[string]string{"PW": "hunter2\n"},
			"deployment.yaml:5:3: effects.password_env: the variable PW ends in a line break; set it to the secret alone"},
		{"a section that the adapter refuses", oneSystem, func(w *world) { w.configure = sdk.Misconfigured("the table's name is reserved") }, nil,
			"deployment.yaml:2:1: effects: system \"default\": the section cannot be used: \"sql\" (1, builtin:dev): configure: the table's name is reserved; mend the section"},
		{"an adapter whose schema is broken", oneSystem, func(w *world) { w.describe = func(d *sdk.Description) { d.Schema = `{"properties":{"kind":{}}}` } }, nil,
			`deployment.yaml:3:9: effects.kind: "sql" cannot be used: its schema cannot be used: `},
		{"a state key that is too short", oneSystem + "state: {key_env: KEY}\n", nil, map[string]string{"KEY": "short"},
			"deployment.yaml: state: the variable KEY has fewer than 16 characters; name a usable folder with state: {dir: …}, or a variable with key_env"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := orders()
			if c.change != nil {
				c.change(w)
			}
			_, err := tryOpen(t, w, c.deployment, func(o *Options) {
				o.LookupEnv = func(name string) (string, bool) { v, ok := c.env[name]; return v, ok }
			})
			if AsRefusal(err) == nil {
				t.Fatalf("error %v is no refusal", err)
			}
			if got := err.Error(); !strings.HasPrefix(got, c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Error("the refusal shows a secret")
			}
		})
	}
}

const twoParams = `
version: 1
steps:
  - id: order
    effects:
      - {kind: record_written, match: {ref: {param: ref}, qty: {param: qty}}, count_new_only: true}
      - {kind: field_equals, match: {ref: {param: ref}}, field: note, value: {param: note}}
`

func TestBeginRefusals(t *testing.T) {
	known := []value.Field{{Name: "id"}, {Name: "ref"}, {Name: "qty"}}
	cases := []struct {
		name       string
		deployment string
		bundle     string
		change     func(*world)
		want       []string
	}{
		{"every parameter without a value, those of the section too, each once", oneSystem + "  patient: {param: pid}\n", twoParams, nil, []string{
			`bundle.yaml:6:45: steps[0].effects[0].match.ref: parameter "ref" has no value; give it with --param ref=… or in the parameters file`,
			`parameter "qty" has no value`, `parameter "note" has no value`, `parameter "pid" has no value`}},
		{"a system that is not there", oneSystem, "version: 1\nsteps:\n  - effects: [{kind: record_written, system: mail, match: {a: b}}]\n    also_watch: [files]\n", nil, []string{
			`the deployment has no system "mail"; there are default`, `the deployment has no system "files"`}},
		{"a field that the reader does not have", oneSystem, insertContract, func(w *world) { w.tables["orders"].fields = known }, []string{
			`system "default" cannot serve the effect: "sql" has no field "key"; mend the field's name, or have the section read it`}},
		{"a step that declares nothing", oneSystem, "version: 1\nsteps:\n  - {id: s, effects: []}\n", nil, []string{
			`step "s" declares no effect: there is nothing to verify; declare what must be true after it`}},
		{"an irreversible step that declares nothing, under a policy", oneSystem + "policy: {require_effects_for_irreversible: true}\n",
			"version: 1\nsteps:\n  - {id: s, risk: irreversible, effects: []}\n", nil, []string{
				`step "s" is irreversible and declares no effect, which the policy requires`}},
		{"a tier that the policy does not allow", oneSystem + "policy: {min_tier: 2}\n", insertContract, func(w *world) { w.tierOf["orders"] = 3 }, []string{
			`deployment.yaml:2:1: effects: system "default" is read at tier 3 (reacquired-state), and the policy's min_tier is 2 (independent-session); add a candidate that reads the system of record itself`}},
		{"a role that could write, under a policy", oneSystem + "policy: {require_read_only_role: true}\n", insertContract, func(w *world) {
			w.notices = []sdk.Notice{{Code: sdk.NoticeRoleCanWrite, Detail: "the role may INSERT"}}
		}, []string{`system "default": the policy requires a role that cannot write: the role may INSERT; read with a role that may only read`}},
		{"a connection that fails", strings.Replace(oneSystem, "orders", "none", 1), insertContract, nil, []string{
			`deployment.yaml:2:1: effects: system "default": the connection could not be tried with success: "sql" (1, builtin:dev): test connection: no table of that name; see that the system is up and the section names it, and start again`}},
		{"a system that cannot be read", oneSystem, insertContract, func(w *world) {
			w.tables["orders"].script = []event{{atMS: -1000, op: "fail", err: sdk.CredentialRefused("access denied")}}
			w.act()
		}, []string{`it could not be read: "sql" (1, builtin:dev): capture: access denied; see that the credentials may read, and start again`}},
		{"a freshness window that could run out", oneSystem + "  freshness: {field: at, window_s: 12}\n", insertContract, nil, []string{
			`a window of 12 s is shorter than timeout_s, settle_s and read_timeout_s together; write at least 15.5 s`}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			w := orders()
			if c.change != nil {
				c.change(w)
			}
			h := openWorld(t, w, c.deployment)
			_, err := h.Begin(t.Context(), BeginRequest{Step: bundle(t, c.bundle)})
			if AsRefusal(err) == nil {
				t.Fatalf("error %v is no refusal", err)
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got:\n%s\nwant:\n%s", err, want)
				}
			}
			if n := strings.Count(err.Error(), "\n") + 1; n > len(c.want) {
				t.Errorf("%d problems:\n%s", n, err)
			}
		})
	}
}

func TestAFullBudgetRefuses(t *testing.T) {
	w := orders()
	h := openWorld(t, w, oneSystem, func(o *Options) { o.SnapshotBudget, o.BudgetWait = 1, 1 })
	step := bundle(t, insertContract)
	first := begin(t, h, step, nil)
	_, err := h.Begin(t.Context(), BeginRequest{Step: step})
	if r := AsRefusal(err); r == nil || !r.Has(CodeBudget) {
		t.Fatalf("error %v", err)
	}
	_ = first.Close()
	begin(t, h, step, nil)
}

func TestACallerThatStopsBeginIsRefused(t *testing.T) {
	h := openWorld(t, orders(), oneSystem)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Begin(ctx, BeginRequest{Step: bundle(t, insertContract)}); AsRefusal(err) == nil {
		t.Errorf("error %v", err)
	}
}

func TestMisuseIsAnErrorAndNoOutcome(t *testing.T) {
	h := openWorld(t, orders(), oneSystem)
	if _, err := h.Begin(t.Context(), BeginRequest{}); AsRefusal(err) == nil {
		t.Errorf("a step that is nil: %v", err)
	}
	s := begin(t, h, bundle(t, insertContract), nil)
	_ = s.Close()
	out, err := s.Verify(t.Context(), VerifyRequest{ActorEnded: true})
	if !errors.Is(err, errSessionClosed) || out.Proceed() {
		t.Errorf("%v, %v", out.Outcome, err)
	}
	var none *Session
	if out, err := none.Verify(t.Context(), VerifyRequest{}); err == nil || out.Proceed() {
		t.Error("no session gave an outcome")
	}
	if _, err := Open(t.Context(), nil, Options{}); AsRefusal(err) == nil {
		t.Errorf("no deployment: %v", err)
	}
}

func TestTheZeroValuesHalt(t *testing.T) {
	if (Outcome{}).Proceed() || (Outcome{Outcome: effect.Proceed}).Proceed() {
		t.Error("an outcome without effects proceeds")
	}
	if (Outcome{Outcome: effect.Proceed, Effects: []EffectOutcome{{}}}).Proceed() {
		t.Error("an effect without a verdict proceeds")
	}
}
