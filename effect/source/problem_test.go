package source_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect/source"
)

func TestAPositionSaysAsMuchAsIsKnown(t *testing.T) {
	for _, c := range []struct {
		pos          source.Position
		want, prefix string
	}{
		{source.Position{}, "", ""},
		{source.Position{File: "f"}, "f", "f: "},
		{source.Position{File: "f", Line: 2}, "f:2", "f:2: "},
		{source.Position{File: "f", Line: 2, Column: 3}, "f:2:3", "f:2:3: "},
		{source.Position{Line: 2, Column: 3}, "2:3", "2:3: "},
		{source.Position{Column: 3}, "", ""},
	} {
		if c.pos.String() != c.want || c.pos.Prefix() != c.prefix {
			t.Errorf("%+v: %q, %q", c.pos, c.pos.String(), c.pos.Prefix())
		}
	}
}

func TestAPathQuotesTheKeysThatNeedIt(t *testing.T) {
	p := source.Position{}.Key("steps").Index(0).Key("match").Key("a b").Key("$ref").Key("é-1_x").Key("x.y").Key("")
	if want := `steps[0].match["a b"].$ref.é-1_x["x.y"][""]`; p.Path != want {
		t.Errorf("got %s, want %s", p.Path, want)
	}
}

func TestProblemsAreSortedByPlaceAndEachSaidOnce(t *testing.T) {
	at := func(file string, line, column int) source.Position {
		return source.Position{File: file, Line: line, Column: column}
	}
	p := source.Problems{
		{Pos: at("b", 1, 1), Message: "fourth"},
		{Pos: at("a", 2, 1), Message: "third"},
		{Pos: at("a", 1, 9), Message: "second", Hint: "mend it"},
		{Pos: at("a", 1, 2), Message: "first"},
		{Pos: at("a", 1, 2), Message: "first, too"},
		{Pos: at("a", 2, 1), Message: "third"},
	}
	want := "a:1:2: first\na:1:2: first, too\na:1:9: second; mend it\na:2:1: third\nb:1:1: fourth"
	if diff := cmp.Diff(want, p.Sorted().Error()); diff != "" {
		t.Error(diff)
	}
	var one source.Problem
	if err := p.Err(); !errors.As(err, &one) || one.Message != "fourth" {
		t.Errorf("got %v", one)
	}
	if (source.Problems{}).Err() != nil || source.Problems(nil).Err() != nil {
		t.Error("an error without a problem")
	}
}

func TestALongListOfProblemsIsCutInItsText(t *testing.T) {
	var p source.Problems
	for i := range 150 {
		p = append(p, source.Problem{Message: fmt.Sprint(i)})
	}
	lines := strings.Split(p.Error(), "\n")
	if len(lines) != 101 || lines[100] != "and 50 more mistakes" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func TestAReportKeepsTheFirstThousandProblems(t *testing.T) {
	var r, other source.Report
	for i := range source.MaxProblems + 5 {
		r.Add(source.Position{Line: i + 1}, "wrong", "")
	}
	other.Add(source.Position{}, "first", "")
	other.Join(r.Problems())
	if r.Len() != source.MaxProblems || other.Len() != source.MaxProblems {
		t.Errorf("%d and %d problems", r.Len(), other.Len())
	}
}
