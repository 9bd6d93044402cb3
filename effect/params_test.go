package effect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect"
)

func TestParametersKeepTheirWrittenText(t *testing.T) {
	want := effect.Params{"patient": "0012", "amount": "1.50", "yes": "yes", "on": "true", "day": "2026-03-01", "none": "", "big": "123456789012345678901234567890"}
	for name, text := range map[string]string{
		"p.yaml": "patient: 0012\namount: 1.50\nyes: yes\non: true\nday: 2026-03-01\nnone: \"\"\nbig: 123456789012345678901234567890\n",
		"p.json": `{"patient": "0012", "amount": 1.50, "yes": "yes", "on": true, "day": "2026-03-01", "none": "", "big": 123456789012345678901234567890}`,
	} {
		got, err := effect.ParseParams(name, []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(name, diff)
		}
	}
}

func TestParametersThatAreNoScalarsAreRefusedWithoutTheirValues(t *testing.T) {
	_, err := effect.ParseParams("p.yaml", []byte("a: null\nb: [s3cret]\nc: {d: s3cret}\ne: s3cret\ne: s3cret2\n\"\": s3cret\nf:\n"))
	if err == nil {
		t.Fatal("accepted")
	}
	want := `p.yaml:1:4: a: a parameter without a value; write "" for the empty text, or leave the parameter out
p.yaml:2:4: b: a parameter must be a text, a number or true or false, not a list
p.yaml:3:4: c: a parameter must be a text, a number or true or false, not a mapping
p.yaml:5:1: e: "e" twice in one mapping, first on line 4; keep one of them
p.yaml:6:1: a key without a name; put a name in quotes where one is meant
p.yaml:7:3: f: a parameter without a value; write "" for the empty text, or leave the parameter out`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
	if _, err := effect.ParseParams("p.json", []byte(`["s3cret"]`)); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("a list: %v", err)
	}
}

func TestPairsOfACommandLine(t *testing.T) {
	got, err := effect.ParseParamPairs([]string{"a=1", "b=", "c=x=y", "d= z "})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(effect.Params{"a": "1", "b": "", "c": "x=y", "d": " z "}, got); diff != "" {
		t.Error(diff)
	}
	_, err = effect.ParseParamPairs([]string{"a=1", "s3cret", "=s3cret", "a=s3cret"})
	if err == nil {
		t.Fatal("accepted")
	}
	want := `parameter 2 of the command line has no =; write --param name=value
parameter 3 of the command line has no name; write --param name=value
"a" is given twice on the command line; keep one of them`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}

func TestACommandLineWinsOverAFile(t *testing.T) {
	file, line := effect.Params{"a": "1", "b": "2"}, effect.Params{"b": "3"}
	if diff := cmp.Diff(effect.Params{"a": "1", "b": "3"}, file.With(line)); diff != "" {
		t.Error(diff)
	}
	if file["b"] != "2" || len(line) != 1 {
		t.Error("an operand was changed")
	}
}
