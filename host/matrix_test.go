package host

import (
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/sdk"
)

// The contracts that the matrix is scored under.
const (
	insertContract = `
version: 1
steps:
  - id: order
    effects:
      - kind: record_written
        match: {ref: A-17}
        count_new_only: true
        idempotency_key: k-1
        forbid_collateral_change: true
      - {kind: field_equals, match: {ref: A-17}, field: qty, value: "2"}
`
	setContract = `
version: 1
steps:
  - id: order
    effects:
      - {kind: exact_new_set, match: {}, new_records: [{ref: A-17, qty: "2", key: k-1}], expected_count: 1, forbid_collateral_change: true}
`
	deltaContract = `
version: 1
steps:
  - id: order
    effects:
      - {kind: exact_delta, match: {}, added: [{ref: A-17, qty: "2", key: k-1}]}
`
)

var ours = row{"ref": "A-17", "qty": "2", "key": "k-1"}

// with is ours with some fields otherwise.
func with(change row) row {
	out := row{}
	for k, v := range ours {
		out[k] = v
	}
	for k, v := range change {
		out[k] = v
	}
	return out
}

func TestFaultMatrix(t *testing.T) {
	insert := event{op: "insert", id: "2", row: ours}
	down := sdk.Unreachable("the database is down")
	cases := []struct {
		fault  string
		script []event
		// want are the grounds that may lead under insert (its first effect that
		// is not confirmed), set and delta; one for all.
		want []effect.Ground
	}{
		{"clean", []event{insert}, []effect.Ground{effect.GroundConfirmed}},
		{"late write", []event{{atMS: 3000, op: "insert", id: "2", row: ours}}, []effect.Ground{effect.GroundConfirmed}},
		{"nothing is written", nil, []effect.Ground{effect.Missing}},
		{"duplicate", []event{insert, {op: "insert", id: "3", row: ours}}, []effect.Ground{effect.Duplicate, effect.WrongCardinality, effect.UnintendedWrite}},
		{"late duplicate", []event{insert, {atMS: 300, op: "insert", id: "3", row: ours}}, []effect.Ground{effect.Duplicate, effect.WrongCardinality, effect.UnintendedWrite}},
		{"double submit under a fresh key", []event{insert, {op: "insert", id: "3", row: with(row{"key": "k-2"})}}, []effect.Ground{effect.Duplicate, effect.UnintendedWrite, effect.UnintendedWrite}},
		{"partial", []event{{op: "insert", id: "2", row: with(row{"qty": ""})}}, []effect.Ground{effect.WrongValue, effect.UnintendedWrite, effect.UnintendedWrite}},
		{"wrong record", []event{{op: "insert", id: "2", row: with(row{"ref": "A-18"})}}, []effect.Ground{effect.Misplaced, effect.UnintendedWrite, effect.UnintendedWrite}},
		{"a bystander is modified", []event{insert, {op: "update", id: "1", row: row{"note": "x"}}}, []effect.Ground{effect.CollateralChange, effect.CollateralChange, effect.UnintendedChange}},
		{"a bystander is deleted", []event{insert, {op: "delete", id: "1"}}, []effect.Ground{effect.CollateralLoss, effect.CollateralLoss, effect.UnintendedRemoval}},
		{"over-write", []event{insert, {op: "insert", id: "8", row: row{"ref": "B-1"}}, {op: "insert", id: "9", row: row{"ref": "B-2"}}},
			[]effect.Ground{effect.GroundConfirmed, effect.UnintendedWrite, effect.UnintendedWrite}},
		{"flap", []event{insert, {atMS: 200, op: "delete", id: "2"}}, []effect.Ground{effect.TargetLost}},
		{"never settles", churn(), []effect.Ground{effect.GroundConfirmed, effect.GroundConfirmed, effect.GroundConfirmed, effect.Unsettled}},
		{"unreachable after", []event{insert, {op: "fail", err: down}}, []effect.Ground{effect.Unreachable}},
		{"unreachable for a while", []event{insert, {op: "fail", err: down}, {atMS: 1000, op: "mend"}}, []effect.Ground{effect.GroundConfirmed}},
		{"nothing is written, and then nobody can look", []event{{atMS: 1000, op: "fail", err: down}}, []effect.Ground{effect.MissingUnproven}},
		{"credential refused", []event{insert, {op: "fail", err: sdk.CredentialRefused("no")}}, []effect.Ground{effect.CredentialRefused}},
		{"misconfigured after the action", []event{insert, {op: "fail", err: sdk.Misconfigured("no such column")}}, []effect.Ground{effect.AdapterFailed}},
		{"the adapter panics", []event{insert, {op: "panic"}}, []effect.Ground{effect.AdapterFailed}},
		{"too large", []event{insert, {op: "fail", err: sdk.TooLarge("over the cap")}}, []effect.Ground{effect.EvidenceTooLarge}},
		{"a restored copy answers", []event{insert, {op: "source", id: "db-2"}}, []effect.Ground{effect.SourceReplaced}},
		{"another system answers at the end of a read", []event{insert, {op: "swap", id: "db-2"}}, []effect.Ground{effect.SourceReplaced}},
		{"another system answers at the start of a read alone", []event{insert, {op: "source", id: "db-2"}, {op: "swap", id: "db-1"}}, []effect.Ground{effect.SourceReplaced}},
		{"a page is cut and ours is on it", []event{insert, {op: "gap", id: "page 2 was not read"}}, []effect.Ground{effect.CoverageGap}},
		{"a page is cut and ours is not on it", []event{{op: "gap", id: "page 2 was not read"}}, []effect.Ground{effect.CoverageGap}},
		{"identity is reused", []event{{op: "insert", id: "2", row: with(row{"id": "1"})}}, []effect.Ground{effect.IdentityNotUnique}},
	}
	for _, c := range cases {
		for i, contract := range []struct{ name, text string }{{"insert", insertContract}, {"set", setContract}, {"delta", deltaContract}} {
			t.Run(c.fault+"/"+contract.name, func(t *testing.T) {
				t.Parallel()
				w := orders(c.script...)
				out := actAndVerify(t, w, begin(t, openWorld(t, w, oneSystem), bundle(t, contract.text), nil))
				want := c.want[0]
				if i < len(c.want) {
					want = c.want[i]
				}
				lead := leading(out)
				if lead.Ground != want && (len(c.want) < 4 || lead.Ground != c.want[3]) {
					t.Errorf("%s: %s (%s), want %s", out.Outcome, lead.Ground, lead.Reason, want)
				}
				if out.Proceed() != (lead.Ground == effect.GroundConfirmed) {
					t.Errorf("proceed %v on %s", out.Proceed(), lead.Ground)
				}
				if (out.Outcome == effect.HaltedBeforeEffect) != (lead.Ground == effect.Missing) {
					t.Errorf("outcome %s on %s", out.Outcome, lead.Ground)
				}
			})
		}
	}
}

// churn is ours, rewritten every 300 ms.
func churn() []event {
	script := []event{{op: "insert", id: "2", row: ours}}
	for at := 300; at < 8000; at += 300 {
		script = append(script, event{atMS: at, op: "update", id: "2", row: row{"rev": at}})
	}
	return script
}

// leading is the first verdict that is not confirmed, else the first.
func leading(o Outcome) effect.Verdict {
	for _, e := range o.Effects {
		if e.Verdict.Decision != effect.Confirmed {
			return e.Verdict
		}
	}
	return o.Effects[0].Verdict
}
