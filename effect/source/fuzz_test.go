package source_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/effectkit/effectkit/effect/source"
)

// plain is a tree as encoding/json would have it.
func plain(n *source.Node) any {
	switch n.Shape() {
	case source.Mapping:
		out := map[string]any{}
		for _, m := range n.Members() {
			out[m.Key] = plain(m.Value)
		}
		return out
	case source.List:
		out := []any{}
		for _, item := range n.Items() {
			out = append(out, plain(item))
		}
		return out
	case source.Null:
		return nil
	case source.Bool:
		return n.Bool()
	case source.Number:
		return json.Number(n.Text())
	}
	return n.Text()
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		`{"a": [1, 2.50, "x\u0041", null, true], "b": {}}`, `[`, `"\ud800"`, "a: 1\nb:\n  - x\n", "a: &x 1\nb: *x", "? [a]\n: b", "--- a\n--- b",
		"{a: b, <<: c}", "a: |\n  x\n", "!!str a", "# c\n\n\ta", "%YAML 1.1\n---\na", "'a' : 'b'", "- - - a", "a: !!binary x", "\xef\xbb\xbfa", "a:\n  # b\n c: d",
	} {
		f.Add("f.yaml", []byte(text))
		f.Add("f.json", []byte(text))
	}
	f.Fuzz(func(t *testing.T, file string, data []byte) {
		n, problems := source.Read(file, data)
		if n == nil && len(problems) == 0 {
			t.Fatal("neither a tree nor a problem")
		}
		if len(problems) > 0 {
			return
		}
		lines := 1
		for _, c := range data {
			if c == '\n' {
				lines++
			}
		}
		check(t, n, lines, len(data))
		var want any
		if !json.Valid(data) || !utf8.Valid(data) {
			return
		}
		decode(t, data, &want)
		if diff := cmp.Diff(want, plain(n)); diff != "" {
			t.Errorf("JSON is read otherwise: %s", diff)
		}
	})
}

// check looks at the place of every node.
func check(t *testing.T, n *source.Node, lines, size int) {
	t.Helper()
	if n.Pos.Line < 1 || n.Pos.Column < 1 || n.Pos.Column > size+1 {
		t.Fatalf("%s is no place in %d lines", n.Pos, lines)
	}
	for _, m := range n.Members() {
		check(t, m.Value, lines, size)
	}
	for _, item := range n.Items() {
		check(t, item, lines, size)
	}
}

// decode is the oracle: encoding/json with numbers as they are written.
func decode(t *testing.T, data []byte, into *any) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		t.Fatal(err)
	}
}
