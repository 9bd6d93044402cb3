package schema

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/effect/source"
)

// mark is what an adapter's author says of a property.
type mark string

// The marks.
const (
	unmarked   mark = ""
	exprMark   mark = "x-effectkit-expr"   // the value is an expression
	secretMark mark = "x-effectkit-secret" // the value names a variable that holds a secret
	pathMark   mark = "x-effectkit-path"   // the value is a path on the host's machine
)

const markPrefix = "x-effectkit-"

var marks = []string{string(exprMark), string(secretMark), string(pathMark)}

// markOf is the one mark of a schema.
func (b *builder) markOf(s map[string]any, at string) mark {
	found := unmarked
	if b.blind > 0 {
		return found // see stray
	}
	for _, key := range slices.Sorted(maps.Keys(s)) {
		switch {
		case !strings.HasPrefix(key, markPrefix):
		case !slices.Contains(marks, key):
			b.add(at, fmt.Sprintf("%q is no mark; %s", key, source.DidYouMean(key, marks)))
		case s[key] != true:
			b.add(at, fmt.Sprintf("%s must be true or left out", key))
		case at == "":
			b.add(at, fmt.Sprintf("%s marks the whole section; mark a property", key))
		case found != unmarked:
			b.add(at, fmt.Sprintf("marked %s and %s; a property has one mark", found, key))
		default:
			found = mark(key)
		}
	}
	return found
}

// stray refuses marks on schemas that were not read as places.
func (b *builder) stray(v any, at string) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if strings.HasPrefix(key, markPrefix) && !b.seen[at] {
				b.add(at, fmt.Sprintf("%s has no effect here; marks work under properties, additionalProperties, items, $ref, oneOf, anyOf and allOf", key))
			}
			b.stray(v[key], below(at, key))
		}
	case []any:
		for i, one := range v {
			b.stray(one, below(at, strconv.Itoa(i)))
		}
	}
}

// widen lets a marked property hold any form of an expression but those with
// "as", which only the author's own schema can allow. What the author says of
// the property holds for bare values.
func (b *builder) widen() {
	for _, s := range b.exprs {
		own := maps.Clone(s)
		delete(own, string(exprMark))
		clear(s)
		s["anyOf"] = []any{own, map[string]any{
			"type": "object",
			"not":  map[string]any{"required": []any{"as"}},
		}}
	}
}
