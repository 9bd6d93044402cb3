package schema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect/source"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// typeWords are JSON's types in the words of a file.
var typeWords = map[string]string{
	"string": "a text", "number": "a number", "integer": "a whole number", "boolean": "true or false",
	"object": "a mapping", "array": "a list", "null": "nothing",
}

// describe says what the schema asks for. It never quotes the value: the
// validator's own texts can.
func describe(k jsonschema.ErrorKind, n *source.Node) (message, hint string) {
	switch k := k.(type) {
	case *kind.Type:
		return typeMessage(k, n)
	case *kind.Enum:
		words := make([]string, len(k.Want))
		for i, w := range k.Want {
			words[i] = text(w)
		}
		if got, ok := k.Got.(string); ok {
			if near := source.Suggest(got, words); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
		}
		return "must be " + source.OneOf(words), hint
	case *kind.Const:
		return "must be " + text(k.Want), ""
	case *kind.Format:
		return "is not in the format " + k.Want, ""
	case *kind.Pattern:
		return "does not match " + k.Want, ""
	case *kind.MinLength:
		if k.Want == 1 {
			return "is empty", ""
		}
		return fmt.Sprintf("must have at least %d characters", k.Want), ""
	case *kind.MaxLength:
		return fmt.Sprintf("must have at most %d characters", k.Want), ""
	case *kind.MinItems:
		return fmt.Sprintf("must have at least %d items", k.Want), ""
	case *kind.MaxItems:
		return fmt.Sprintf("must have at most %d items", k.Want), ""
	case *kind.UniqueItems:
		return fmt.Sprintf("items %d and %d are equal", k.Duplicates[0]+1, k.Duplicates[1]+1), ""
	case *kind.MinProperties:
		return fmt.Sprintf("must have at least %d keys", k.Want), ""
	case *kind.MaxProperties:
		return fmt.Sprintf("must have at most %d keys", k.Want), ""
	case *kind.Minimum:
		return "must be at least " + decimal(k.Want), ""
	case *kind.Maximum:
		return "must be at most " + decimal(k.Want), ""
	case *kind.ExclusiveMinimum:
		return "must be above " + decimal(k.Want), ""
	case *kind.ExclusiveMaximum:
		return "must be below " + decimal(k.Want), ""
	case *kind.MultipleOf:
		return "must be a multiple of " + decimal(k.Want), ""
	case *kind.DependentRequired:
		return fmt.Sprintf("%s also needs %s", k.Prop, strings.Join(k.Missing, " and ")), ""
	case *kind.PropertyNames:
		return "has a key with a name that is not allowed", ""
	case *kind.FalseSchema:
		return "is not allowed here", ""
	}
	return "does not satisfy " + strings.Join(k.KeywordPath(), "/"), ""
}

func typeMessage(k *kind.Type, n *source.Node) (message, hint string) {
	words, wantsText, shape := make([]string, len(k.Want)), false, n.Shape()
	for i, w := range k.Want {
		words[i] = typeWords[w]
		wantsText = wantsText || w == "string"
	}
	switch {
	case shape == source.Null:
		return "has no value", ""
	case wantsText && (shape == source.Number || shape == source.Bool):
		hint = "put it in quotes"
	case shape == source.Text && quoted(n) && !wantsText:
		hint = "take it out of its quotes"
	}
	if shape == source.Number && slices.Contains(k.Want, "integer") {
		return "must be " + source.OneOf(words), hint // 1.5 is a number too
	}
	return fmt.Sprintf("must be %s, not %s", source.OneOf(words), shape), hint
}

// text is a value of the schema's.
func text(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := json.Marshal(v)
	if err != nil {
		return "a constant"
	}
	return string(b)
}

// decimal writes a bound of the schema's as people do.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(9), "0")
}
