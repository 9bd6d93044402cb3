package cases

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

const written = `{"name": "w", "effect": {"kind": "record_written", "match": {"p": "1"}}, "before": {"reachable": true, "complete": true, "records": []}, "after": {"reachable": true, "complete": true, "records": [{"id": 1, "p": "1"}]}, "want": {"verdict": "confirmed"}}`

// run judges a text and gives its answers and the numbers of its broken lines.
func run(t *testing.T, text string, check bool) (Totals, []Answer, []int) {
	t.Helper()
	var out bytes.Buffer
	var broken []int
	totals, err := Run(Request{In: strings.NewReader(text), Out: &out, Check: check, Problem: func(line int, _ error) { broken = append(broken, line) }})
	if err != nil {
		t.Fatal(err)
	}
	var answers []Answer
	for d := json.NewDecoder(&out); d.More(); {
		var a Answer
		if err := d.Decode(&a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	return totals, answers, broken
}

func TestABrokenLineLosesNoOther(t *testing.T) {
	totals, answers, broken := run(t, "\n"+written+"\n{\n\n"+written+"\r\n[]\n"+written, false)
	if want := (Totals{Judged: 3, Broken: 2}); totals != want || len(answers) != 3 {
		t.Errorf("got %+v and %d answers", totals, len(answers))
	}
	if len(broken) != 2 || broken[0] != 3 || broken[1] != 6 {
		t.Errorf("broken lines %v, want [3 6]", broken)
	}
}

func TestALongLineIsBrokenAndTheNextIsJudged(t *testing.T) {
	long := strings.Repeat(" ", MaxLine-10) + written
	totals, answers, broken := run(t, long+"\n"+written+"\n", true)
	if totals.Judged != 1 || len(answers) != 1 || len(broken) != 1 || broken[0] != 1 {
		t.Errorf("got %+v, broken %v", totals, broken)
	}
	if totals, _, _ := run(t, long, true); totals.Broken != 1 {
		t.Errorf("a long last line: %+v", totals)
	}
}

func TestEachWantIsCompared(t *testing.T) {
	tests := []struct {
		want   string
		agrees bool
	}{
		{`{"verdict": "confirmed", "result": "confirmed", "outcome": "proceed", "ground": "confirmed"}`, true},
		{`{"verdict": "refuted"}`, false},
		{`{"result": "refuted"}`, false},
		{`{"outcome": "halted_before_effect"}`, false},
		{`{"ground": "duplicate"}`, false},
		{`{"verdict": "confirmed", "ground": "duplicate"}`, false},
	}
	for _, tt := range tests {
		line := strings.Replace(written, `{"verdict": "confirmed"}`, tt.want, 1)
		totals, answers, _ := run(t, line, true)
		if len(answers) != 1 || *answers[0].Agrees != tt.agrees || (totals.Differ == 0) != tt.agrees || (answers[0].Want == nil) != tt.agrees {
			t.Errorf("%s: %+v", tt.want, totals)
		}
	}
	for _, want := range []string{`, "want": {}}`, `}`} {
		if totals, _, _ := run(t, strings.Replace(written, `, "want": {"verdict": "confirmed"}}`, want, 1), true); totals.Broken != 1 {
			t.Errorf("a case that wants nothing passes the check: %+v", totals)
		}
	}
}

func TestACurrentStateThatNeedsABaselineIsRefused(t *testing.T) {
	line := strings.Replace(written, `"match"`, `"count_new_only": true, "match"`, 1)
	if totals, _, _ := run(t, strings.Replace(line, `"name": "w"`, `"mode": "current_state"`, 1), false); totals.Broken != 1 {
		t.Errorf("got %+v", totals)
	}
}

// Whoever pipes case by case sees each answer before the next case is written.
func TestEachCaseIsAnsweredAtOnce(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		_, err := Run(Request{In: inR, Out: outW, Problem: func(int, error) {}})
		outW.Close()
		done <- err
	}()
	answers := json.NewDecoder(outR)
	for range 3 {
		if _, err := io.WriteString(inW, written+"\n"); err != nil {
			t.Fatal(err)
		}
		var a Answer
		if err := answers.Decode(&a); err != nil || a.Name != "w" {
			t.Fatalf("got %+v, %v", a, err)
		}
	}
	inW.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error)  { return 0, errors.New("no more") }
func (failing) Write([]byte) (int, error) { return 0, errors.New("no more") }

func TestFailuresOfTheFilesAreErrors(t *testing.T) {
	if _, err := Run(Request{In: failing{}, Out: io.Discard}); err == nil {
		t.Error("a failing input passes")
	}
	if _, err := Run(Request{In: strings.NewReader(written), Out: failing{}}); err == nil {
		t.Error("a failing output passes")
	}
}
