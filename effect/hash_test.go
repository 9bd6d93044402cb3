package effect_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
)

// contract parses one effect of a test.
func contract(t *testing.T, name, text string) *effect.Effect {
	t.Helper()
	e, err := effect.ParseEffect(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestTheHashIsOfTheContractAndNotOfHowItIsWritten(t *testing.T) {
	want := contract(t, "e.json", `{"kind": "record_written", "match": {"a": "1", "b": {"param": "p"}, "é": "x"}, "timeout_s": 5, "count_new_only": true}`).Hash()
	for name, e := range map[string]*effect.Effect{
		"another order of keys":             contract(t, "e.json", `{"count_new_only": true, "timeout_s": 5.00, "match": {"é": "x", "b": {"param": "p"}, "a": "1"}, "kind": "record_written"}`),
		"YAML, and a number written as one": contract(t, "e.yaml", "# prose\nkind: record_written\nmatch: {a: 1, b: {param: p}, é: x}\ntimeout_s: 5e0\ncount_new_only: true\n"),
		"{literal: …} for a bare scalar":    contract(t, "e.yaml", "kind: record_written\nmatch: {a: {literal: 1}, b: {param: p}, é: x}\ntimeout_s: 5\ncount_new_only: true\n"),
		"a probe, which is prose":           contract(t, "e.yaml", "kind: record_written\nprobe: it is there\nmatch: {a: 1, b: {param: p}, é: x}\ntimeout_s: 5\ncount_new_only: true\n"),
		"made in code": {
			Kind:         effect.RecordWritten,
			Match:        effect.Selector{{"é", effect.Literal("x")}, {"b", effect.Param("p")}, {"a", effect.Literal("1")}},
			Timeout:      ptr(5 * time.Second),
			CountNewOnly: true,
		},
	} {
		if got := e.Hash(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestContractsThatDifferHaveDifferentHashes(t *testing.T) {
	seen := map[string]string{}
	for _, text := range []string{
		`{"kind": "record_written", "match": {"a": {"param": "p"}}}`,
		`{"kind": "record_written", "match": {"a": "{p}"}}`,
		`{"kind": "record_written", "match": {"a": "{param: p}"}}`,
		`{"kind": "record_written", "match": {"a": "p"}}`,
		`{"kind": "record_written", "match": {"a": {"null": true}}}`,
		`{"kind": "record_written", "match": {"a": "null"}}`,
		`{"kind": "record_written", "match": {"a": "1"}}`,
		`{"kind": "record_written", "match": {"a": "1.0"}}`,
		`{"kind": "record_written", "match": {"b": "1"}}`,
		`{"kind": "record_written", "match": {}}`,
		`{"kind": "record_written", "match": {}, "risk": "irreversible"}`,
		`{"kind": "record_written", "match": {}, "risk": "reversible"}`,
		`{"kind": "record_written", "match": {}, "system": "shop"}`,
		`{"kind": "record_written", "match": {}, "timeout_s": 5}`,
		`{"kind": "record_written", "match": {}, "timeout_s": 5.000000001}`,
		`{"kind": "record_written", "match": {}, "identity_field": "id"}`,
		`{"kind": "record_written", "match": {}, "expected_count": 1}`,
		`{"kind": "record_written", "match": {}, "expected_count": 9007199254740993}`,
		`{"kind": "record_written", "match": {}, "expected_count": 9007199254740992}`,
		`{"kind": "record_written", "match": {}, "count_new_only": true}`,
		`{"kind": "record_written", "match": {}, "allow_removal": true}`,
		`{"kind": "record_written", "match": {}, "idempotency_key": "k"}`,
		`{"kind": "record_written", "match": {}, "idempotency_key": "k", "key_field": "key"}`,
		`{"kind": "record_written", "match": {}, "expect_change": true}`,
		`{"kind": "record_written", "match": {}, "expect_change": false}`,
		`{"kind": "record_written", "match": {}, "forbid_collateral_loss": false}`,
		`{"kind": "record_written", "match": {}, "forbid_collateral_loss": true}`,
		`{"kind": "record_written", "match": {}, "forbid_collateral_change": true}`,
		`{"kind": "record_written", "match": {}, "ignore_fields": ["x"]}`,
		`{"kind": "field_equals", "match": {}, "field": "x", "value": "1"}`,
		`{"kind": "field_equals", "match": {}, "field": "y", "value": "1"}`,
		`{"kind": "exact_new_set", "expected_count": 0}`,
		`{"kind": "exact_new_set", "expected_count": 2, "new_records": [{"a": 1}, {"a": 2}]}`,
		`{"kind": "exact_new_set", "expected_count": 2, "new_records": [{"a": 2}, {"a": 1}]}`,
		`{"kind": "exact_delta", "added": [{"a": 1}]}`,
		`{"kind": "exact_delta", "removed": [{"a": 1}]}`,
		`{"kind": "exact_delta", "changed": [{"set": {"a": 1}}]}`,
		`{"kind": "exact_delta", "changed": [{"match": {"a": 1}, "set": {"a": 1}}]}`,
	} {
		hash := contract(t, "e.json", text).Hash()
		if other, twice := seen[hash]; twice {
			t.Errorf("one hash of %s and %s", text, other)
		}
		seen[hash] = text
	}
}

// A hash is kept in tokens and reports: it may not change from one release to
// the next.
func TestHashesStayWhatTheyWere(t *testing.T) {
	var got strings.Builder
	accepted(t, func(t *testing.T, in input) {
		b, err := effect.ParseBundle(in.name, in.data)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Steps {
			got.WriteString(in.name + " " + b.Steps[i].ID + " " + b.Steps[i].Hash() + "\n")
			for j := range b.Steps[i].Effects {
				got.WriteString("  " + b.Steps[i].Effects[j].Hash() + "\n")
			}
		}
	})
	path := filepath.Join("testdata", "hashes.golden")
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Error(diff)
	}
}

func TestAStepsHashCoversItsContractsAndWhatItWatches(t *testing.T) {
	seen := map[string]int{}
	for i, text := range []string{
		"version: 1\nsteps: [{id: a, effects: [{kind: record_written}]}]",
		"version: 1\nsteps: [{id: b, effects: [{kind: record_written}]}]",
		"version: 1\nsteps: [{id: a, risk: irreversible, effects: [{kind: record_written}]}]",
		"version: 1\nsteps: [{id: a, also_watch: [x], effects: [{kind: record_written}]}]",
		"version: 1\nsteps: [{id: a, effects: [{kind: record_written}, {kind: record_written}]}]",
		"version: 1\nsteps: [{id: a}]",
	} {
		b, err := effect.ParseBundle("b.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		hash := b.Steps[0].Hash()
		if other, twice := seen[hash]; twice {
			t.Errorf("steps %d and %d have one hash", i, other)
		}
		seen[hash] = i
	}
}

func TestWhatParametersResolvedToIsRecordedUnderAKey(t *testing.T) {
	key, other := []byte("0123456789abcdef"), []byte("0123456789abcdeF")
	e := contract(t, "e.yaml", "kind: record_written\nmatch: {a: {param: p}, b: {param: q}, c: 1}")
	mac := func(key []byte, params effect.Params) string {
		t.Helper()
		got, err := e.BindingMAC(key, params)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	base := mac(key, effect.Params{"p": "12345", "q": "x"})
	if got := mac(key, effect.Params{"p": "12345", "q": "x", "unused": "y"}); got != base {
		t.Error("a parameter that the contract does not name is in it")
	}
	for name, got := range map[string]string{
		"another value":  mac(key, effect.Params{"p": "12346", "q": "x"}),
		"values swapped": mac(key, effect.Params{"p": "x", "q": "12345"}),
		"another key":    mac(other, effect.Params{"p": "12345", "q": "x"}),
	} {
		if got == base {
			t.Errorf("%s: the same MAC", name)
		}
	}
	var unbound *effect.UnboundError
	if _, err := e.BindingMAC(key, effect.Params{"p": "1"}); !errors.As(err, &unbound) || unbound.Param != "q" {
		t.Errorf("got %v, want parameter q unbound", err)
	}
	if _, err := e.BindingMAC(key[:15], effect.Params{"p": "1", "q": "2"}); !errors.Is(err, effect.ErrShortKey) {
		t.Errorf("got %v, want %v", err, effect.ErrShortKey)
	}
	if diff := cmp.Diff([]string{"p", "q"}, e.ParamNames()); diff != "" {
		t.Error(diff)
	}
}

func TestAContractThatWasNeverValidatedHasAHashToo(t *testing.T) {
	e := effect.Effect{Match: effect.Selector{{"\xfe", effect.Expr{}}, {"\xff", effect.Null()}}}
	if len(e.Hash()) != len("sha256:")+64 {
		t.Error(e.Hash())
	}
}
