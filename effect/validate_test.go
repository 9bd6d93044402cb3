package effect_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
)

// Contracts made in code are refused for the same reasons as those of files,
// and for what a file cannot hold.
func TestContractsMadeInCodeAreValidated(t *testing.T) {
	one := effect.Selector{{Field: "a", Want: effect.Literal("1")}}
	for _, c := range []struct {
		name string
		e    effect.Effect
		want string
	}{
		{"nothing", effect.Effect{}, `"kind" is missing; write record_written, field_equals, exact_new_set or exact_delta`},
		{"an unknown kind", effect.Effect{Kind: "record"}, `kind: "record" is not a kind of effect; write record_written, field_equals, exact_new_set or exact_delta`},
		{"an unknown risk", effect.Effect{Kind: effect.RecordWritten, Risk: "none"}, `risk: "none" is not a risk; write reversible or irreversible`},
		{"a time-out of nothing", effect.Effect{Kind: effect.RecordWritten, Timeout: ptr(time.Duration(0))},
			`timeout_s: is out of bounds; write seconds above 0 and at most 86400, such as 5 or 0.5`},
		{"a time-out over a day", effect.Effect{Kind: effect.RecordWritten, Timeout: ptr(effect.MaxTimeout + 1)},
			`timeout_s: is out of bounds; write seconds above 0 and at most 86400, such as 5 or 0.5`},
		{"a field twice", effect.Effect{Kind: effect.RecordWritten, Match: append(one, one...)}, `match.a: "a" twice in one selector; keep one of them`},
		{"a field without a name", effect.Effect{Kind: effect.RecordWritten, Match: effect.Selector{{Want: effect.Null()}}}, `match[""]: a field without a name`},
		{"a field's name that is not UTF-8", effect.Effect{Kind: effect.RecordWritten, Match: effect.Selector{{Field: "\xff", Want: effect.Null()}}},
			`match["\xff"]: a field's name that is not UTF-8`},
		{"a value without a form", effect.Effect{Kind: effect.RecordWritten, Match: effect.Selector{{Field: "a"}}},
			`match.a: a value without a form; write one of {literal: …}, {param: name}, {null: true}`},
		{"a parameter without a name", effect.Effect{Kind: effect.RecordWritten, IdempotencyKey: ptr(effect.Param(""))},
			`idempotency_key: a parameter without a name`},
		{"a text that is not UTF-8", effect.Effect{Kind: effect.RecordWritten, Match: effect.Selector{{Field: "a", Want: effect.Literal("\xff")}}},
			`match.a: a text that is not UTF-8`},
		{"a name that is not UTF-8", effect.Effect{Kind: effect.RecordWritten, IdentityField: ptr("\xff")}, `identity_field: is not UTF-8`},
		{"names that are empty", effect.Effect{Kind: effect.RecordWritten, IdentityField: ptr(""), KeyField: ptr(""), IgnoreFields: []string{""}},
			"identity_field: is empty\nkey_field: is empty\nignore_fields: is empty"},
		{"an empty member", effect.Effect{Kind: effect.ExactNewSet, ExpectedCount: ptr(1), NewRecords: []effect.Selector{nil}},
			`new_records[0]: an empty member; name at least one field`},
		{"a change without a set", effect.Effect{Kind: effect.ExactDelta, Changed: []effect.Change{{Match: one}}},
			`changed[0]: a change without a "set"; name at least one field and its new value`},
		{"a set that is ignored", effect.Effect{Kind: effect.ExactDelta, Changed: []effect.Change{{Set: one}}, IgnoreFields: []string{"a"}},
			`changed[0].set.a: "a" is set and is in ignore_fields too; an ignored field is not compared; take it out of one of the two`},
		{"no number of members", effect.Effect{Kind: effect.ExactNewSet},
			`"expected_count" is missing; write the number of new_records, expected_count: 0`},
		{"another number of members", effect.Effect{Kind: effect.ExactNewSet, ExpectedCount: ptr(1)},
			`expected_count: is 1, but new_records has 0; make them agree`},
		{"a value of a field without a form", effect.Effect{Kind: effect.FieldEquals, Field: "f", Value: &effect.Expr{}},
			`value: a value without a form; write one of {literal: …}, {param: name}, {null: true}`},
		{"a field twice in a member and in a change", effect.Effect{
			Kind: effect.ExactDelta, Removed: []effect.Selector{append(one, one...)},
			Changed: []effect.Change{{Match: append(one, one...), Set: append(one, one...)}},
		}, `removed[0].a: "a" twice in one selector; keep one of them
changed[0].match.a: "a" twice in one selector; keep one of them
changed[0].set.a: "a" twice in one selector; keep one of them`},
		{"a placeholder", effect.Effect{Kind: effect.ExactDelta, NeedsOperatorConfirmation: true},
			`needs_operator_confirmation: is true: the effect is a placeholder; a person must complete the effect and take the key out`},
		{"fields of other kinds", effect.Effect{
			Kind: effect.ExactDelta, CountNewOnly: true, AllowRemoval: true, ExpectedCount: ptr(1), KeyField: ptr("k"),
			IdempotencyKey: ptr(effect.Literal("k")), ExpectChange: ptr(false), Field: "f", Value: ptr(effect.Literal("v")),
			NewRecords: []effect.Selector{one}, ForbidCollateralLoss: ptr(false), ForbidCollateralChange: ptr(false),
		}, `expected_count: "expected_count" belongs to record_written, exact_new_set or field_equals, not to exact_delta; take it out
count_new_only: "count_new_only" belongs to record_written, not to exact_delta; take it out
allow_removal: "allow_removal" belongs to record_written, not to exact_delta; take it out
idempotency_key: "idempotency_key" belongs to record_written or field_equals, not to exact_delta; take it out
key_field: "key_field" belongs to record_written or field_equals, not to exact_delta; take it out
expect_change: "expect_change" belongs to record_written or field_equals, not to exact_delta; take it out
field: "field" belongs to field_equals, not to exact_delta; take it out
value: "value" belongs to field_equals, not to exact_delta; take it out
new_records: "new_records" belongs to exact_new_set, not to exact_delta; take it out
forbid_collateral_loss: "forbid_collateral_loss" belongs to record_written, field_equals or exact_new_set, not to exact_delta; take it out
forbid_collateral_change: "forbid_collateral_change" belongs to record_written, field_equals or exact_new_set, not to exact_delta; take it out`},
		{"lists of another kind", effect.Effect{
			Kind: effect.RecordWritten, Added: []effect.Selector{one}, Removed: []effect.Selector{one}, Changed: []effect.Change{{Set: one}},
		}, `added: "added" belongs to exact_delta, not to record_written; take it out
removed: "removed" belongs to exact_delta, not to record_written; take it out
changed: "changed" belongs to exact_delta, not to record_written; take it out`},
	} {
		err := c.e.Validate()
		if err == nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if diff := cmp.Diff(c.want, err.Error()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		var problems effect.Problems
		if !errors.As(err, &problems) {
			t.Errorf("%s: a %T", c.name, err)
		}
	}
}

func TestARightContractMadeInCodeIsAccepted(t *testing.T) {
	e := effect.Effect{
		Kind:           effect.RecordWritten,
		Match:          effect.Selector{{Field: "a", Want: effect.Param("p")}, {Field: "b", Want: effect.Null()}},
		Timeout:        ptr(effect.MaxTimeout),
		ExpectedCount:  ptr(3),
		IdempotencyKey: ptr(effect.Literal("")),
	}
	if err := e.Validate(); err != nil {
		t.Error(err)
	}
}
