package cases

import (
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
)

func TestANoteNamesWhatASnapshotForgotToSay(t *testing.T) {
	const unread = `does not say that it could be read, and counts as unreachable; write "reachable": true, or a "reason"`
	one, err := judge.ParseSnapshot([]byte(`{"records": [{"id": 1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	whole := &judge.Snapshot{Reachable: true, Complete: true}
	tests := []struct {
		name          string
		before, after *judge.Snapshot
		mode          effect.Mode
		want          string
	}{
		{"nothing is forgotten", whole, whole, effect.Delta, ""},
		{"no baseline is none", nil, whole, effect.Delta, ""},
		{"after is not said to be reachable", whole, &judge.Snapshot{Complete: true}, effect.Delta, `"after" ` + unread},
		{"neither is", &judge.Snapshot{Records: one.Records}, &judge.Snapshot{Complete: true}, effect.Delta, `"before" ` + unread + "\n" + `"after" ` + unread},
		{"what is not complete says enough", whole, &judge.Snapshot{Reachable: true}, effect.Delta, ""},
		{"one that holds nothing is not reachable", &judge.Snapshot{}, &judge.Snapshot{}, effect.Delta, ""},
		{"a reason says enough", whole, &judge.Snapshot{Complete: true, Reason: effect.AdapterFailed}, effect.Delta, ""},
		{"a baseline that is not looked at is not noted", &judge.Snapshot{Complete: true}, whole, effect.CurrentState, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(Notes(judge.Request{Before: tt.before, After: tt.after, Mode: tt.mode}), "\n")
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// A note is told beside the answer, by its line, and changes nothing in it.
func TestANoteIsToldBesideTheAnswer(t *testing.T) {
	line := strings.ReplaceAll(written, `"reachable": true, `, "")
	var out strings.Builder
	var notes []string
	totals, err := Run(Request{
		In: strings.NewReader("\n" + line), Out: &out,
		Problem: func(line int, err error) { t.Errorf("line %d: %v", line, err) },
		Note: func(line int, text string) {
			if line != 2 {
				t.Errorf("a note on line %d", line)
			}
			notes = append(notes, text)
		},
	})
	if err != nil || totals != (Totals{Judged: 1}) || len(notes) != 2 {
		t.Errorf("got %+v, %v, notes %q", totals, err, notes)
	}
	if !strings.Contains(out.String(), `"ground":"unreachable"`) || strings.Contains(out.String(), "does not say") {
		t.Errorf("answer %s", out.String())
	}
	if totals, _, _ := run(t, line, false); totals.Judged != 1 {
		t.Error("whoever wants no notes gets no answer")
	}
}
