package schema

import (
	"bytes"
	"encoding/json"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/host/internal/secret"
)

// Request is a section to hold to a schema.
type Request struct {
	// Kind is the section's, for messages.
	Kind string
	// Node is the section without the host's keys, Pos where it stands.
	Node *source.Node
	Pos  effect.Position
	// Dir is the absolute folder where relative paths start.
	Dir string
	// Elsewhere names the kinds that have a key which this one lacks; nil when
	// nobody knows.
	Elsewhere func(key string) []string
}

// Section is what an adapter is configured with.
type Section struct {
	// JSON is the section as JSON text: keys sorted, numbers exact, bare
	// expressions as strings of their written text, paths absolute, and for
	// secrets the variables' names.
	JSON []byte
	// Exprs are the expressions to bind before each read, by JSON Pointer.
	Exprs map[string]effect.Expr
	// Secrets are the variables that hold secrets, by JSON Pointer.
	Secrets map[string]secret.Variable
}

// Check holds a section to the schema. The error is [source.Problems]: every
// mistake of the section, each at the line and column of its key.
func (s *Schema) Check(req Request) (*Section, error) {
	w := &walker{
		req:    req,
		out:    &Section{Exprs: map[string]effect.Expr{}, Secrets: map[string]secret.Variable{}},
		places: map[string]member{}, bad: map[string]bool{},
	}
	v := w.value(member{Pos: req.Pos, Value: req.Node}, s.place, "")
	w.validate(s, v)
	if err := w.Problems().Err(); err != nil {
		return nil, err
	}
	for _, resolve := range w.absolute {
		resolve()
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	w.out.JSON = bytes.TrimSpace(text.Bytes())
	return w.out, nil
}
