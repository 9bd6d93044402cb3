package matrix

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/internal/faultserver"
)

var update = flag.Bool("update", false, "write the golden files anew")

// played are runs of every sort that a score tells apart.
func played() []Tally {
	confirmed := effect.NewVerdict("", effect.GroundConfirmed)
	missing := effect.NewVerdict("", effect.Missing)
	run := func(fault, contract string, hidden bool, results ...*Result) Tally {
		return Tally{Cell: Cell{
			Fault: faultserver.Fault{Name: fault, Hidden: hidden}, Face: "rest", Contract: contract, Mode: InProcess,
		}, Results: results}
	}
	return []Tally{
		run("right", "insert", false, &Result{Screen: faultserver.Saved, Proceed: true, Lead: confirmed, Right: true, Whole: true}),
		run("silent", "insert", false, &Result{Screen: faultserver.Saved, Proceed: true, Lead: confirmed}),
		run("over_halt", "set", false,
			&Result{Screen: faultserver.Saved, Lead: missing, Right: true},
			&Result{Screen: faultserver.Saved, Proceed: true, Lead: confirmed, Right: true, Whole: true}),
		run("hidden", "set", true, &Result{Screen: faultserver.Failed, Lead: missing, Right: true}),
		run("absent", "delta", false, &Result{Screen: faultserver.Saved, Lead: missing, FalseAbsence: "default: not there"}),
		run("otherwise", "delta", false, &Result{Screen: faultserver.Failed, Lead: missing, Unexpected: true}),
		run("elsewhere", "insert", false, &Result{Screen: faultserver.Saved, Proceed: true, Lead: confirmed, Right: true}),
		run("refused", "insert", true, &Result{Refused: true, Whole: true}),
	}
}

func TestTheTable(t *testing.T) {
	var out bytes.Buffer
	if err := WriteTable(&out, played()); err != nil {
		t.Fatal(err)
	}
	Explain(&out, played())
	const golden = "testdata/table.golden"
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%s\nwant\n%s", &out, want)
	}
}

func TestEveryScoreCountsItsOwn(t *testing.T) {
	want := map[string]Score{
		"right":     {Runs: 1, Right: 1, Visible: 1},
		"silent":    {Runs: 1, Wrong: 1, Silent: 1, ScreenSilent: 1},
		"over_halt": {Runs: 2, Right: 2, Visible: 2, OverHalts: 1},
		"hidden":    {Runs: 1, Right: 1},
		"absent":    {Runs: 1, Wrong: 1, FalseAbsences: 1, ScreenSilent: 1},
		"otherwise": {Runs: 1, Wrong: 1, Unexpected: 1},
		"elsewhere": {Runs: 1, Right: 1, Visible: 1, Unclaimed: 1},
		"refused":   {Runs: 1, Wrong: 1},
	}
	for _, tally := range played() {
		if got := tally.score(); got != want[tally.Cell.Fault.Name] {
			t.Errorf("%s: %+v, want %+v", tally.Cell.Fault.Name, got, want[tally.Cell.Fault.Name])
		}
	}
	clean := map[string]bool{"right": true, "hidden": true, "elsewhere": true, "refused": true}
	for name, score := range want {
		if score.Clean() != clean[name] {
			t.Errorf("%s: clean %v", name, score.Clean())
		}
	}
}

func TestEveryContractBindsItsParameters(t *testing.T) {
	for i := range families {
		f := &families[i]
		for _, face := range f.faces {
			for _, contract := range Contracts {
				step, err := loadContract(f.contracts(face), contract)
				if err != nil {
					t.Errorf("%s: %v", face, err)
					continue
				}
				if len(step.AlsoWatch) != 1 {
					t.Errorf("%s, %s: the side surface is not watched", face, contract)
				}
				for _, e := range step.Effects {
					if err := e.Validate(); err != nil {
						t.Errorf("%s, %s: %v", face, contract, err)
					}
					if _, err := e.Bind(f.params(face, "k-1"), step.Risk); err != nil {
						t.Errorf("%s, %s: %v", face, contract, err)
					}
				}
			}
		}
	}
}
