package peers_test

import (
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/internal/judgetest"
	"github.com/effectkit/effectkit/internal/livetest/peers"
	"github.com/effectkit/effectkit/plugins/fhir"
	"github.com/effectkit/effectkit/plugins/graphql"
	"github.com/effectkit/effectkit/plugins/rest"
)

// peer is one server, how it is read, and how an actor writes to it.
type peer struct {
	server *peers.Peer
	reader judgetest.Reader
	write  func(t *testing.T, customer, note string)
	// written is the contract: one new record of the customer Ann with a note.
	written string
}

const token = "t0k3n"

func restPeer(t *testing.T, secret string) peer {
	p := peer{server: peers.REST(t, token), written: "{kind: record_written, match: {customer: Ann, note: tea}, count_new_only: true}"}
	p.reader = judgetest.Reader{Adapter: rest.New(), Base: p.server.Base, Secrets: map[string]string{"/auth/bearer_env": secret},
		Section: `{"records_path":"/orders?_page=1&_limit=2","auth":{"bearer_env":"T"}}`}
	p.write = func(t *testing.T, customer, note string) {
		p.server.Do(t, "POST", "/orders", map[string]string{"customer": customer, "note": note})
	}
	return p
}

func graphqlPeer(t *testing.T, secret string) peer {
	p := peer{server: peers.GraphQL(t, token), written: "{kind: record_written, match: {customer: Ann, note: tea}, count_new_only: true}"}
	p.reader = judgetest.Reader{Adapter: graphql.New(), Base: p.server.Base + "/graphql", Secrets: map[string]string{"/auth/bearer_env": secret},
		Section: `{"graphql_query":"query Q($c: String) { orders(first: 50, after: $c) { nodes { id customer note } totalCount pageInfo { hasNextPage endCursor } } }",
			"graphql_records_path":"orders","auth":{"bearer_env":"T"}}`}
	p.write = func(t *testing.T, customer, note string) {
		p.server.Do(t, "POST", "/graphql", map[string]any{"query": "mutation M($c: String!, $n: String) { add(customer: $c, note: $n) { id } }",
			"variables": map[string]string{"c": customer, "n": note}})
	}
	return p
}

func fhirPeer(t *testing.T, secret string) peer {
	p := peer{server: peers.FHIR(t, token), written: "{kind: record_written, match: {patient: Patient/9, note: tea}, count_new_only: true}"}
	p.reader = judgetest.Reader{Adapter: fhir.New(), Base: p.server.Base, Secrets: map[string]string{"/access_token_env": secret},
		Section: `{"resource_type":"Observation","search_params":{"_count":1000},"field_paths":{"id":"id","patient":"subject.reference","status":"status","note":"valueString"},"access_token_env":"T"}`}
	p.write = func(t *testing.T, customer, note string) {
		patient := map[string]string{"Ann": "Patient/9"}[customer]
		if patient == "" {
			patient = "Patient/8"
		}
		p.server.Do(t, "POST", "/Observation", observation(patient, note))
	}
	return p
}

func observation(patient, note string) map[string]any {
	return map[string]any{"resourceType": "Observation", "status": "final", "code": map[string]string{"text": "x"},
		"subject": map[string]string{"reference": patient}, "valueString": note}
}

func TestWritesToRealServersAreJudgedRight(t *testing.T) {
	for name, open := range map[string]func(*testing.T, string) peer{"rest": restPeer, "graphql": graphqlPeer, "fhir": fhirPeer} {
		t.Run(name, func(t *testing.T) {
			p := open(t, token)
			for i := range 3 { // more than a page
				p.write(t, "Bob", string(rune('a'+i)))
			}
			for _, step := range []struct {
				name string
				act  func()
				want string
			}{
				{"a missing write", func() {}, "refuted missing"},
				{"a wrong record", func() { p.write(t, "Eve", "tea") }, "refuted misplaced"},
				{"a wrong value", func() { p.write(t, "Ann", "coffee") }, "refuted misplaced"},
				{"a clean write", func() { p.write(t, "Ann", "tea") }, "confirmed confirmed"},
				{"a duplicate", func() { p.write(t, "Ann", "tea"); p.write(t, "Ann", "tea") }, "refuted duplicate"},
			} {
				before := p.reader.Capture(t)
				step.act()
				after := p.reader.Capture(t)
				if got := judgetest.Verdict(t, p.written, nil, before, after); got != step.want {
					t.Errorf("%s: %s, want %s\nbefore: %d, %v %s\nafter: %d, %v %s", step.name, got, step.want,
						before.Len(), before.Gaps, before.Detail, after.Len(), after.Gaps, after.Detail)
				}
			}
		})
	}
}

func TestRealServersThatRefuseAreNoAbsence(t *testing.T) {
	for name, open := range map[string]func(*testing.T, string) peer{"rest": restPeer, "graphql": graphqlPeer, "fhir": fhirPeer} {
		t.Run(name, func(t *testing.T) {
			p := open(t, "wrong")
			s := p.reader.Capture(t)
			if s.Reachable || s.Reason != effect.CredentialRefused {
				t.Errorf("reachable %v, %s: %s", s.Reachable, s.Reason, s.Detail)
			}
		})
	}
}

func TestAFHIRServerThatCutsAndIgnores(t *testing.T) {
	server := peers.FHIR(t, "")
	for _, note := range []string{"a", "b", "c"} {
		server.Do(t, "POST", "/Observation", observation("Patient/9", note))
	}
	for params, why := range map[string]string{
		`{"_count":2}`:     "total 3 with two entries and no next link",
		`{"colour":"red"}`: "a parameter that it does not know",
	} {
		s := judgetest.Reader{Adapter: fhir.New(), Base: server.Base, Section: `{"resource_type":"Observation","search_params":` + params + `}`}.Capture(t)
		if !s.Reachable || s.Whole() {
			t.Errorf("%s: reachable %v, gaps %v", why, s.Reachable, s.Gaps)
		}
	}
}

func TestTheKitsFHIRExampleRunsAsItIs(t *testing.T) {
	server := peers.FHIR(t, token)
	r := judgetest.Reader{Adapter: fhir.New(), Base: server.Base, Secrets: map[string]string{"/access_token_env": token}, Params: map[string]string{"patient_ref": "Patient/9"},
		Section: `{"resource_type":"Observation","search_param_exprs":{"patient":{"param":"patient_ref"}},
			"field_paths":{"id":"id","patient":"subject.reference","status":"status","note":"valueString"},"access_token_env":"OPENEMR_FHIR_TOKEN","verify_tls":false}`}
	const contract = `{kind: record_written, match: {patient: {param: patient_ref}, status: {literal: final}}, expected_count: 1, count_new_only: true}`
	params, err := effect.ParseParamPairs([]string{"patient_ref=Patient/9"})
	if err != nil {
		t.Fatal(err)
	}
	server.Do(t, "POST", "/Observation", observation("Patient/8", "of another patient"))
	before := r.Capture(t)
	server.Do(t, "POST", "/Observation", observation("Patient/9", "ours"))
	after := r.Capture(t)
	if got := judgetest.Verdict(t, contract, params, before, after); got != "confirmed confirmed" {
		t.Errorf("%s\nbefore %v %s\nafter %v %s", got, before.Gaps, before.Detail, after.Gaps, after.Detail)
	}
	if got := judgetest.Verdict(t, contract, params, before, before); got != "refuted missing" {
		t.Errorf("nothing written: %s", got)
	}
}

func TestTheKitsFrappeExampleRunsAsItIs(t *testing.T) {
	server := peers.REST(t, "")
	const section = `{"records_path":"/api/resource/Loan%20Application?fields=[\"name\",\"applicant\",\"loan_product\",\"loan_amount\",\"repayment_periods\"]&filters=[[\"Loan Application\",\"applicant\",\"=\",\"{applicant}\"]]&limit_page_length=100",
		"records_key":"data","path_params":{"applicant":{"param":"applicant"}},"auth":{"header":"Authorization","value_env":"FRAPPE_ORACLE_AUTH"}}`
	const contract = `{kind: record_written, match: {applicant: {param: applicant}, loan_amount: 125000}, identity_field: name}`
	for _, applicant := range []string{"Ann Lee", `x"],["L","name","!=","`, `Ann \"Lee\" & Sons`} {
		params := effect.Params{"applicant": applicant}
		r := judgetest.Reader{Adapter: rest.New(), Base: server.Base, Section: section, Params: params,
			Secrets: map[string]string{"/auth/value_env": "token key:secret"}}
		before := r.Capture(t)
		loan := map[string]any{"name": "LOAN-" + applicant, "applicant": applicant, "loan_product": "Home", "loan_amount": 125000.0, "repayment_periods": 12}
		server.Do(t, "POST", "/loans", loan)
		after := r.Capture(t)
		if got := judgetest.Verdict(t, contract, params, before, after); got != "confirmed confirmed" {
			t.Errorf("%s: %s\nbefore %v %s\nafter %v %s", applicant, got, before.Gaps, before.Detail, after.Gaps, after.Detail)
		}
		if before.Len() != 0 || after.Len() != 1 {
			t.Errorf("%s: %d records before, %d after: the filter does not hold", applicant, before.Len(), after.Len())
		}
		server.Do(t, "POST", "/loans", loan)
		if got := judgetest.Verdict(t, contract, params, before, r.Capture(t)); got != "indeterminate identity_not_unique" {
			t.Errorf("%s twice: %s", applicant, got)
		}
	}
}
