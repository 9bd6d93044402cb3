package effect

import (
	"encoding/json"
	"strconv"

	"github.com/gowebpki/jcs"
)

// object is a JSON object on its way to its canonical form. Numbers are in it
// as texts: RFC 8785 would make doubles of them.
type object map[string]any

// canonical is the contract as declared: what it does not say is not in it.
func (e *Effect) canonical() object {
	o := object{"kind": string(e.Kind), "match": selectorObject(e.Match)}
	setText(o, keySystem, e.System)
	setText(o, keyRisk, string(e.Risk))
	setText(o, keyField, e.Field)
	setPointer(o, keyIdentityField, e.IdentityField)
	setPointer(o, keyKeyField, e.KeyField)
	setPointer(o, keyExpectChange, e.ExpectChange)
	setPointer(o, keyForbidCollateralLoss, e.ForbidCollateralLoss)
	setPointer(o, keyForbidCollateralChange, e.ForbidCollateralChange)
	if e.Timeout != nil {
		o["timeout_ns"] = strconv.FormatInt(int64(*e.Timeout), 10)
	}
	if e.ExpectedCount != nil {
		o[keyExpectedCount] = strconv.Itoa(*e.ExpectedCount)
	}
	for key, on := range map[string]bool{
		keyCountNewOnly: e.CountNewOnly, keyAllowRemoval: e.AllowRemoval,
		keyNeedsConfirmation: e.NeedsOperatorConfirmation,
	} {
		if on {
			o[key] = true
		}
	}
	if e.Value != nil {
		o[keyValue] = exprObject(*e.Value)
	}
	if e.IdempotencyKey != nil {
		o[keyIdempotencyKey] = exprObject(*e.IdempotencyKey)
	}
	setSelectors(o, keyNewRecords, e.NewRecords)
	setSelectors(o, keyAdded, e.Added)
	setSelectors(o, keyRemoved, e.Removed)
	if len(e.Changed) > 0 {
		list := make([]any, len(e.Changed))
		for i, c := range e.Changed {
			list[i] = object{"match": selectorObject(c.Match), "set": selectorObject(c.Set)}
		}
		o[keyChanged] = list
	}
	if len(e.IgnoreFields) > 0 {
		o[keyIgnoreFields] = texts(e.IgnoreFields)
	}
	return o
}

func setText(o object, key, text string) {
	if text != "" {
		o[key] = text
	}
}

func setPointer[T any](o object, key string, p *T) {
	if p != nil {
		o[key] = *p
	}
}

func setSelectors(o object, key string, list []Selector) {
	if len(list) == 0 {
		return
	}
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = selectorObject(s)
	}
	o[key] = out
}

func selectorObject(s Selector) object {
	o := make(object, len(s))
	for _, p := range s {
		o[p.Field] = exprObject(p.Want)
	}
	return o
}

// exprObject tags the form, so that {param: p} is never the literal "{p}".
func exprObject(e Expr) object {
	switch e.Form {
	case LiteralForm:
		return object{"literal": e.Text}
	case ParamForm:
		return object{"param": e.Text}
	case NullForm:
		return object{"null": true}
	}
	return object{}
}

func texts(list []string) []any {
	out := make([]any, len(list))
	for i, text := range list {
		out[i] = text
	}
	return out
}

// canonicalJSON is RFC 8785 of objects, lists, texts and bools. Only a contract
// that was never validated has none, where two names that are not UTF-8 become
// one; it stays as it is.
func canonicalJSON(o object) []byte {
	plain, err := json.Marshal(o)
	if err != nil {
		return nil // cannot happen: all of these have a form
	}
	if out, err := jcs.Transform(plain); err == nil {
		return out
	}
	return plain
}
