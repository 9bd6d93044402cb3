package judge

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
)

// caseOf reads a case of an effect and two lists of records.
func caseOf(t testing.TB, contract, before, after string) Request {
	t.Helper()
	line := fmt.Sprintf(`{"effect": %s, "before": {"reachable": true, "complete": true, "records": %s}, "after": {"reachable": true, "complete": true, "records": %s}}`,
		contract, before, after)
	c, err := ParseCase("case", []byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return c.Request
}

const written = `{"kind": "record_written", "match": {"patient": "p1"}}`

func TestReasonsReadAsSentences(t *testing.T) {
	for _, c := range []struct{ name, effect, before, after, want string }{
		{"confirmed", written, `[{"id":2,"patient":"p2"}]`, `[{"id":2,"patient":"p2"},{"id":1,"patient":"p1"}]`,
			`1 of 1 expected found; bystanders: 0 added, 0 removed, 0 changed`},
		{"absence confirmed", `{"kind": "record_written", "match": {"patient": "p1"}, "expected_count": 0}`, `[]`, `[]`,
			`nothing is there that the contract forbids; bystanders: 0 added, 0 removed, 0 changed`},
		{"duplicate", written, `[]`, `[{"id":1,"patient":"p1"},{"id":3,"patient":"p1"}]`, `2 records stand where 1 was expected`},
		{"missing", written, `[]`, `[]`, `0 of 1 expected found, and nothing changed: nothing was written`},
		{"lost and misplaced", written, `[{"id":2,"patient":"p2"}]`, `[{"id":3,"patient":"p3"}]`,
			`1 record was lost that this step had no business with; the expected effect is not there (0 of 1 found), and something else changed`},
		{"target lost", written, `[{"id":1,"patient":"p1"},{"id":2,"patient":"p1"}]`, `[{"id":9,"patient":"p1"}]`, `2 records that matched before are gone`},
		{"moved", `{"kind": "record_written", "match": {"patient": "p1"}, "count_new_only": true}`, `[{"id":1,"patient":"p2"}]`,
			`[{"id":1,"patient":"p1"},{"id":3,"patient":"p1"}]`, `1 old record was changed into a match`},
		{"wrong value", `{"kind": "field_equals", "match": {"patient": "p1"}, "field": "note", "value": "ok"}`, `[]`, `[{"id":1,"patient":"p1","note":"HIV positive"}]`,
			`field "note" has another value than the contract wants`},
		{"field missing", `{"kind": "field_equals", "match": {"patient": "p1"}, "field": "note", "value": "ok"}`, `[]`, `[{"id":1,"patient":"p1"}]`,
			`the record does not carry field "note"`},
		{"ambiguous", `{"kind": "field_equals", "match": {"patient": "p1"}, "field": "note", "value": "ok"}`, `[]`, `[{"id":1,"patient":"p1"},{"id":2,"patient":"p1"}]`,
			`2 records match where exactly 1 was expected`},
		{"unknown field", `{"kind": "record_written", "match": {"pateint": "p1"}}`, `[]`, `[{"id":1,"patient":"p1"}]`,
			`no record carries field "pateint": the field was renamed, or is not read`},
		{"already true", written, `[{"id":1,"patient":"p1"}]`, `[{"id":1,"patient":"p1"}]`, `it already held before the action, so that it proves nothing about it`},
		{"no identity", written, `[{"patient":"p1","n":1}]`, `[{"patient":"p1","n":2}]`,
			`records have no unique field "id", so that a changed one cannot be told from one gone and one come`},
		{"short", `{"kind": "record_written", "match": {"patient": "p1"}, "expected_count": 2}`, `[]`, `[{"id":1,"patient":"p1"}]`, `1 of 2 expected found`},
		{"too many", `{"kind": "exact_new_set", "match": {}, "new_records": [{"n": "1"}], "expected_count": 1}`, `[]`, `[{"id":1,"n":1},{"id":2,"n":1}]`,
			`the added records cannot be matched one to one with the 1 declared: 1 too many`},
		{"unintended", `{"kind": "exact_delta", "match": {}, "removed": [{"n": "1"}]}`, `[{"id":1,"n":1},{"id":2,"n":2},{"id":3,"n":3}]`, `[{"id":2,"n":5},{"id":4,"n":4}]`,
			`1 record was written that the contract does not declare; 1 record was removed that the contract does not declare; ` +
				`1 record was changed as the contract does not declare`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if j := Judge(caseOf(t, c.effect, c.before, c.after)); j.Reason != c.want {
				t.Errorf("%s: %q, want %q", j.Ground, j.Reason, c.want)
			}
		})
	}
}

func TestAReasonNeverCarriesAValue(t *testing.T) {
	// Every value and literal of the vectors that is not a name of a field.
	quote := regexp.MustCompile(`"([^"]*)"`)
	for _, c := range readVectors(t) {
		fields := map[string]bool{}
		for _, s := range []*Snapshot{c.Request.Before, c.Request.After} {
			if s == nil {
				continue
			}
			for _, b := range s.Records {
				for _, col := range b.Columns() {
					fields[col.Name()] = true
				}
			}
		}
		j := Judge(c.Request)
		for _, m := range quote.FindAllStringSubmatch(j.Reason, -1) {
			named := m[1] == c.Request.Effect.IdentityField || m[1] == c.Request.Effect.Field || m[1] == c.Request.Effect.KeyField
			for _, w := range c.Request.Effect.Match {
				named = named || w.Field == m[1]
			}
			if !named && !fields[m[1]] {
				var declared fieldSet
				declared.addDeclared(c.Request.Effect)
				if !strings.Contains(strings.Join(declared.names, "\x00"), m[1]) {
					t.Errorf("%s: %q quotes what is no field", c.Name, j.Reason)
				}
			}
		}
	}
}

func TestEvidenceCarriesTheIdentityAndTheNamedFields(t *testing.T) {
	j := Judge(caseOf(t, written, `[{"id":2,"patient":"p2","note":"private"}]`,
		`[{"id":1,"patient":"p1","note":"private"},{"id":3,"patient":"p1","note":"private"}]`))
	var got []string
	for _, r := range j.Evidence.Records {
		line := r.Role + " " + r.Side
		for _, f := range r.Fields {
			line += " " + f.Name + "=" + f.Value.Text()
		}
		got = append(got, line)
	}
	want := []string{"collateral_loss before id=2 patient=p2", "duplicate after id=1 patient=p1", "duplicate after id=3 patient=p1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	counts := effect.Counts{Expected: 1, Observed: 2, Before: 1, After: 2, BystandersRemoved: 1}
	if j.Evidence.Counts != counts {
		t.Errorf("counts %+v, want %+v", j.Evidence.Counts, counts)
	}
}

func TestEvidenceHasAtMostSoManyExamplesAndEveryCount(t *testing.T) {
	var records []string
	for i := range 100 {
		records = append(records, fmt.Sprintf(`{"id":%d,"patient":"p1"}`, i))
	}
	j := Judge(caseOf(t, written, `[]`, "["+strings.Join(records, ",")+"]"))
	if len(j.Evidence.Records) != effect.MaxExamples || j.Evidence.Counts.Observed != 100 {
		t.Errorf("%d examples, %d observed", len(j.Evidence.Records), j.Evidence.Counts.Observed)
	}
}

func TestBystandersAreCountedGuardedOrNot(t *testing.T) {
	j := Judge(caseOf(t, `{"kind": "record_written", "match": {"patient": "p1"}, "forbid_collateral_loss": false}`,
		`[{"id":1,"patient":"a"},{"id":2,"patient":"b"},{"id":3,"patient":"c"}]`,
		`[{"id":2,"patient":"b","note":"x"},{"id":3,"patient":"c"},{"id":4,"patient":"d"},{"id":5,"patient":"e"},{"id":9,"patient":"p1"}]`))
	want := effect.Counts{Expected: 1, Observed: 1, Before: 3, After: 5, BystandersAdded: 2, BystandersRemoved: 1, BystandersChanged: 1}
	if j.Ground != effect.GroundConfirmed || j.Evidence.Counts != want {
		t.Errorf("%s, counts %+v, want %+v", j.Ground, j.Evidence.Counts, want)
	}
}

func TestWhatAnExactKindDeclaresIsNoBystander(t *testing.T) {
	for _, c := range []struct {
		name, effect, before, after string
		want                        effect.Counts
	}{
		{"new set", `{"kind": "exact_new_set", "match": {"u": "1"}, "new_records": [{"n": "1"}], "expected_count": 1}`,
			`[{"id":1,"u":2}]`, `[{"id":1,"u":3},{"id":2,"u":1,"n":1},{"id":3,"u":2}]`,
			effect.Counts{Expected: 1, Observed: 1, Before: 1, After: 3, BystandersAdded: 1, BystandersChanged: 1}},
		{"delta", `{"kind": "exact_delta", "match": {"u": "1"}, "added": [{"n": "1"}], "removed": [{"n": "2"}], "changed": [{"match": {"n": "3"}, "set": {"n": "4"}}]}`,
			`[{"id":1,"u":1,"n":2},{"id":2,"u":1,"n":3},{"id":3,"u":2},{"id":4,"u":2}]`, `[{"id":5,"u":1,"n":1},{"id":2,"u":1,"n":4},{"id":3,"u":2,"n":9}]`,
			effect.Counts{Expected: 3, Observed: 3, Before: 4, After: 3, MatchedBefore: 2, BystandersRemoved: 1, BystandersChanged: 1}},
	} {
		if j := Judge(caseOf(t, c.effect, c.before, c.after)); j.Ground != effect.GroundConfirmed || j.Evidence.Counts != c.want {
			t.Errorf("%s: %s, counts %+v, want %+v", c.name, j.Ground, j.Evidence.Counts, c.want)
		}
	}
}

func TestCurrentStateNamesTheGuardsThatAreOff(t *testing.T) {
	r := caseOf(t, `{"kind": "record_written", "match": {"patient": "p1"}, "forbid_collateral_change": true}`, `[]`, `[{"id":1,"patient":"p1"}]`)
	r.Mode = effect.CurrentState
	j := Judge(r)
	want := []string{"forbid_collateral_loss", "forbid_collateral_change", "expect_change"}
	if diff := cmp.Diff(want, j.Evidence.NotEvaluated); diff != "" || j.Ground != effect.GroundConfirmed {
		t.Errorf("%s %s", j.Ground, diff)
	}
	r.Effect.CountNewOnly = true
	if j := Judge(r); j.Ground != effect.BaselineUnreadable {
		t.Errorf("a count of new records on current state: %s", j.Ground)
	}
}

func TestAFingerprintIsThatOfTheRecordsItRestsOn(t *testing.T) {
	judge := func(contract, before, after string) Judgement {
		t.Helper()
		j := Judge(caseOf(t, contract, before, after))
		if j.Ground != effect.GroundConfirmed {
			t.Fatalf("%s", j.Ground)
		}
		return j
	}
	contract := `{"kind": "record_written", "match": {"patient": "p1"}, "expected_count": 2, "ignore_fields": ["seen"]}`
	first := judge(contract, `[]`, `[{"id":1,"patient":"p1","n":1.0,"seen":"t0"},{"id":2,"patient":"p1"}]`)
	if len(first.Rests) != 2 || first.Rests[0].Value("patient").Text() != "p1" {
		t.Errorf("rests on %d records", len(first.Rests))
	}
	same := judge(contract, `[]`, `[{"id":9,"patient":"x"},{"patient":"p1","id":2},{"seen":"t1","n":1,"patient":"p1","id":1}]`)
	if same.Fingerprint != first.Fingerprint {
		t.Error("order, form and ignored fields change the fingerprint")
	}
	for name, after := range map[string]string{
		"another field":    `[{"id":1,"patient":"p1","n":2,"seen":"t0"},{"id":2,"patient":"p1"}]`,
		"another identity": `[{"id":1,"patient":"p1","n":1,"seen":"t0"},{"id":3,"patient":"p1"}]`,
		"null for missing": `[{"id":1,"patient":"p1","n":1,"seen":"t0"},{"id":2,"patient":"p1","n":null}]`,
	} {
		if judge(contract, `[]`, after).Fingerprint == first.Fingerprint {
			t.Errorf("%s does not change the fingerprint", name)
		}
	}
	delta := `{"kind": "exact_delta", "match": {}, "removed": [{"n": "1"}]}`
	a := judge(delta, `[{"id":1,"n":1},{"id":2,"n":1}]`, `[{"id":2,"n":1}]`)
	b := judge(delta, `[{"id":1,"n":1},{"id":2,"n":1}]`, `[{"id":1,"n":1}]`)
	if a.Fingerprint == b.Fingerprint || len(a.Rests) != 0 || !a.MatchedBefore {
		t.Error("another removed record does not change the fingerprint")
	}
}

func TestADeletionIsToldFromNothingYet(t *testing.T) {
	none := `{"kind": "record_written", "match": {"patient": "p1"}, "expected_count": 0}`
	for _, c := range []struct {
		name, effect, before string
		want                 bool
	}{
		{"a record was there", none, `[{"id":1,"patient":"p1"}]`, true},
		{"none was there", none, `[]`, false},
		{"an exact kind that declares nothing", `{"kind": "exact_new_set", "match": {}, "new_records": [], "expected_count": 0}`, `[]`, false},
	} {
		if j := Judge(caseOf(t, c.effect, c.before, `[]`)); j.Ground != effect.GroundConfirmed || j.MatchedBefore != c.want {
			t.Errorf("%s: %s, matched before %v", c.name, j.Ground, j.MatchedBefore)
		}
	}
}

func TestAVerdictIsFinalWhereNoLaterReadCanChangeIt(t *testing.T) {
	snapshot := func(more, records string) string {
		return `{"reachable": true, "complete": true` + more + `, "records": ` + records + `}`
	}
	good := snapshot("", `[{"id":1,"patient":"p1"}]`)
	equals := `{"kind": "field_equals", "match": {"patient": "p1"}, "field": "note", "value": "ok"}`
	required := `{"kind": "record_written", "match": {"patient": "p1"}, "identity_field": "id"}`
	for _, c := range []struct {
		name, effect, before, after string
		ground                      effect.Ground
		final                       bool
	}{
		{"no baseline", written, `null`, good, effect.BaselineUnreadable, true},
		{"an incomplete baseline", written, `{"reachable": true, "records": []}`, good, effect.CoverageGap, true},
		{"an incomplete read", written, good, `{"reachable": true, "records": []}`, effect.CoverageGap, false},
		{"a baseline without identities", required, snapshot("", `[{"patient":"p1"}]`), good, effect.IdentityMissing, true},
		{"a read without identities", required, good, snapshot("", `[{"patient":"p1"}]`), effect.IdentityMissing, false},
		{"a baseline with one identity twice", required, snapshot("", `[{"id":1},{"id":1}]`), good, effect.IdentityNotUnique, true},
		{"a read with one identity twice", required, good, snapshot("", `[{"id":1},{"id":1}]`), effect.IdentityNotUnique, false},
		{"declared fields without the field", equals, good, snapshot(`, "fields": ["id", "patient"]`, `[{"id":1,"patient":"p1"}]`), effect.FieldUnknown, true},
		{"declared fields without a selector's", written, good, snapshot(`, "fields": ["id"]`, `[]`), effect.FieldUnknown, true},
		{"records without a selector's field", written, good, snapshot("", `[{"id":1}]`), effect.FieldUnknown, false},
		{"another source", written, good, snapshot(`, "source": "b"`, `[]`), effect.SourceReplaced, false},
		{"unreachable", written, good, `{"reachable": false}`, effect.Unreachable, false},
		{"nothing yet", written, `{"reachable": true, "complete": true, "records": []}`, `{"reachable": true, "complete": true, "records": []}`, effect.Missing, false},
	} {
		parsed, err := ParseCase("case", fmt.Appendf(nil, `{"effect": %s, "before": %s, "after": %s}`, c.effect, c.before, c.after))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if j := Judge(parsed.Request); j.Ground != c.ground || j.Final != c.final {
			t.Errorf("%s: %s, final %v; want %s, %v", c.name, j.Ground, j.Final, c.ground, c.final)
		}
	}
}

func TestEveryGroundIsPhrased(t *testing.T) {
	tr := &trial{Bound: &effect.Bound{}}
	for _, g := range effect.Grounds() {
		if g == effect.Stale || g == effect.Unsettled { // the host's
			continue
		}
		if got := tr.phrase(g); got == string(g) || strings.Contains(got, "%!") {
			t.Errorf("%s: %q", g, got)
		}
	}
}
