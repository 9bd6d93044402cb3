package redact

import (
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host/internal/deploy"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/value"
)

func js(t *testing.T, text string) value.Value {
	t.Helper()
	v, err := value.OfJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEvidence(t *testing.T) {
	cases := []struct {
		name   string
		redact []string
		keep   []string
		field  string
		v      value.Value
		want   string // "" is taken out
	}{
		{"what no rule names is shown", []string{"note"}, nil, "id", value.OfText("7"), "7"},
		{"a named field is taken out", []string{"note"}, nil, "note", value.OfText("secret"), ""},
		{"case does not matter", []string{"Note"}, nil, "nOTE", value.OfText("secret"), ""},
		{"a path reaches into JSON", []string{"patient.ssn"}, nil, "patient", js(t, `{"SSN":"123","age":9}`), `{"SSN":"[redacted]","age":9}`},
		{"a JSON Pointer reaches into JSON", []string{"/patient/a~1b"}, nil, "patient", js(t, `{"a/b":1,"c":null}`), `{"a/b":"[redacted]","c":null}`},
		{"a path reaches through lists", []string{"lines.price"}, nil, "lines", js(t, `[{"price":1.50,"n":2},{"price":{"eur":3}}]`), `[{"price":"[redacted]","n":2},{"price":"[redacted]"}]`},
		{"a name alone reaches any depth", []string{"ssn"}, nil, "doc", js(t, `{"a":[{"ssn":1}],"b":"<x>"}`), `{"a":[{"ssn":"[redacted]"}],"b":"<x>"}`},
		{"a name hides a field of its path", []string{"patient"}, nil, "patient.ssn", value.OfText("123"), ""},
		{"a path hides the flat field", []string{"patient.ssn"}, nil, "patient.ssn", value.OfText("123"), ""},
		{"JSON that was not read whole is taken out", []string{"x.y"}, nil, "x", js(t, `{"y":"`+strings.Repeat("z", value.MaxInline)+`"}`), ""},
		{"what is kept is shown", nil, []string{"id"}, "id", value.OfText("7"), "7"},
		{"what is not kept is taken out", nil, []string{"id"}, "note", value.OfText("secret"), ""},
		{"an empty list keeps nothing", nil, []string{}, "id", value.OfText("7"), ""},
		{"a part of JSON is kept", nil, []string{"doc.a.b"}, "doc", js(t, `{"a":{"b":[1],"c":2},"d":3}`), `{"a":{"b":[1],"c":"[redacted]"},"d":"[redacted]"}`},
		{"a scalar where a part was kept is taken out", nil, []string{"doc.a"}, "doc", value.OfText("secret"), ""},
		{"what is redacted below what is kept is hidden", []string{"doc.a.b"}, []string{"doc"}, "doc", js(t, `{"a":{"b":1},"c":2}`), `{"a":{"b":"[redacted]"},"c":2}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := New(deploy.Evidence{Redact: c.redact, Keep: c.keep})
			in := effect.Evidence{Records: []effect.EvidenceRecord{{Role: "matched", Fields: []effect.EvidenceField{{Name: c.field, Value: c.v}}}}}
			got := r.Evidence(in).Records[0].Fields[0]
			if got.Value.Text() != c.want || got.Redacted != (c.want == "") {
				t.Errorf("shows %q, redacted %v; want %q", got.Value.Text(), got.Redacted, c.want)
			}
			if in.Records[0].Fields[0].Value.Text() != c.v.Text() {
				t.Error("the evidence that was handed in was changed")
			}
		})
	}
}

func TestNoRulesHideNothingButBlindedValues(t *testing.T) {
	var r *Rules
	if New(deploy.Evidence{}) != nil {
		t.Error("rules of nothing")
	}
	hidden := value.NewBlinder([]byte("k")).Value(value.OfText("x"))
	got := r.Evidence(effect.Evidence{Records: []effect.EvidenceRecord{{Fields: []effect.EvidenceField{
		{Name: "a", Value: value.OfText("x")}, {Name: "b", Value: hidden},
	}}}}).Records[0].Fields
	if got[0].Redacted || !got[1].Redacted {
		t.Errorf("redacted %v and %v", got[0].Redacted, got[1].Redacted)
	}
}

// snapshot has one record with each given value of "doc", and an id.
func snapshot(t *testing.T, values ...value.Value) *judge.Snapshot {
	t.Helper()
	var b value.Builder
	for i, v := range values {
		if b.Set("id", value.OfInt(int64(i))) != nil || b.Set("doc", v) != nil {
			t.Fatal("cannot build")
		}
		b.EndRecord()
	}
	return &judge.Snapshot{Reachable: true, Complete: true, Records: []*value.Batch{b.Take()}}
}

func TestBlindHidesWhatMayNotBeShownAndKeepsTheRest(t *testing.T) {
	secret, open := js(t, `{"ssn":"CANARY"}`), js(t, `{"age":9}`)
	s := snapshot(t, value.OfText("CANARY"), secret, open, value.NullValue(), value.Value{})
	b := value.NewBlinder([]byte("k"))
	for name, c := range map[string]struct {
		rules *Rules
		want  [5]bool // blinded
	}{
		"the whole field":    {New(deploy.Evidence{Redact: []string{"doc"}}), [5]bool{true, true, true, false, false}},
		"a part of the JSON": {New(deploy.Evidence{Redact: []string{"doc.ssn"}}), [5]bool{false, true, false, false, false}},
		"all but the id":     {New(deploy.Evidence{Keep: []string{"id"}}), [5]bool{true, true, true, false, false}},
	} {
		hidden, err := c.rules.Blind(b, s)
		if err != nil {
			t.Fatal(err)
		}
		for row, want := range c.want {
			v := hidden.Records[0].Value(row, "doc")
			if v.IsBlind() != want || v.Kind() == value.Missing != (row == 4) {
				t.Errorf("%s: row %d shows %q", name, row, v.Text())
			}
			if id, _ := hidden.Records[0].Value(row, "id").Int64(); int(id) != row {
				t.Errorf("%s: row %d has the id %d", name, row, id)
			}
		}
	}
	if s.Records[0].Value(0, "doc").Text() != "CANARY" {
		t.Error("the snapshot itself was changed")
	}
}

func TestABlindedContractMatchesWhatThePlainOneMatches(t *testing.T) {
	b := value.NewBlinder([]byte("k"))
	rules := New(deploy.Evidence{Redact: []string{"doc.ssn"}})
	values := []value.Value{
		value.OfText("1"), value.OfInt(1), js(t, `{"ssn":1}`), js(t, `{"ssn":1.0}`), js(t, `{"age":1}`), value.OfText(`{"ssn":1}`), value.NullValue(),
	}
	hidden, err := rules.Blind(b, snapshot(t, values...))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"1", "1.0", `{"ssn":1}`, `{ "ssn": 1e0 }`, `{"age":1}`} {
		plain := value.NewLiteral(text)
		key := plain
		bound := rules.BlindBound(b, &effect.Bound{
			Match: effect.BoundSelector{{Field: "doc", Literal: plain}}, Value: plain, Key: &key,
			Changed: []effect.BoundChange{{Match: effect.BoundSelector{{Field: "doc", Literal: plain}}}},
			Added:   []effect.BoundSelector{{{Field: "doc", Literal: plain}}},
		})
		for row, v := range values {
			got := hidden.Records[0].Value(row, "doc")
			for where, l := range map[string]value.Literal{
				"match": bound.Match[0].Literal, "value": bound.Value, "key": *bound.Key,
				"changed": bound.Changed[0].Match[0].Literal, "added": bound.Added[0][0].Literal,
			} {
				if l.Equal(got) != plain.Equal(v) {
					t.Errorf("%s: literal %q and %q: %v, blinded %v", where, text, v.Text(), plain.Equal(v), l.Equal(got))
				}
			}
		}
	}
}
