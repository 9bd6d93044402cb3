package sql_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/effectkit/effectkit/builtin"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
	"github.com/effectkit/effectkit/internal/livetest"
)

// instantClock is the machine's, but for its sleeps, which take no time.
type instantClock struct{ now time.Time }

func (c *instantClock) Now() time.Time { return c.now }

func (c *instantClock) Sleep(ctx context.Context, d time.Duration) error {
	c.now = c.now.Add(d)
	return ctx.Err()
}

// kit is a host, and its clock.
type kit struct {
	*host.Host
	clock *instantClock
}

// kitHost opens a section of the operator's kit, as it stands but for the
// address, which is where the test's server is.
func kitHost(t *testing.T, file, password string, address ...string) *kit {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata/kit", file))
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(address...).Replace(string(text))
	if changed == string(text) {
		t.Fatal("the section's address was not found")
	}
	d, err := host.ParseDeployment(filepath.Join(t.TempDir(), file), []byte(changed))
	if err != nil {
		t.Fatal(err)
	}
	clock := &instantClock{}
	h, err := host.Open(ctx(t), d, host.Options{
		Builtins:  builtin.All(),
		Clock:     clock,
		LookupEnv: func(string) (string, bool) { return password, true },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return &kit{h, clock}
}

// judged takes a baseline, acts, and gives the outcome. The clock starts from
// the present: the server has one of its own, and after a wait that took no time
// would seem to lag behind.
func judged(t *testing.T, h *kit, bundle string, params []string, act func()) host.Outcome {
	t.Helper()
	b, err := effect.ParseBundle("bundle.yaml", []byte(bundle))
	if err != nil {
		t.Fatal(err)
	}
	p, err := effect.ParseParamPairs(params)
	if err != nil {
		t.Fatal(err)
	}
	h.clock.now = time.Now()
	s, err := h.Begin(ctx(t), host.BeginRequest{Step: &b.Steps[0], Params: p})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.ActionStarted()
	act()
	s.ActionEnded()
	out, err := s.Verify(ctx(t), host.VerifyRequest{ActorEnded: true})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

const loanContract = `version: 1
steps:
  - id: submit
    effects:
      - kind: record_written
        match: {applicant: {param: applicant}, loan_product: {param: product}}
        expected_count: 1
        count_new_only: true
        identity_field: name
      - kind: field_equals
        match: {applicant: {param: applicant}, name: LOAN-2}
        field: loan_amount
        value: {param: amount}
        identity_field: name
`

func TestTheKitsFrappeSectionAsItStands(t *testing.T) {
	s := livetest.MariaDB(t)
	db := s.Database(t, "CREATE TABLE `tabLoan Application` (name VARCHAR(140) PRIMARY KEY, applicant VARCHAR(140), loan_product VARCHAR(140), "+
		"loan_amount DECIMAL(21,9), repayment_periods INT)",
		"INSERT INTO `tabLoan Application` VALUES ('LOAN-1', 'CUST-7', 'Home', 100000, 12), ('LOAN-9', 'CUST-8', 'Home', 5, 1)",
		fmt.Sprintf("CREATE OR REPLACE USER root@'127.0.0.1' IDENTIFIED BY 'root''s'; GRANT SELECT ON *.* TO root@'127.0.0.1'"))
	h := kitHost(t, "frappe.yaml", "root's", "host: 127.0.0.1", fmt.Sprintf("host: %s, port: %d", s.Host, s.Port), "<site-db-name>", db)
	params := []string{"applicant=CUST-7", "product=Car", "amount=125000.500000000"}
	insert := func(name string) {
		s.Exec(t, db, "INSERT INTO `tabLoan Application` VALUES ('"+name+"', 'CUST-7', 'Car', 125000.5, 24)")
	}
	out := judged(t, h, loanContract, params, func() { insert("LOAN-2") })
	if !out.Proceed() {
		t.Errorf("one application: %+v", grounds(out))
	}
	out = judged(t, h, loanContract, params, func() { insert("LOAN-3"); insert("LOAN-4") })
	if out.Proceed() || grounds(out)[0] != "duplicate" {
		t.Errorf("two applications: %+v", grounds(out))
	}
	out = judged(t, h, loanContract, params, func() {})
	if out.Proceed() || grounds(out)[0] != "missing" {
		t.Errorf("none: %+v", grounds(out))
	}
}

const encounterContract = `version: 1
steps:
  - id: note
    effects:
      - kind: record_written
        match: {pid: {param: patient_pid}, note: {param: note}}
        expected_count: 1
        count_new_only: true
        identity_field: encounter
        forbid_collateral_change: true
`

func TestTheKitsOpenEMRSectionAsItStands(t *testing.T) {
	s := livetest.MariaDB(t)
	s.Exec(t, "", "CREATE OR REPLACE DATABASE openemr CHARACTER SET utf8mb4")
	t.Cleanup(func() { s.Exec(t, "", "DROP DATABASE openemr") })
	s.Exec(t, "openemr", "CREATE TABLE form_encounter (encounter BIGINT PRIMARY KEY, pid BIGINT, note TEXT)",
		"INSERT INTO form_encounter VALUES (1, 9, 'old'), (2, 10, 'other')",
		"CREATE OR REPLACE USER openemr IDENTIFIED BY 'pw'", "GRANT SELECT ON openemr.* TO openemr")
	h := kitHost(t, "openemr.yaml", "pw", "port: 3306", fmt.Sprintf("port: %d", s.Port))
	params := []string{"patient_pid=9", "note=Seen; no change"}
	out := judged(t, h, encounterContract, params, func() {
		s.Exec(t, "openemr", "INSERT INTO form_encounter VALUES (3, 9, 'Seen; no change')")
	})
	if !out.Proceed() {
		t.Errorf("one encounter: %+v", grounds(out))
	}
	out = judged(t, h, encounterContract, params, func() {
		s.Exec(t, "openemr", "UPDATE form_encounter SET note = 'changed' WHERE encounter = 1",
			"INSERT INTO form_encounter VALUES (4, 9, 'Seen; no change')")
	})
	if out.Proceed() || grounds(out)[0] != "collateral_change" {
		t.Errorf("an old encounter changed: %+v", grounds(out))
	}
	out = judged(t, h, encounterContract, params, func() { s.Exec(t, "openemr", "DROP TABLE form_encounter") })
	if out.Proceed() || grounds(out)[0] != "adapter_failed" {
		t.Errorf("the table gone: %+v", grounds(out))
	}
}

// grounds are the leading grounds of an outcome's effects.
func grounds(out host.Outcome) []string {
	var list []string
	for _, e := range out.Effects {
		list = append(list, string(e.Verdict.Ground))
	}
	return list
}
