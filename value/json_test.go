package value

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestJSONTextsAreRead(t *testing.T) {
	for _, c := range []struct {
		name, text, kind, want string
	}{
		{"null", " null\n", "null", ""},
		{"true", "true", "bool", "true"},
		{"an int", "9007199254740993", "int", "9007199254740993"},
		{"an int beyond 64 bits", "123456789012345678901", "int", "123456789012345678901"},
		{"minus zero", "-0", "int", "0"},
		{"a decimal", "1.50", "decimal", "1.50"},
		{"a number with an exponent", "1E+2", "decimal", "1E+2"},
		{"a text with escapes", `"a\"\\\/\b\f\n\r\té\u00e9\ud83d\ude00"`, "text", "a\"\\/\b\f\n\r\téé😀"},
		{"an array", " [ 1 , 2 ] ", "json", "[ 1 , 2 ]"},
		{"an object behind a byte order mark", "\xef\xbb\xbf{}", "json", "{}"},
		{"nested as deeply as allowed", strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth), "json",
			strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := ParseJSON([]byte(c.text))
			if err != nil || v.Kind().String() != c.kind || v.Text() != c.want {
				t.Errorf("%v %q, %v; want %s %q", v.Kind(), v.Text(), err, c.kind, c.want)
			}
		})
	}
}

func TestJSONTextsAreRefused(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
	}{
		{"nothing", "", "the JSON text ends too early at byte 0"},
		{"a word", "nul", "not a JSON value at byte 0"},
		{"NaN", "NaN", "not a JSON value at byte 0"},
		{"data after the text", "1 2", "data after the JSON text at byte 2"},
		{"a name twice", `{"a":1,"b":2,"a":3}`, "a name twice in one object at byte 13"},
		{"a name twice by an escape", `{"a":1,"\u0061":3}`, "a name twice in one object at byte 7"},
		{"a name twice, deeper", `[{"x":{"a":1,"a":3}}]`, "a name twice in one object at byte 13"},
		{"a name without quotes", `{a:1}`, "a name in double quotes was expected at byte 1"},
		{"no colon", `{"a" 1}`, "a colon was expected at byte 5"},
		{"a comma at the end", `[1,]`, "not a JSON value at byte 3"},
		{"no comma", `[1 2]`, "a comma or the end of a list was expected at byte 3"},
		{"an open array", `[1`, "the JSON text ends too early at byte 2"},
		{"half a surrogate pair", `"\ud800x"`, "half a surrogate pair at byte 1"},
		{"the wrong half of a surrogate pair", `"\udc00\ud800"`, "half a surrogate pair at byte 1"},
		{"bytes that are not UTF-8", "\"\xff\"", "a text that is not UTF-8 at byte 0"},
		{"an encoded surrogate", "\"\xed\xa0\x80\"", "a text that is not UTF-8 at byte 0"},
		{"a control character", "\"\n\"", "a control character in a text at byte 1"},
		{"an unknown escape", `"\x"`, "an unknown escape at byte 1"},
		{"a broken escape", `"\u12g4"`, "a broken \\u escape at byte 1"},
		{"a leading zero", `01`, ErrNotNumber.Error() + " at byte 0"},
		{"an exponent of five digits", `[1e10000]`, ErrNotNumber.Error() + " at byte 1"},
		{"nested too deeply", strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1), "nested too deeply at byte 512"},
		{"a number longer than allowed", strings.Repeat("1", MaxInline+1), "a number longer than allowed at byte 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseJSON([]byte(c.text))
			var problem *JSONError
			if !errors.As(err, &problem) || err.Error() != c.want {
				t.Errorf("error %q, want %q", err, c.want)
			}
		})
	}
}

func TestOnlyAnArrayOrObjectIsJSON(t *testing.T) {
	for _, text := range []string{"1", "null", `"[1]"`} {
		if _, err := OfJSON(text); err == nil {
			t.Errorf("OfJSON(%s) is no error", text)
		}
	}
}

func TestMembersAndElementsAreWalkedInOrder(t *testing.T) {
	members, ok := jsonOf(` { "b" : [1 , 2] , "a\u0031" : null } `).Members()
	if !ok || len(members) != 2 || members[0].Name != "b" || members[1].Name != "a1" || !members[1].Value.IsNull() {
		t.Fatalf("members = %v, %v", members, ok)
	}
	elements, ok := members[0].Value.Elements()
	if !ok || len(elements) != 2 || elements[1].Text() != "2" {
		t.Errorf("elements = %v, %v", elements, ok)
	}
	if _, ok := members[0].Value.Members(); ok {
		t.Error("an array has members")
	}
	if _, ok := OfText("[]").Elements(); ok {
		t.Error("a text has elements")
	}
}

func TestReadingStopsAtTheLimit(t *testing.T) {
	if v, err := ReadJSON(strings.NewReader("[1]"), 3); err != nil || v.Text() != "[1]" {
		t.Errorf("%v, %v", v, err)
	}
	if _, err := ReadJSON(strings.NewReader("[1] "), 3); !errors.Is(err, ErrTooLong) {
		t.Errorf("error %v, want ErrTooLong", err)
	}
	if _, err := ReadJSON(io.MultiReader(strings.NewReader("[1"), failing{}), 10); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v, want the reader's own", err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestTheCanonicalFormIsAtMostTwiceAsLong(t *testing.T) {
	for _, text := range []string{`[10,10,10,10]`, `{"\u0001":"\u007f\\"}`, `[1.5,0.5,100,-0,1e1]`} {
		if n := len(canonicalJSON([]byte(text))); n > 2*len(text) {
			t.Errorf("%s: %d bytes", text, n)
		}
	}
}

// strictly is the oracle: what encoding/json accepts and a strict reader too.
func strictly(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !json.Valid(text) || !utf8.Valid(text) {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	return strictValue(d, 0)
}

func strictValue(d *json.Decoder, depth int) bool {
	tok, err := d.Token()
	if err != nil {
		return false
	}
	switch tok := tok.(type) {
	case json.Number:
		_, ok := scanNumber(string(tok))
		return ok
	case json.Delim:
		if depth >= MaxDepth {
			return false
		}
		names := map[string]bool{}
		for d.More() {
			if tok == '{' {
				name, err := d.Token()
				if err != nil || names[name.(string)] {
					return false
				}
				names[name.(string)] = true
			}
			if !strictValue(d, depth+1) {
				return false
			}
		}
		_, err := d.Token()
		return err == nil
	}
	return true
}

// loneSurrogate tells whether a text has an escape that encoding/json reads as
// U+FFFD: the oracle cannot see those, so they are left to the table above.
func loneSurrogate(text []byte) bool {
	return bytes.Contains(bytes.ToLower(text), []byte(`\ud`))
}

func FuzzJSONIsReadStrictly(f *testing.F) {
	for _, seed := range []string{"", "null", `{"a":1,"a":2}`, `[1,2.50e-3,"x\u00e9"]`, "\"\xff\"", "[1]x", "\xef\xbb\xbf{}",
		`{"a":{"b":[{}]},"\u0061":0}`, "[1e99999]", "-", "[01]", `"\ud800"`, strings.Repeat("[", 600)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := ParseJSON(text)
		if !loneSurrogate(text) && (err == nil) != strictly(text) {
			t.Fatalf("ParseJSON: %v, the strict reading: %v", err, strictly(text))
		}
		if _, docErr := ParseDocument(text, 0); (docErr == nil) != (err == nil) {
			t.Fatalf("ParseDocument: %v, ParseJSON: %v", docErr, err)
		}
		if err != nil || v.Kind() != JSON {
			return
		}
		canonical := canonicalJSON([]byte(v.Raw()))
		again, err := ParseJSON(canonical)
		if err != nil || !Same(v, again) || len(canonical) > 2*len(v.Raw()) {
			t.Fatalf("canonical form %q of %q: %v", canonical, v.Raw(), err)
		}
		if twice := canonicalJSON(canonical); !bytes.Equal(twice, canonical) {
			t.Fatalf("canonical form %q becomes %q", canonical, twice)
		}
		l := NewLiteral(v.Raw())
		if !l.Equal(v) || !l.Equal(again) {
			t.Fatalf("a literal of %q does not equal it", v.Raw())
		}
	})
}
