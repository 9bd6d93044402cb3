package host

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/sdk"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// findings are what Check says of a deployment and a bundle, a line each.
func findings(t *testing.T, deployment, bundle string) string {
	t.Helper()
	req := CheckRequest{Options: Options{Builtins: []sdk.Adapter{newWorld()}}}
	if deployment != "" {
		d, err := ParseDeployment("d.yaml", []byte(deployment))
		if err != nil {
			t.Fatal(err)
		}
		req.Deployment = d
	}
	if bundle != "" {
		b, err := effect.ParseBundle("b.yaml", []byte(bundle))
		if err != nil {
			t.Fatal(err)
		}
		req.Bundle = b
	}
	var out strings.Builder
	for _, f := range Check(req) {
		severity := "error"
		if f.Warning {
			severity = "warning"
		}
		out.WriteString(severity + " " + string(f.Code) + ": " + f.Problem.Error() + "\n")
	}
	return out.String()
}

const guarded = "{kind: record_written, match: {ref: A-2}, count_new_only: true}"

func TestCheckFinds(t *testing.T) {
	for name, c := range map[string]struct{ deployment, bundle, want string }{
		"nothing in files that are right": {
			"effects: {kind: sql, table: orders, patient: {param: p}, password_env: NOT_SET}\npolicy: {min_tier: 1}",
			"- " + guarded, "",
		},
		"nothing where there is nothing": {"", "", ""},
		"every mistake of a section": {
			"effects: {kind: sql, tabel: orders, base_url: x, patient: [1]}", "",
			`error invalid_section: d.yaml:1:1: effects: "table" is missing
error invalid_section: d.yaml:1:22: effects.tabel: "tabel" is not a key of kind sql; did you mean "table"?
error invalid_section: d.yaml:1:37: effects.base_url: "base_url" belongs to kind rest, graphql or fhir, not sql
error invalid_section: d.yaml:1:50: effects.patient: must be one value, not a list; write a value, {literal: …}, {param: name} or {null: true}
`,
		},
		"kinds that nobody has": {
			"effects: {kind: fhir, base_url: x}\nsystems: {ledger: {kind: acme-ledger}}", "",
			`error not_in_build: d.yaml:1:17: effects.kind: "fhir" is a built-in kind that is not in this build; there are sql
error unknown_kind: d.yaml:2:26: systems.ledger.kind: no plugin of the kind "acme-ledger"; ` +
				"name its program or folder under plugins:, lock it with `effectkit adapters lock`; there are sql\n",
		},
		"systems that the deployment lacks": {
			"effects: {kind: sql, table: a}\nsystems: {mailbox: {kind: sql, table: b}}",
			"version: 1\nsteps:\n- id: s\n  also_watch: [mailbox, disk]\n  effects:\n  - {kind: exact_delta, system: mailbocks}\n  - {kind: exact_delta, system: mailbox}\n",
			`error unknown_system: b.yaml:3:3: steps[0]: the deployment has no system "disk"; write default or mailbox
error unknown_system: b.yaml:6:5: steps[0].effects[0]: the deployment has no system "mailbocks"; did you mean "mailbox"?
`,
		},
		"a default system that is not there": {
			"systems: {mailbox: {kind: sql, table: b}}", "- " + guarded,
			"error unknown_system: b.yaml:1:3: [0]: the deployment has no system \"default\"; write mailbox\n",
		},
		"steps that declare nothing": {
			"effects: {kind: sql, table: a}",
			"version: 1\nsteps:\n- {id: quiet, effects: []}\n- {id: final, risk: irreversible, effects: []}\n",
			`warning no_effects: b.yaml:3:3: steps[0]: step "quiet" declares no effect: nothing would be verified; declare what must be true after it
warning no_effects: b.yaml:4:3: steps[1]: step "final" declares no effect: nothing would be verified; declare what must be true after it
`,
		},
		"an irreversible step without the effects that the policy requires": {
			"effects: {kind: sql, table: a}\npolicy: {require_effects_for_irreversible: true}",
			"version: 1\nsteps:\n- {id: quiet, effects: []}\n- {id: final, risk: irreversible, effects: []}\n",
			`warning no_effects: b.yaml:3:3: steps[0]: step "quiet" declares no effect: nothing would be verified; declare what must be true after it
error policy: b.yaml:4:3: steps[1]: step "final" is irreversible and declares no effect, which the policy requires; declare what must be true after it
`,
		},
		"an open contract, without a deployment": {
			"", "- {kind: record_written, match: {ref: A-2}}",
			"warning unguarded: b.yaml:1:3: [0]: a record that takes an old one's identity would pass as written; " +
				"add count_new_only: true, an idempotency_key or forbid_collateral_change: true\n",
		},
		"a freshness window that the effect outlasts": {
			"effects: {kind: sql, table: a}\nfreshness: {field: at, window_s: 16}",
			"- " + guarded + "\n- {kind: exact_delta, timeout_s: 6}\n- {kind: exact_delta, risk: irreversible}\n",
			`error freshness: d.yaml:2:24: freshness.window_s: a window of 16 s is shorter than timeout_s, settle_s and read_timeout_s together; write at least 16.5 s
error freshness: d.yaml:2:24: freshness.window_s: a window of 16 s is shorter than timeout_s, settle_s and read_timeout_s together; write at least 17 s
`,
		},
		"a short window of one candidate among two": {
			"effects:\n  candidates:\n  - {kind: sql, table: a}\n  - {kind: sql, table: b, freshness: {field: at, window_s: 11}}", "- " + guarded,
			"warning freshness: d.yaml:4:50: effects.candidates[1].freshness.window_s: a window of 11 s is shorter than timeout_s, settle_s and read_timeout_s together; write at least 15.5 s\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, findings(t, c.deployment, c.bundle)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCheckNamesASystemThatIsTooWeakForThePolicy(t *testing.T) {
	w := newWorld()
	w.describe = func(d *sdk.Description) { d.Tier = 3 }
	d, err := ParseDeployment("d.yaml", []byte("effects: {kind: sql, table: a}\npolicy: {min_tier: independent-session}"))
	if err != nil {
		t.Fatal(err)
	}
	found := Check(CheckRequest{Deployment: d, Options: Options{Builtins: []sdk.Adapter{w}}})
	const want = `d.yaml:1:1: effects: system "default" is read at tier 3 (reacquired-state) at best, and the policy's min_tier is 2 (independent-session); ` +
		"add a candidate that reads the system of record itself"
	if len(found) != 1 || found[0].Warning || found[0].Code != CodePolicy || found[0].Problem.Error() != want {
		t.Errorf("got %+v, want %s", found, want)
	}
}

func TestCheckNamesAnAdapterWhoseSchemaCannotBeUsed(t *testing.T) {
	w := newWorld()
	w.describe = func(d *sdk.Description) { d.Schema = `{"type": "object", "properties": {"settle": true}}` }
	d, err := ParseDeployment("d.yaml", []byte("effects: {kind: sql, table: a}"))
	if err != nil {
		t.Fatal(err)
	}
	found := Check(CheckRequest{Deployment: d, Options: Options{Builtins: []sdk.Adapter{w}}})
	const want = `d.yaml:1:17: effects.kind: "sql" cannot be used: its schema cannot be used: config schema at /: "settle" belongs to the host; an adapter may not name it`
	if len(found) != 1 || found[0].Code != CodePlugin || found[0].Problem.Error() != want {
		t.Errorf("got %+v, want %s", found, want)
	}
}

// A file with mistakes is looked at to its end: those of its sections come with
// its own, and nothing is opened.
func TestAFileWithMistakesIsCheckedToItsEnd(t *testing.T) {
	d, err := ParseDeployment("d.yaml", []byte("effects:\n  kind: acme-ledger\nfreshnes: {}\n"))
	if err == nil || d == nil {
		t.Fatalf("parsed as %v, %v", d, err)
	}
	_, err = Open(t.Context(), d, Options{})
	r := AsRefusal(err)
	if r == nil || len(r.Problems) != 2 {
		t.Fatalf("opened with %v", err)
	}
	if r.Problems[0].Code != CodeUnknownKind || r.Problems[1].Code != CodeInvalidFile {
		t.Errorf("refused for %v", r.Problems)
	}
}

func TestEveryBrokenFileCanBeChecked(t *testing.T) {
	files, err := filepath.Glob("internal/deploy/testdata/refused/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if d, err := ParseDeployment(f.Name, f.Data); err != nil && d != nil {
				if len(Check(CheckRequest{Deployment: d})) == 0 {
					t.Errorf("%s in %s has mistakes and no findings", f.Name, name)
				}
			}
		}
	}
}
