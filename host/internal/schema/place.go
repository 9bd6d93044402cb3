package schema

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// place is all that a schema says of one place in a section, whichever of its
// alternatives says it.
type place struct {
	mark       mark
	props      map[string]*place
	patterns   []*regexp.Regexp
	additional *place // what additionalProperties says of a key not listed
	items      *place
	// closed and open are additionalProperties: false and true.
	closed, open bool
}

// names tells whether the schema knows a key, and what it says of it. A place
// that lists no key at all takes any.
func (p *place) names(key string) (*place, bool) {
	if p == nil {
		return nil, true
	}
	if known, ok := p.props[key]; ok {
		return known, true
	}
	for _, re := range p.patterns {
		if re.MatchString(key) {
			return nil, true
		}
	}
	if p.additional != nil {
		return p.additional, true
	}
	return nil, p.open || !p.closed && len(p.props) == 0
}

func (p *place) keys() []string {
	if p == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(p.props))
}

// maxPlaces bounds the schemas met on the way, references followed.
const maxPlaces = 10_000

// builder reads a schema's places.
type builder struct {
	faults
	root any
	// seen are the schemas that were read as places: a mark elsewhere has no
	// effect.
	seen map[string]bool
	// exprs are the marked schemas, to be widened by the forms of expressions.
	exprs []map[string]any
	count int
	// blind is above zero where a mark has no effect: schemas there are only
	// counted and their references followed.
	blind int
}

// alien are keywords that would make a reference mean something else here than
// in the validator.
var alien = []string{"$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor", "$vocabulary"}

// read adds to a place what one schema says of it. refs are the references
// that led here.
func (b *builder) read(p *place, schema any, at string, refs []string) {
	if b.count++; b.count > maxPlaces {
		b.add("", fmt.Sprintf("more than %d schemas, references followed", maxPlaces))
		return
	}
	s, ok := schema.(map[string]any)
	if !ok {
		return // true and false say nothing of marks
	}
	first := !b.seen[at] && b.blind == 0
	b.seen[at] = b.seen[at] || b.blind == 0
	for _, key := range slices.Sorted(maps.Keys(s)) {
		if slices.Contains(alien, key) {
			b.add(at, key+" is not allowed; refer by a JSON Pointer such as #/$defs/name")
		}
	}
	if m := b.markOf(s, at); m != unmarked && b.blind == 0 {
		if p.mark != unmarked && p.mark != m {
			b.add(at, fmt.Sprintf("marked %s here and %s elsewhere", m, p.mark))
		}
		if p.mark = m; m == exprMark && first {
			b.exprs = append(b.exprs, s)
		}
	}
	if ref, ok := s["$ref"].(string); ok {
		b.follow(p, ref, at, refs)
	}
	for _, key := range []string{"allOf", "anyOf", "oneOf"} {
		list, _ := s[key].([]any)
		for i, one := range list {
			b.read(p, one, below(below(at, key), strconv.Itoa(i)), refs)
		}
	}
	b.object(p, s, at, refs)
	if items, ok := s["items"]; ok {
		p.items = b.inner(p.items, items, below(at, "items"), refs)
	}
	b.rest(s, at, refs)
}

// rest follows the keywords under which a mark has no effect.
func (b *builder) rest(s map[string]any, at string, refs []string) {
	b.blind++
	defer func() { b.blind-- }()
	for _, key := range []string{"not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"} {
		if one, ok := s[key]; ok {
			b.read(&place{}, one, below(at, key), refs)
		}
	}
	list, _ := s["prefixItems"].([]any)
	for i, one := range list {
		b.read(&place{}, one, below(below(at, "prefixItems"), strconv.Itoa(i)), refs)
	}
	for _, key := range []string{"patternProperties", "dependentSchemas"} {
		named, _ := s[key].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(named)) {
			b.read(&place{}, named[name], below(below(at, key), name), refs)
		}
	}
}

func (b *builder) object(p *place, s map[string]any, at string, refs []string) {
	if props, ok := s["properties"].(map[string]any); ok {
		if p.props == nil {
			p.props = map[string]*place{}
		}
		for _, key := range slices.Sorted(maps.Keys(props)) {
			p.props[key] = b.inner(p.props[key], props[key], below(below(at, "properties"), key), refs)
		}
	}
	if patterns, ok := s["patternProperties"].(map[string]any); ok {
		for pattern := range patterns {
			if re, err := regexp.Compile(pattern); err == nil {
				p.patterns = append(p.patterns, re)
			}
		}
	}
	for _, key := range []string{"additionalProperties", "unevaluatedProperties"} {
		switch more := s[key].(type) {
		case bool:
			p.open, p.closed = p.open || more, p.closed || !more
		case map[string]any:
			if key == "unevaluatedProperties" {
				p.open = true
				continue
			}
			p.additional = b.inner(p.additional, more, below(at, key), refs)
		}
	}
}

func (b *builder) inner(p *place, schema any, at string, refs []string) *place {
	if p == nil {
		p = &place{}
	}
	b.read(p, schema, at, refs)
	return p
}

func (b *builder) follow(p *place, ref, at string, refs []string) {
	target, pointer, ok := lookup(b.root, ref)
	switch {
	case !strings.HasPrefix(ref, "#"):
		b.add(at, "$ref leaves the schema; nothing else is opened")
	case !ok:
		b.add(at, "$ref points nowhere")
	case slices.Contains(refs, pointer) || pointer == "" || strings.HasPrefix(at+"/", pointer+"/"):
		b.add(at, "$ref leads back to itself")
	default:
		b.read(p, target, pointer, append(slices.Clip(refs), pointer))
	}
}
