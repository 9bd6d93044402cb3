package source_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect/source"
)

// outline is a tree as lines of place, path, shape and text.
func outline(n *source.Node) []string {
	place := n.Pos.String() + " " + n.Pos.Path
	switch n.Shape() {
	case source.Mapping:
		out := []string{place + " is a mapping"}
		for _, m := range n.Members() {
			out = append(out, m.Pos.String()+" key "+m.Key)
			out = append(out, outline(m.Value)...)
		}
		return out
	case source.List:
		out := []string{place + " is a list"}
		for _, item := range n.Items() {
			out = append(out, outline(item)...)
		}
		return out
	}
	return []string{place + " is " + n.Shape().String() + ": " + n.Text()}
}

func read(t *testing.T, file, text string) *source.Node {
	t.Helper()
	n, problems := source.Read(file, []byte(text))
	if n == nil || len(problems) > 0 {
		t.Fatalf("%q: %v", text, problems)
	}
	return n
}

func TestAYAMLTreeKeepsPlacesAndWrittenText(t *testing.T) {
	got := outline(read(t, "f.yaml", "\xef\xbb\xbf# ü\na: 0012\n\"b c\":\n  - é\n  - {d: ~, e: yes, f: True, g: '1', h: 1_0}\ni: |\n  x\n  y\nj: 1e999\n"))
	want := []string{
		"f.yaml:2:1  is a mapping",
		"f.yaml:2:1 key a", "f.yaml:2:4 a is a number: 0012",
		"f.yaml:3:1 key b c", `f.yaml:4:3 ["b c"] is a list`,
		`f.yaml:4:5 ["b c"][0] is a text: é`,
		`f.yaml:5:5 ["b c"][1] is a mapping`,
		"f.yaml:5:6 key d", `f.yaml:5:9 ["b c"][1].d is null: ~`,
		"f.yaml:5:12 key e", `f.yaml:5:15 ["b c"][1].e is a text: yes`,
		"f.yaml:5:20 key f", `f.yaml:5:23 ["b c"][1].f is true or false: True`,
		"f.yaml:5:29 key g", `f.yaml:5:32 ["b c"][1].g is a text: 1`,
		"f.yaml:5:37 key h", `f.yaml:5:40 ["b c"][1].h is a number: 1_0`,
		"f.yaml:6:1 key i", "f.yaml:6:4 i is a text: x\ny\n",
		"f.yaml:9:1 key j", "f.yaml:9:4 j is a number: 1e999",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAJSONTreeKeepsPlacesAndWrittenText(t *testing.T) {
	got := outline(read(t, "f.json", "\xef\xbb\xbf{\"é\": [1.50, -0, \"\\ud83d\\ude00\\/\"],\n\t\"b\" : {}, \"c\":null,\"d\": [ ],\n \"e\": true }\n"))
	want := []string{
		"f.json:1:1  is a mapping",
		"f.json:1:2 key é", "f.json:1:7 é is a list",
		"f.json:1:8 é[0] is a number: 1.50", "f.json:1:14 é[1] is a number: -0", "f.json:1:18 é[2] is a text: 😀/",
		"f.json:2:2 key b", "f.json:2:8 b is a mapping",
		"f.json:2:12 key c", "f.json:2:16 c is null: null",
		"f.json:2:21 key d", "f.json:2:26 d is a list",
		"f.json:3:2 key e", "f.json:3:7 e is true or false: true",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAFileThatIsJSONIsReadAsJSONWhateverItsName(t *testing.T) {
	const text = "{\t\"a\": \"\\ud83d\\ude00\"}" // YAML refuses the tab and the pair
	for _, name := range []string{"f.json", "f.JSON", "f.yaml", "-", ""} {
		if got := read(t, name, text).Member("a").Text(); got != "😀" {
			t.Errorf("%q: %q", name, got)
		}
	}
}

func TestAFileNamedJSONIsNotReadAsYAML(t *testing.T) {
	if n, problems := source.Read("f.json", []byte("a: 1\n")); n != nil || len(problems) != 1 {
		t.Errorf("got %v, %v", n, problems)
	}
	if n, problems := source.Read("f.yaml", []byte("a: 1\n")); n == nil || len(problems) != 0 {
		t.Errorf("got %v, %v", n, problems)
	}
}

func TestFilesThatAreTooLongDeepOrNotTextAreRefused(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct{ name, file, text, want string }{
		{"too long", "f.yaml", strings.Repeat(" ", source.MaxBytes+1), "f.yaml: longer than 4194304 bytes; split the file"},
		{"UTF-16", "f.yaml", "\xff\xfea\x00", "f.yaml:1: not UTF-8; save the file as UTF-8"},
		{"Latin-1 on its third line", "f.json", "{\n\n\"a\": \"caf\xe9\"}", "f.json:3: not UTF-8; save the file as UTF-8"},
		{"too deep in JSON", "f.json", deep(source.MaxDepth + 2), "f.json:1:66: " + strings.Repeat("[0]", 65) + ": nested more than 64 deep"},
		{"too deep in YAML", "f.yaml", "# \n" + deep(source.MaxDepth+2), "f.yaml:2:66: " + strings.Repeat("[0]", 65) + ": nested more than 64 deep"},
		{"far too deep", "f.json", strings.Repeat("[", 200_000), "f.json:1:10001: not JSON: nested too deeply"},
		{"too many values", "f.json", "[" + strings.Repeat("1,", source.MaxNodes) + "1]", "f.json: more than 524288 keys and values; split the file"},
		{"too many keys", "f.json", keys(source.MaxNodes / 2), "f.json: more than 524288 keys and values; split the file"},
		{"a NUL", "f.yaml", "a: \x00", "f.yaml:1: not YAML: control characters are not allowed"},
	} {
		n, problems := source.Read(c.file, []byte(c.text))
		if n != nil {
			t.Errorf("%s: read", c.name)
		}
		if diff := cmp.Diff(c.want, problems.Error()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	read(t, "f.json", "[]"+strings.Repeat(" ", source.MaxBytes-2))
	read(t, "f.json", deep(source.MaxDepth))
	read(t, "f.yaml", "# \n"+deep(source.MaxDepth))
}

// keys is the JSON of an object of n keys.
func keys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",\"%d\":1", i)
	}
	return "{" + b.String()[1:] + "}"
}

func TestAKeyIsItsWrittenText(t *testing.T) {
	n := read(t, "f.yaml", "{null: 1, true: 2, 1.50: 3, \"~\": 4, \"<<\": 5, é: 6}")
	var keys []string
	for _, m := range n.Members() {
		keys = append(keys, m.Key)
	}
	if diff := cmp.Diff([]string{"null", "true", "1.50", "~", "<<", "é"}, keys); diff != "" {
		t.Error(diff)
	}
	if n.Member("nothing") != nil || n.Items() != nil || n.Member("null").Members() != nil {
		t.Error("something where there is nothing")
	}
}

func TestWhatWasRefusedIsStillATree(t *testing.T) {
	n, problems := source.Read("f.yaml", []byte("a: &x 1\nb: *x\na: 2\n? [c]\n: 3\n<<: {d: 4}\n~: 5\ne: !!str 6\n"))
	if n == nil {
		t.Fatal("no tree")
	}
	want := `f.yaml:1:4: a: an anchor (&name); write the value itself where it is needed
f.yaml:2:4: b: an alias (*name); write the value itself where it is needed
f.yaml:3:1: a: "a" twice in one mapping, first on line 1; keep one of them
f.yaml:4:3: a key that is not a text; put it in quotes
f.yaml:6:1: ["<<"]: a merge key (<<); write the keys themselves
f.yaml:7:1: a key without a name; put a name in quotes where one is meant
f.yaml:8:4: e: a tag (!name); leave it out; put a text that looks like a number in quotes where a text is wanted`
	if diff := cmp.Diff(want, problems.Error()); diff != "" {
		t.Error(diff)
	}
	var shapes []string
	for _, m := range n.Members() {
		shapes = append(shapes, m.Key+" "+m.Value.Shape().String()+" "+m.Value.Text())
	}
	if diff := cmp.Diff([]string{"a a number 1", "b nothing ", "e nothing 6"}, shapes); diff != "" {
		t.Error(diff)
	}
}
