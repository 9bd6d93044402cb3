package peers_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
	"github.com/effectkit/effectkit/internal/livetest/peers"
)

// clock moves only when somebody sleeps on it.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
	return ctx.Err()
}

// The sections of the kit's two worked examples that read over HTTP, as they
// stand but for base_url.
const (
	kitFrappe = `effects:
  kind: rest
  base_url: BASE
  records_path: >-
    /api/resource/Loan%20Application?fields=["name","applicant","loan_product","loan_amount","repayment_periods"]&filters=[["Loan Application","applicant","=","{applicant}"]]&limit_page_length=100
  records_key: data
  path_params:
    applicant: { param: applicant }
  auth:
    header: Authorization
    value_env: FRAPPE_ORACLE_AUTH     # "token <api_key>:<api_secret>" of the READ-ONLY oracle user
`
	kitOpenEMR = `effects:
  kind: fhir
  base_url: BASE
  resource_type: Observation
  search_param_exprs:
    patient: { param: patient_ref }     # e.g. "Patient/9", from --params-file
  field_paths:
    id: id
    patient: subject.reference
    status: status
    note: valueString
  access_token_env: OPENEMR_FHIR_TOKEN
  verify_tls: false                     # the local fixture uses a self-signed cert
`
)

func TestTheKitsExamplesRunThroughTheHostAsTheyStand(t *testing.T) {
	frappe, emr := peers.REST(t, ""), peers.FHIR(t, token)
	loan := func(applicant string) map[string]any {
		return map[string]any{"name": "LOAN-" + applicant, "applicant": applicant, "loan_product": "Home", "loan_amount": 125000.0, "repayment_periods": 12}
	}
	for name, c := range map[string]struct {
		section, base, bundle string
		params                effect.Params
		act                   func()
		want                  string
	}{
		"frappe, written": {kitFrappe, frappe.Base,
			`{version: 1, steps: [{id: s, effects: [
				{kind: record_written, match: {applicant: {param: applicant}}, identity_field: name},
				{kind: field_equals, match: {applicant: {param: applicant}}, field: loan_amount, value: "125000", identity_field: name}]}]}`,
			effect.Params{"applicant": `Ann "Lee"`}, func() { frappe.Do(t, "POST", "/loans", loan(`Ann "Lee"`)) }, "confirmed confirmed"},
		"frappe, another applicant": {kitFrappe, frappe.Base,
			`{version: 1, steps: [{id: s, effects: [{kind: record_written, match: {applicant: {param: applicant}}, identity_field: name}]}]}`,
			effect.Params{"applicant": "Bo"}, func() { frappe.Do(t, "POST", "/loans", loan("Bob")) }, "missing"},
		"openemr, written": {kitOpenEMR, emr.Base,
			`{version: 1, steps: [{id: s, effects: [{"kind": "record_written", "match": {"patient": {"param": "patient_ref"}, "status": {"literal": "final"}},
				"expected_count": 1, "count_new_only": true, "probe": "exactly one NEW final Observation for this run's patient"}]}]}`,
			effect.Params{"patient_ref": "Patient/9"}, func() { emr.Do(t, "POST", "/Observation", observation("Patient/9", "x")) }, "confirmed"},
		"openemr, written twice": {kitOpenEMR, emr.Base,
			`{version: 1, steps: [{id: s, effects: [{kind: record_written, match: {patient: {param: patient_ref}, status: final}, count_new_only: true}]}]}`,
			effect.Params{"patient_ref": "Patient/7"}, func() {
				emr.Do(t, "POST", "/Observation", observation("Patient/7", "x"))
				emr.Do(t, "POST", "/Observation", observation("Patient/7", "x"))
			}, "duplicate"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "deployment.yaml")
			if err := os.WriteFile(file, []byte(strings.Replace(c.section, "BASE", c.base, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := through(t, file, c.bundle, c.params, c.act); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// through runs one step and gives the ground of each effect.
func through(t *testing.T, file, text string, params effect.Params, act func()) string {
	t.Helper()
	ctx := context.Background()
	d, err := host.LoadDeployment(file)
	if err != nil {
		t.Fatal(err)
	}
	secrets := map[string]string{"FRAPPE_ORACLE_AUTH": "token key:secret", "OPENEMR_FHIR_TOKEN": token}
	h, err := host.Open(ctx, d, host.Options{Builtins: builtin.All(), Clock: &clock{now: time.Now()},
		LookupEnv: func(name string) (string, bool) { s, ok := secrets[name]; return s, ok }})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	bundle, err := effect.ParseBundle("bundle.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := h.Begin(ctx, host.BeginRequest{Step: &bundle.Steps[0], Params: params})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.ActionStarted()
	act()
	s.ActionEnded()
	out, err := s.Verify(ctx, host.VerifyRequest{ActorEnded: true})
	if err != nil {
		t.Fatal(err)
	}
	var grounds []string
	for _, e := range out.Effects {
		grounds = append(grounds, string(e.Verdict.Ground))
	}
	return strings.Join(grounds, " ")
}
