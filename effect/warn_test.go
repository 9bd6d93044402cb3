package effect_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
)

func TestWhatIsLeftOpenIsWarnedOf(t *testing.T) {
	b, err := effect.ParseBundle("b.yaml", []byte(`version: 1
steps:
  - id: a
    effects:
      - {kind: record_written, match: {a: 1}}
      - {kind: record_written, match: {}, count_new_only: true}
      - {kind: field_equals, field: f, value: v}
      - {kind: field_equals, match: {a: 1}, field: f, value: v, key_field: request}
  - id: b
    effects: []
`))
	if err != nil {
		t.Fatal(err)
	}
	want := `b.yaml:5:9: steps[0].effects[0]: a record that takes an old one's identity would pass as written; add count_new_only: true, an idempotency_key or forbid_collateral_change: true
b.yaml:6:39: steps[0].effects[1].match: match names no field: every record matches; name the fields that tell the record from others
b.yaml:7:9: steps[0].effects[2]: match names no field: every record matches; name the fields that tell the record from others
b.yaml:8:76: steps[0].effects[3].key_field: key_field does nothing without an idempotency_key
b.yaml:9:5: steps[1]: a step that declares no effect: nothing would be verified; declare what must be true after it`
	if diff := cmp.Diff(want, b.Warnings().Error()); diff != "" {
		t.Error(diff)
	}
}

func TestAGuardedContractIsNotWarnedOf(t *testing.T) {
	for _, text := range []string{
		"{kind: record_written, match: {a: 1}, count_new_only: true}",
		"{kind: record_written, match: {a: 1}, idempotency_key: k, key_field: request}",
		"{kind: record_written, match: {a: 1}, forbid_collateral_change: true}",
		"{kind: record_written, match: {a: 1}, expected_count: 0}",
		"{kind: record_written, expected_count: 0}",
		"{kind: field_equals, match: {a: 1}, field: f, value: v}",
		"{kind: exact_new_set, expected_count: 0}",
		"{kind: exact_delta}",
	} {
		if w := contract(t, "e.yaml", text).Warnings(); len(w) > 0 {
			t.Errorf("%s: %v", text, w)
		}
	}
	b, err := effect.ParseBundle("b.yaml", []byte("version: 1\nsteps: [{id: a, also_watch: [mailbox]}]"))
	if err != nil || len(b.Warnings()) > 0 {
		t.Errorf("a step that only watches: %v, %v", err, b.Warnings())
	}
}
