package effect_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/value"
)

// bind binds a contract of a test that names no parameter.
func bind(t *testing.T, text string, stepRisk effect.Risk) *effect.Bound {
	t.Helper()
	b, err := contract(t, "e.yaml", text).Bind(nil, stepRisk)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestDefaultsOfTheCommonFields(t *testing.T) {
	b := bind(t, "kind: record_written", "")
	if b.Risk != effect.Reversible || b.Timeout != 5*time.Second || b.IdentityField != "id" || b.KeyField != "key" {
		t.Errorf("got %s, %s, %q, %q", b.Risk, b.Timeout, b.IdentityField, b.KeyField)
	}
	if b.ExpectedCount != 1 || b.CountWritten || b.CountNewOnly || b.AllowRemoval || b.Key != nil {
		t.Errorf("got %+v", b)
	}
	if !b.ForbidCollateralLoss || b.ForbidCollateralChange || b.IdentityRequired {
		t.Errorf("guards: loss %v, change %v, identity %v", b.ForbidCollateralLoss, b.ForbidCollateralChange, b.IdentityRequired)
	}
}

func TestAnEffectTakesItsStepsRisk(t *testing.T) {
	for _, c := range []struct{ own, step, want effect.Risk }{
		{"", "", effect.Reversible},
		{"", effect.Irreversible, effect.Irreversible},
		{effect.Reversible, effect.Irreversible, effect.Reversible},
		{effect.Irreversible, effect.Reversible, effect.Irreversible},
	} {
		b, err := (&effect.Effect{Kind: effect.RecordWritten, Risk: c.own}).Bind(nil, c.step)
		if err != nil || b.Risk != c.want {
			t.Errorf("%q in a step of %q: %q, %v; want %q", c.own, c.step, b.Risk, err, c.want)
		}
	}
}

// What each contract asks for, by SEMANTICS 4.2 and 4.3.
func TestWhatAContractNeeds(t *testing.T) {
	const fieldEquals = "kind: field_equals\nfield: f\nvalue: v\n"
	for _, c := range []struct {
		name             string
		text             string
		stepRisk         effect.Risk
		expectChange     bool
		needsBaseline    bool
		identityRequired bool
		refusedInCurrent string
	}{
		{"a written record is expected to be a change", "kind: record_written", "", true, true, false, ""},
		{"an absence is not", "kind: record_written\nexpected_count: 0", "", false, true, false, ""},
		{"an absence without a loss guard needs no baseline", "kind: record_written\nexpected_count: 0\nforbid_collateral_loss: false", "", false, false, false, ""},
		{"a written record without guards still does", "kind: record_written\nforbid_collateral_loss: false", "", true, true, false, ""},
		{"unless no change is expected", "kind: record_written\nforbid_collateral_loss: false\nexpect_change: false", "", false, false, false, ""},
		{"a change written as expected is refused in current state", "kind: record_written\nexpect_change: true", "", true, true, false, "expect_change"},
		{"an absence may be expected to be a change", "kind: record_written\nexpected_count: 0\nforbid_collateral_loss: false\nexpect_change: true", "", true, true, false, "expect_change"},
		{"new records only", "kind: record_written\nforbid_collateral_loss: false\nexpect_change: false\ncount_new_only: true", "", false, true, false, "count_new_only"},
		{"a key", "kind: record_written\nforbid_collateral_loss: false\nexpect_change: false\nidempotency_key: k", "", false, true, false, "idempotency_key"},
		{"a change guard asks for an identity", "kind: record_written\nforbid_collateral_loss: false\nexpect_change: false\nforbid_collateral_change: true", "", false, true, true, ""},
		{"an identity that is written is required", "kind: record_written\nidentity_field: id", "", true, true, true, ""},
		{"a reversible field", fieldEquals, "", false, true, false, ""},
		{"a reversible field without guards", fieldEquals + "forbid_collateral_loss: false", "", false, false, false, ""},
		{"an irreversible field is expected to change", fieldEquals + "forbid_collateral_loss: false", effect.Irreversible, true, true, false, ""},
		{"unless it says otherwise", fieldEquals + "forbid_collateral_loss: false\nexpect_change: false", effect.Irreversible, false, false, false, ""},
		{"a new set", "kind: exact_new_set\nexpected_count: 0\nforbid_collateral_loss: false", effect.Irreversible, false, true, true, "kind"},
		{"a delta", "kind: exact_delta", effect.Irreversible, false, true, true, "kind"},
	} {
		b := bind(t, c.text, c.stepRisk)
		if b.ExpectChange != c.expectChange {
			t.Errorf("%s: expects a change: %v", c.name, b.ExpectChange)
		}
		if b.NeedsBaseline() != c.needsBaseline {
			t.Errorf("%s: needs a baseline: %v", c.name, b.NeedsBaseline())
		}
		if b.IdentityRequired != c.identityRequired {
			t.Errorf("%s: requires an identity: %v", c.name, b.IdentityRequired)
		}
		if got := b.RefusedInCurrentState(); got != c.refusedInCurrent {
			t.Errorf("%s: refused in current state for %q, want %q", c.name, got, c.refusedInCurrent)
		}
	}
}

func TestParametersBindWhereverAValueStands(t *testing.T) {
	params := effect.Params{"p": "1", "empty": ""}
	b, err := contract(t, "e.yaml", `
kind: exact_delta
match: {a: {param: p}, b: {null: true}, c: {literal: ""}, d: {param: empty}}
added: [{a: {param: p}}]
removed: [{a: {param: p}}]
changed: [{match: {a: {param: p}}, set: {b: {param: p}}}]
`).Bind(params, "")
	if err != nil {
		t.Fatal(err)
	}
	one := value.NewLiteral("1")
	want := &effect.Bound{
		Match: effect.BoundSelector{
			{Field: "a", Literal: one}, {Field: "b", Literal: value.NullLiteral()},
			{Field: "c", Literal: value.NewLiteral("")}, {Field: "d", Literal: value.NewLiteral("")},
		},
		Added:   []effect.BoundSelector{{{Field: "a", Literal: one}}},
		Removed: []effect.BoundSelector{{{Field: "a", Literal: one}}},
		Changed: []effect.BoundChange{{
			Match: effect.BoundSelector{{Field: "a", Literal: one}},
			Set:   effect.BoundSelector{{Field: "b", Literal: one}},
		}},
	}
	got := &effect.Bound{Match: b.Match, Added: b.Added, Removed: b.Removed, Changed: b.Changed}
	same := cmp.Comparer(func(a, b value.Literal) bool { return a.Text() == b.Text() && a.IsNull() == b.IsNull() })
	if diff := cmp.Diff(want, got, same); diff != "" {
		t.Error(diff)
	}
}

func TestEveryUnboundParameterIsNamedWithItsPlace(t *testing.T) {
	e := contract(t, "e.yaml", "kind: field_equals\nmatch: {a: {param: p}, b: {param: q}}\nfield: f\nvalue: {param: r}\n")
	_, err := e.Bind(effect.Params{"q": "hunter2"}, "")
	if err == nil {
		t.Fatal("bound")
	}
	want := `e.yaml:2:12: parameter "p" has no value; give it with --param p=… or in the parameters file
e.yaml:4:8: parameter "r" has no value; give it with --param r=… or in the parameters file`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
	var unbound *effect.UnboundError
	if !errors.As(err, &unbound) || unbound.Param != "p" {
		t.Errorf("got %v", unbound)
	}
	if strings.Contains(err.Error(), "hunter2") {
		t.Error("the error quotes a value")
	}
}

func TestAnExpressionWithoutAFormBindsToNothing(t *testing.T) {
	for _, x := range []effect.Expr{{}, effect.Param(""), {Form: 99, Text: "x"}} {
		_, err := x.Resolve(effect.Params{"": "x"})
		if want := "an expression without a value or a parameter's name"; err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", x, err, want)
		}
	}
}
