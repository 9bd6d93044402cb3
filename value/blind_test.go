package value

import (
	"strings"
	"testing"
	"time"
)

// blindSamples are values of every kind, many of them the same or nearly so.
func blindSamples(t *testing.T) []Value {
	t.Helper()
	out := []Value{
		{}, NullValue(), OfBool(true), OfBool(false), OfInt(1), OfInt(0), OfFloat64(1), OfFloat32(0.1), OfFloat64(0.1),
		OfText("1"), OfText("1.0"), OfText("true"), OfText(""), OfText("Müller"), OfBytes([]byte("1")), OfBytes([]byte{0xd7}),
		OfText(strings.Repeat("x", MaxInline+1)), OfBytes([]byte(strings.Repeat("x", MaxInline+1))),
		OfTimeText("2026-03-03T10:00:00Z"), OfTimeText("2026-03-03T11:00:00+01:00"), OfTimeText("2026-03-03 10:00:00"),
		OfTime(time.Date(2026, 3, 3, 10, 0, 0, 0, time.UTC), "2026-03-03 10:00:00+00"), OfText("2026-03-03T10:00:00Z"),
	}
	for _, text := range []string{"1.0", "1e0", "10", "9007199254740993", "0.1", `{"a":1}`, `{ "a": 1.0 }`, `[1,2]`, `{"a":"1"}`} {
		v, err := ParseJSON([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, v, OfText(text))
	}
	return out
}

func TestBlindingChangesNothingThatIsDecidedOnValues(t *testing.T) {
	b := NewBlinder([]byte("a key of the deployment's"))
	samples := blindSamples(t)
	literals := []Literal{NullLiteral()}
	for _, v := range samples {
		literals = append(literals, NewLiteral(v.Text()))
		if _, _, digest := v.Digested(); digest {
			literals = append(literals, NewLiteral(strings.Repeat("x", MaxInline+1)))
		}
	}
	literals = append(literals, NewLiteral("True"), NewLiteral("01"), NewLiteral("MQ=="), NewLiteral("2026-03-03 10:00:00+00"))
	for _, v := range samples {
		for _, w := range samples {
			if got, want := Same(b.Value(v), b.Value(w)), Same(v, w); got != want {
				t.Errorf("%s %.20q and %s %.20q: same %v, blinded %v", v.Kind(), v.Text(), w.Kind(), w.Text(), want, got)
			}
		}
		for _, l := range literals {
			hidden := b.Literal(l)
			if got, want := hidden.Equal(b.Value(v)), l.Equal(v); got != want {
				t.Errorf("%s %.20q and literal %.20q: equal %v, blinded %v", v.Kind(), v.Text(), l.Text(), want, got)
			}
			if got, want := hidden.Equal(v), l.Equal(v); got != want {
				t.Errorf("%s %.20q and literal %.20q: a blinded literal equals what is not blinded: %v, want %v", v.Kind(), v.Text(), l.Text(), got, want)
			}
		}
	}
}

func TestABlindedValueShowsNothingOfIt(t *testing.T) {
	b := NewBlinder([]byte("a key of the deployment's"))
	for _, v := range blindSamples(t) {
		hidden := b.Value(v)
		if v.IsMissing() || v.IsNull() {
			continue
		}
		if !hidden.IsBlind() || Same(hidden, v) {
			t.Errorf("%s %.20q shows as %s %q", v.Kind(), v.Text(), hidden.Kind(), hidden.Text())
		}
		if other := NewBlinder([]byte("another")).Value(v); Same(other, hidden) {
			t.Errorf("%s %.20q does not depend on the key", v.Kind(), v.Text())
		}
	}
}
