package bind

import (
	"testing"

	"github.com/effectkit/effectkit/value"

	"github.com/google/go-cmp/cmp"
)

func TestABindingStandsInPlaceOfItsExpression(t *testing.T) {
	text := value.NewLiteral
	for _, c := range []struct {
		name     string
		section  string
		bindings map[string]value.Literal
		want     string
	}{
		{"nothing to bind keeps the text", `{ "a" : 1.50 }`, nil, `{ "a" : 1.50 }`},
		{"a parameter", `{"a":{"param":"p"}}`, map[string]value.Literal{"/a": text("x")}, `{"a":{"literal":"x"}}`},
		{"a parameter with a type", `{"a":{"param":"p","as":"int"}}`, map[string]value.Literal{"/a": text("0012")}, `{"a":{"as":"int","literal":"0012"}}`},
		{"null", `{"a":{"param":"p","as":"int"}}`, map[string]value.Literal{"/a": value.NullLiteral()}, `{"a":{"as":"int","null":true}}`},
		{"a literal", `{"a":{"literal":5}}`, map[string]value.Literal{"/a": text("5")}, `{"a":{"literal":"5"}}`},
		{"a bare scalar", `{"a":5}`, map[string]value.Literal{"/a": text("5")}, `{"a":"5"}`},
		{"a bare scalar that is null", `{"a":null}`, map[string]value.Literal{"/a": value.NullLiteral()}, `{"a":{"null":true}}`},
		{"in a list", `{"a":[1,{"param":"p"}]}`, map[string]value.Literal{"/a/1": text("x")}, `{"a":[1,{"literal":"x"}]}`},
		{"a name with a slash and a tilde", `{"a/b~c":{"param":"p"}}`, map[string]value.Literal{"/a~1b~0c": text("x")}, `{"a/b~c":{"literal":"x"}}`},
		{"other numbers keep their text", `{"n":12345678901234567890.10,"a":{"param":"p"}}`, map[string]value.Literal{"/a": text("<&>")}, `{"a":{"literal":"<&>"},"n":12345678901234567890.10}`},
		{"the whole section", `{"param":"p"}`, map[string]value.Literal{"": text("x")}, `{"literal":"x"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Section([]byte(c.section), c.bindings)
			if err != nil || string(got) != c.want {
				t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
			}
		})
	}
}

func TestAPointerToNothingIsAnError(t *testing.T) {
	for pointer, want := range map[string]string{
		"/b":    `"/b" points to nothing in the section`,
		"/a/2":  `"/a/2" points to nothing in the section`,
		"/a/-1": `"/a/-1" points to nothing in the section`,
		"/a/x":  `"/a/x" points to nothing in the section`,
		"/s/x":  `"/s/x" points to nothing in the section`,
		"a":     `"a" is no JSON Pointer`,
	} {
		_, err := Section([]byte(`{"a":[1,2],"s":"x"}`), map[string]value.Literal{pointer: value.NewLiteral("x")})
		if err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestParamsAreFoundWhereverTheyStand(t *testing.T) {
	got, err := Params([]byte(`{"a":{"param":"p","as":"int"},"b":[{"c/d":{"param":"q"}},3],"e":{"literal":"x"}}`))
	if diff := cmp.Diff(map[string]string{"/a": "p", "/b/0/c~1d": "q"}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if _, err := Params([]byte(`{`)); err == nil {
		t.Error("half a section was read")
	}
}

func FuzzSection(f *testing.F) {
	f.Add(`{"a":{"param":"p"}}`, "/a", "x")
	f.Add(`[[1]]`, "/0/0", "")
	f.Fuzz(func(t *testing.T, section, pointer, text string) {
		got, err := Section([]byte(section), map[string]value.Literal{pointer: value.NewLiteral(text)})
		if err != nil {
			return
		}
		again, err := Section(got, map[string]value.Literal{pointer: value.NewLiteral(text)})
		if err != nil || string(again) != string(got) {
			t.Errorf("bound once %s, twice %s, %v", got, again, err)
		}
	})
}
