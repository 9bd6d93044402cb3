package value

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func parseDoc(t *testing.T, text string) Node {
	t.Helper()
	d, err := ParseDocument([]byte(text), 0)
	if err != nil {
		t.Fatalf("ParseDocument: %v", err)
	}
	return d.Root()
}

func TestADocumentIsWalkedInOrder(t *testing.T) {
	root := parseDoc(t, "\xef\xbb\xbf"+` {"a":[1,{"b":null},[]],"c\u0064":9007199254740993,"e":{}} `)
	var names []string
	root.Members(func(name string, m Node) bool {
		names = append(names, name+"="+string(m.Text()))
		return true
	})
	want := `[a=[1,{"b":null},[]] cd=9007199254740993 e={}]`
	if got := fmt.Sprint(names); got != want {
		t.Errorf("members = %s, want %s", got, want)
	}
	list, ok := root.Member("a")
	if !ok || !list.IsArray() || list.Len() != 3 {
		t.Fatalf("a = %q, array of %d", list.Text(), list.Len())
	}
	second, ok := list.Element(1)
	if !ok || !second.IsObject() {
		t.Fatalf("a[1] = %q", second.Text())
	}
	if b, ok := second.Member("b"); !ok || !b.IsNull() || !b.Value().IsNull() {
		t.Errorf("a[1].b is not null")
	}
	if _, ok := list.Element(3); ok {
		t.Error("a[3] was found")
	}
	if _, ok := list.Element(-1); ok {
		t.Error("a[-1] was found")
	}
}

func TestADocumentKeepsLargeNumbersExact(t *testing.T) {
	n, ok := parseDoc(t, `{"id":9007199254740993}`).Member("id")
	if !ok || n.Value().Text() != "9007199254740993" {
		t.Errorf("id = %q", n.Value().Text())
	}
}

func TestAMemberIsFoundByItsDecodedName(t *testing.T) {
	root := parseDoc(t, `{"a\u002eb":1,"a\\b":2}`)
	for name, want := range map[string]string{"a.b": "1", `a\b`: "2"} {
		if m, ok := root.Member(name); !ok || m.Value().Text() != want {
			t.Errorf("%q = %q, %v; want %s", name, m.Value().Text(), ok, want)
		}
	}
	if _, ok := root.Member(`a\u002eb`); ok {
		t.Error("a name was found by its escaped form")
	}
}

func TestADocumentIsRefusedAsStrictlyAsAValue(t *testing.T) {
	many := func(last string) string {
		var b strings.Builder
		for i := range 60 {
			fmt.Fprintf(&b, `"n%d":0,`, i)
		}
		return "{" + b.String() + last + ":1}"
	}
	for name, text := range map[string]string{
		"a name twice":                      `{"a":1,"a":2}`,
		"a name twice, once escaped":        `{"a":1,"\u0061":2}`,
		"a name twice behind a nested one":  `{"a":{"b":1,"c":{"a":1}},"a":2}`,
		"a name twice among many":           many(`"n3"`),
		"the last of many names twice":      many(`"n59"`),
		"data after the text":               `{"items":[]}{"items":[]}`,
		"an error page after the text":      `{"items":[]} <b>Fatal error</b>`,
		"not a number":                      `[NaN]`,
		"nothing":                           ``,
		"half a text":                       `{"items":[{"id":1}`,
		"a text that is not UTF-8":          "[\"\xff\"]",
		"nested more deeply than MaxDepth":  strings.Repeat("[", MaxDepth+2) + strings.Repeat("]", MaxDepth+2),
		"two byte order marks at the start": "\xef\xbb\xbf\xef\xbb\xbf[]",
	} {
		t.Run(name, func(t *testing.T) {
			_, docErr := ParseDocument([]byte(text), 0)
			_, valueErr := ParseJSON([]byte(text))
			if docErr == nil || valueErr == nil {
				t.Fatalf("ParseDocument: %v, ParseJSON: %v", docErr, valueErr)
			}
			if docErr.Error() != valueErr.Error() {
				t.Errorf("ParseDocument says %q, ParseJSON %q", docErr, valueErr)
			}
		})
	}
	if _, err := ParseDocument([]byte(many(`"n60"`)), 0); err != nil {
		t.Errorf("many different names: %v", err)
	}
}

func TestADocumentOfTooManyPartsIsTooLong(t *testing.T) {
	text := []byte("[" + strings.Repeat("0,", 99) + "0]")
	if _, err := ParseDocument(text, 101); err != nil {
		t.Errorf("101 parts: %v", err)
	}
	if _, err := ParseDocument(text, 100); !errors.Is(err, ErrTooLong) {
		t.Errorf("over 100 parts: %v, want ErrTooLong", err)
	}
}

func TestADocumentHoldsMoreThanAnInlineValue(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(`{"items":[`)
	for i := range 50_000 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d}`, i)
	}
	b.WriteString(`]}`)
	items, _ := parseDoc(t, b.String()).Member("items")
	next := 0
	items.Elements(func(e Node) bool {
		id, _ := e.Member("id")
		if i, ok := id.Value().Int64(); !ok || i != int64(next) {
			t.Fatalf("element %d has id %s", next, id.Value().Text())
		}
		next++
		return true
	})
	if next != 50_000 {
		t.Errorf("%d elements", next)
	}
}

func TestNothingIsNothing(t *testing.T) {
	var n Node
	if !n.IsZero() || n.IsObject() || n.IsArray() || n.IsNull() || n.Len() != 0 || !n.Value().IsMissing() || n.Text() != nil {
		t.Error("the zero node is something")
	}
	if _, ok := n.Member("a"); ok {
		t.Error("the zero node has a member")
	}
}

func FuzzADocumentAgreesWithAValue(f *testing.F) {
	for _, seed := range []string{`{"a":[1,2,{"b":null}]}`, `[]`, `"x"`, `{"a":1,"a":2}`, "\xef\xbb\xbf[1e5]", `[[[[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, docErr := ParseDocument(text, 0)
		v, valueErr := ParseJSON(text)
		if (docErr == nil) != (valueErr == nil) {
			t.Fatalf("ParseDocument: %v, ParseJSON: %v", docErr, valueErr)
		}
		if docErr == nil && !Same(d.Root().Value(), v) {
			t.Fatal("the root is not the value")
		}
	})
}
