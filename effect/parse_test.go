package effect_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
)

// meaning compares contracts without the places they were read from.
var meaning = cmp.Options{
	cmpopts.IgnoreTypes(effect.Position{}),
	cmpopts.IgnoreUnexported(effect.Effect{}),
}

func ptr[T any](v T) *T { return &v }

func TestABundleIsReadWithEveryScalarAsItWasWritten(t *testing.T) {
	got, err := effect.ParseBundle("orders.yaml", []byte(`
version: 1
steps:
  - id: place-order
    risk: irreversible
    also_watch: [mailbox]
    effects:
      - kind: record_written
        system: shop
        match: {account: 0012, total: 1.50, paid: yes, open: True, day: 2026-03-01, by: {param: who}, gone: {null: true}, note: {literal: "x"}}
        expected_count: 2
        count_new_only: true
        timeout_s: 0.25
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &effect.Bundle{
		Version: 1,
		File:    "orders.yaml",
		Steps: []effect.Step{{
			ID:        "place-order",
			Risk:      effect.Irreversible,
			AlsoWatch: []string{"mailbox"},
			Effects: []effect.Effect{{
				Kind:   effect.RecordWritten,
				System: "shop",
				Match: effect.Selector{
					{Field: "account", Want: effect.Literal("0012")},
					{Field: "total", Want: effect.Literal("1.50")},
					{Field: "paid", Want: effect.Literal("yes")},
					{Field: "open", Want: effect.Literal("True")},
					{Field: "day", Want: effect.Literal("2026-03-01")},
					{Field: "by", Want: effect.Param("who")},
					{Field: "gone", Want: effect.Null()},
					{Field: "note", Want: effect.Literal("x")},
				},
				ExpectedCount: ptr(2),
				CountNewOnly:  true,
				Timeout:       ptr(250 * time.Millisecond),
			}},
		}},
	}
	if diff := cmp.Diff(want, got, meaning); diff != "" {
		t.Error(diff)
	}
}

func TestEveryNodeKnowsItsPlace(t *testing.T) {
	b, err := effect.ParseBundle("b.yaml", []byte("- kind: field_equals\n  match: {id: 1}\n  field: note\n  value: {param: text}\n"))
	if err != nil {
		t.Fatal(err)
	}
	e := b.Steps[0].Effects[0]
	for _, c := range []struct {
		pos  effect.Position
		want string
	}{
		{e.Pos, "b.yaml:1:3 [0]"},
		{e.Match[0].Want.Pos, "b.yaml:2:15 [0].match.id"},
		{e.Value.Pos, "b.yaml:4:10 [0].value"},
	} {
		if got := c.pos.String() + " " + c.pos.Path; got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestYAMLAndJSONReadAlike(t *testing.T) {
	fromJSON, err := effect.ParseEffect("e.json", []byte(`{"kind": "record_written",
 "match": {"patient": {"param": "patient_ref"}, "status": {"literal": "final"}, "n": 1.50, "b": true},
 "expected_count": 1, "count_new_only": true,
 "probe": "exactly one NEW final Observation for this run's patient"}`))
	if err != nil {
		t.Fatal(err)
	}
	fromYAML, err := effect.ParseEffect("e.yaml", []byte(`
kind: record_written
match: {patient: {param: patient_ref}, status: final, n: 1.50, b: true}
expected_count: 1
count_new_only: true
probe: exactly one NEW final Observation for this run's patient
`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fromYAML, fromJSON, meaning); diff != "" {
		t.Error(diff)
	}
}

func TestAnEffectIsReadAsAPartOfADocument(t *testing.T) {
	n, problems := source.Read("cases.json", []byte("{\"name\": \"one\",\n \"effect\": {\"kind\": \"exact_delta\", \"feild\": 1}}"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	_, err := effect.EffectOf(n.Member("effect"))
	want := `cases.json:2:36: effect.feild: "feild" is not a key of an effect; did you mean "field"?`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	n, _ = source.Read("cases.json", []byte(`{"effect": {"kind": "exact_delta"}}`))
	if e, err := effect.EffectOf(n.Member("effect")); err != nil || e.Kind != effect.ExactDelta {
		t.Errorf("got %v, %v", e, err)
	}
}

func TestASelectorIsReadAlone(t *testing.T) {
	got, err := effect.ParseSelector("s.json", []byte(`{"type": "draft", "by": {"param": "who"}, "end": {"null": true}, "n": 1.0, "ok": true}`))
	if err != nil {
		t.Fatal(err)
	}
	want := effect.Selector{
		{Field: "type", Want: effect.Literal("draft")}, {Field: "by", Want: effect.Param("who")}, {Field: "end", Want: effect.Null()},
		{Field: "n", Want: effect.Literal("1.0")}, {Field: "ok", Want: effect.Literal("true")},
	}
	if diff := cmp.Diff(want, got, meaning); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]string{
		`["type"]`:        "s.json:1:1: must be a mapping, not a list",
		`{"a": null}`:     `s.json:1:7: a: is a bare null; write {null: true} for null, or {literal: ""} for the empty text`,
		`{"a": 1`:         "s.json:1:7: not JSON: unexpected end of JSON input",
		`{"a":1,"a":1}`:   `s.json:1:8: a: "a" twice in one mapping, first on line 1; keep one of them`,
		`{"a": {"b": 1}}`: `s.json:1:8: a.b: "b" is not a key of a value; write literal, param or null`,
	} {
		if _, err := effect.ParseSelector("s.json", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestAStepIsFoundByItsID(t *testing.T) {
	one := effect.Bundle{Steps: []effect.Step{{ID: "a"}}}
	two := effect.Bundle{Steps: []effect.Step{{ID: "a"}, {ID: "b"}}}
	for _, c := range []struct {
		b    *effect.Bundle
		id   string
		want *effect.Step
	}{
		{&one, "", &one.Steps[0]}, {&one, "a", &one.Steps[0]}, {&one, "b", nil},
		{&two, "b", &two.Steps[1]}, {&two, "", nil}, {&effect.Bundle{}, "", nil},
	} {
		if got := c.b.Step(c.id); got != c.want {
			t.Errorf("%q of %d steps: %v", c.id, len(c.b.Steps), got)
		}
	}
}
