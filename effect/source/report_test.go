package source_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect/source"
)

func TestEachReaderTakesItsShapeAndNotesAnyOther(t *testing.T) {
	const text = `{"mapping": {"a": 1}, "list": [1], "null": null, "bool": true, "number": 7, "text": "x", "empty": ""}`
	n := read(t, "f.json", text)
	readers := []struct {
		name string
		read func(r *source.Report, n *source.Node) bool
	}{
		{"mapping", func(r *source.Report, n *source.Node) bool { return len(r.Members(n, "a thing", nil)) == 1 }},
		{"list", func(r *source.Report, n *source.Node) bool { return len(r.Items(n)) == 1 }},
		{"bool", func(r *source.Report, n *source.Node) bool { b, ok := r.Bool(n); return b && ok }},
		{"number", func(r *source.Report, n *source.Node) bool { i, ok := r.Int(n); return i == 7 && ok }},
		{"text", func(r *source.Report, n *source.Node) bool { s, ok := r.Text(n); return s == "x" && ok }},
		{"text", func(r *source.Report, n *source.Node) bool {
			s, ok := r.Word(n, "a word", []string{"x", "y"})
			return s == "x" && ok
		}},
	}
	for _, reader := range readers {
		for _, m := range n.Members() {
			var r source.Report
			ok := reader.read(&r, m.Value)
			if mine := m.Key == reader.name; ok != mine || (r.Len() == 0) != mine {
				t.Errorf("%s read as a %s: %v, %v", m.Key, reader.name, ok, r.Problems())
			}
		}
	}
}

func TestHintsFitWhatWasWritten(t *testing.T) {
	n := read(t, "f.yaml", "a: 5\nb: \"true\"\nc: \"5\"\nd: null\ne: \"\"\nf: lef\ng: 99999999999999999999\nh: 1.5\nij: 1\n")
	var r source.Report
	known := []string{"a", "b", "c", "d", "e", "f", "g", "h", "index"}
	for _, m := range r.Members(n, "a thing", known) {
		switch m.Key {
		case "a", "d", "e":
			r.Text(m.Value)
		case "b":
			r.Bool(m.Value)
		case "f":
			r.Word(m.Value, "a side", []string{"left", "right"})
		default:
			r.Int(m.Value)
		}
	}
	want := `f.yaml:1:4: a: must be a text, not a number; put it in quotes
f.yaml:2:4: b: must be true or false, not a text; write true or false, without quotes
f.yaml:3:4: c: must be a number, not a text; write a number, without quotes
f.yaml:4:4: d: must be a text, not null; leave it out where nothing is meant
f.yaml:5:4: e: is empty; leave it out where nothing is meant
f.yaml:6:4: f: "lef" is not a side; did you mean "left"?
f.yaml:7:4: g: is too large a number
f.yaml:8:4: h: is not a whole number; write decimal digits alone
f.yaml:9:1: ij: "ij" is not a key of a thing; the schema lists the keys`
	if diff := cmp.Diff(want, r.Problems().Error()); diff != "" {
		t.Error(diff)
	}
}

func TestWhatWasRefusedBeforeIsNotNotedAgain(t *testing.T) {
	n, _ := source.Read("f.yaml", []byte("a: &x 1\nb: *x\n"))
	var r source.Report
	if _, ok := r.Text(n.Member("b")); ok || r.Len() != 0 {
		t.Errorf("got %v", r.Problems())
	}
}
