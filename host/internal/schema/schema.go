package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/host/internal/deploy"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Schema is an adapter's config schema, compiled. It is safe for concurrent
// use.
type Schema struct {
	place    *place
	compiled *jsonschema.Schema
	// doc is the schema as it was compiled: a JSON value that nobody changes.
	doc map[string]any
}

const draft = "https://json-schema.org/draft/2020-12/schema"

// Compile reads an adapter's config schema. The error is an [*Error].
func Compile(text string) (*Schema, error) {
	parsed, problems := source.Read("schema.json", []byte(text))
	if len(problems) > 0 {
		p := problems[0]
		return nil, &Error{Faults: []Fault{{Message: fmt.Sprintf("line %d, column %d: %s", p.Pos.Line, p.Pos.Column, p.Message)}}}
	}
	b := &builder{root: plain(parsed), seen: map[string]bool{}}
	object, ok := b.root.(map[string]any)
	if !ok {
		return nil, &Error{Faults: []Fault{{Message: "must be a JSON object"}}}
	}
	if d, ok := object["$schema"]; ok && strings.TrimSuffix(fmt.Sprint(d), "#") != draft {
		b.add("", "$schema must be "+draft)
	}
	root := &place{}
	b.read(root, b.root, "", nil)
	b.stray(b.root, "")
	b.owned(root, object)
	if err := b.err(); err != nil {
		return nil, err
	}
	b.widen()
	compiled, err := compile(b.root)
	if err != nil {
		b.invalid(err)
		return nil, b.err()
	}
	return &Schema{place: root, compiled: compiled, doc: object}, nil
}

// owned refuses keys that the host reads in every section.
func (b *builder) owned(root *place, object map[string]any) {
	for _, key := range root.keys() {
		if deploy.HostOwned(key) {
			b.add("", fmt.Sprintf("%q belongs to the host; an adapter may not name it", key))
		}
	}
	required, _ := object["required"].([]any)
	for _, r := range required {
		if key, ok := r.(string); ok && deploy.HostOwned(key) && !slices.Contains(root.keys(), key) {
			b.add("/required", fmt.Sprintf("%q belongs to the host; an adapter may not name it", key))
		}
	}
}

// Properties are the keys that a section may have, host-owned ones aside.
func (s *Schema) Properties() []string { return s.place.keys() }

// invalid says where a schema breaks the rules of JSON Schema.
func (b *builder) invalid(err error) {
	var broken *jsonschema.SchemaValidationError
	var at *jsonschema.ValidationError
	if !errors.As(err, &broken) || !errors.As(broken.Err, &at) {
		b.add("", "not a JSON Schema: "+err.Error())
		return
	}
	english := message.NewPrinter(language.English)
	for _, l := range (&Schema{}).leaves(at) {
		text := l.summary
		if l.kind != nil {
			text = l.kind.LocalizedString(english)
		}
		b.add(l.pointer, "not a JSON Schema: "+text)
	}
}

// closed opens nothing.
type closed struct{}

func (closed) Load(url string) (any, error) {
	return nil, fmt.Errorf("%q is outside the schema; nothing else is opened", url)
}

func compile(doc any) (*jsonschema.Schema, error) {
	const name = "effectkit:config"
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.UseLoader(closed{})
	c.AssertFormat()
	if err := c.AddResource(name, doc); err != nil {
		return nil, err
	}
	return c.Compile(name)
}
