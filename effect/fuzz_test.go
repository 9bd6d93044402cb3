package effect_test

import (
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
)

// seed adds every file of the corpora to a fuzz test.
func seed(f *testing.F, add func(name string, data []byte)) {
	f.Helper()
	for _, in := range corpus(f) {
		add(in.name, in.data)
	}
}

func FuzzParseBundle(f *testing.F) {
	seed(f, func(name string, data []byte) { f.Add(strings.HasSuffix(name, ".json"), data) })
	f.Fuzz(func(t *testing.T, asJSON bool, data []byte) {
		name := "f.yaml"
		if asJSON {
			name = "f.json"
		}
		b, err := effect.ParseBundle(name, data)
		if (b == nil) != (err != nil) {
			t.Fatalf("a bundle and an error, or neither: %v, %v", b, err)
		}
		if err != nil {
			if err.Error() == "" {
				t.Fatal("an error without a text")
			}
			return
		}
		if _, again := effect.ParseBundle(name, data); again != nil {
			t.Fatalf("read once, and then refused: %v", again)
		}
		for i := range b.Steps {
			step := &b.Steps[i]
			if step.Hash() == "" || len(step.Hash()) != len("sha256:")+64 {
				t.Fatalf("hash %q", step.Hash())
			}
			for j := range step.Effects {
				checkParsed(t, &step.Effects[j])
			}
		}
		_ = b.Warnings()
	})
}

// checkParsed holds of every contract that was parsed.
func checkParsed(t *testing.T, e *effect.Effect) {
	t.Helper()
	if err := e.Validate(); err != nil {
		t.Fatalf("parsed, and then refused: %v", err)
	}
	params := effect.Params{}
	for _, name := range e.ParamNames() {
		params[name] = "1"
	}
	bound, err := e.Bind(params, "")
	if err != nil {
		t.Fatalf("every parameter is given, and yet: %v", err)
	}
	if bound.Timeout <= 0 || bound.Timeout > effect.MaxTimeout || bound.ExpectedCount < 0 {
		t.Fatalf("out of bounds: %+v", bound)
	}
	if len(params) > 0 {
		if _, err := e.Bind(nil, ""); err == nil {
			t.Fatal("bound without its parameters")
		}
	}
}

// FuzzParseParams marks every value and looks for the mark in the error.
func FuzzParseParams(f *testing.F) {
	f.Add("a: %\nb: [%]\n")
	f.Add("a: %\na: %\n")
	f.Add(`{"a": "%", "b": {"c": "%"}, "d": null}`)
	f.Add("a: '%\n")
	f.Add("- %\n")
	f.Add("a: |\n  %\n b: %\n")
	f.Add("%")
	const mark = "q7Zx9Kv2"
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, mark) {
			return
		}
		data := []byte(strings.ReplaceAll(text, "%", mark))
		if n, _ := source.Read("p.yaml", data); n != nil && keyHas(n, mark) {
			return // a name, which errors do quote
		}
		_, err := effect.ParseParams("p.yaml", data)
		if err != nil && strings.Contains(err.Error(), mark) {
			t.Fatalf("the error quotes a value: %v", err)
		}
	})
}

// keyHas tells whether the mark is a part of a key.
func keyHas(n *source.Node, mark string) bool {
	for _, m := range n.Members() {
		if strings.Contains(m.Key, mark) || keyHas(m.Value, mark) {
			return true
		}
	}
	for _, item := range n.Items() {
		if keyHas(item, mark) {
			return true
		}
	}
	return false
}
