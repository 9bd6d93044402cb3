package effect

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/gowebpki/jcs"
)

// HashVersion is in every hash, so that another canonical form could never
// give the same one.
const HashVersion = "effectkit.contract/1"

// Hash identifies the contract as declared: "sha256:" and the hex of SHA-256
// over its canonical form (RFC 8785), parameters by name and tagged apart from
// literals (SEMANTICS 4.7). It does not depend on places, on the order of
// keys, on YAML or JSON, nor on probe, which is prose. The order of lists
// counts. The effect must have passed [Effect.Validate].
func (e *Effect) Hash() string { return hashOf(e.canonical()) }

// Hash identifies a step and its contracts as declared; see [Effect.Hash].
func (s *Step) Hash() string {
	effects := make([]any, len(s.Effects))
	for i := range s.Effects {
		effects[i] = s.Effects[i].canonical()
	}
	return hashOf(object{
		"id": s.ID, "risk": string(s.Risk), "effects": effects, "also_watch": texts(s.AlsoWatch),
	})
}

// MinMACKey is the fewest bytes of a key for [Effect.BindingMAC].
const MinMACKey = 16

// ErrShortKey says that a key is too short to hide what it authenticates.
var ErrShortKey = errors.New("a key of fewer than 16 bytes")

// BindingMAC records what the contract's parameters resolved to without giving
// it away: "hmac-sha256:" and the hex of HMAC-SHA-256 under a key of the
// deployment's, over the contract's hash and each parameter that it names. A
// bare digest would not do: a five-digit number falls to one in under a
// second. The error is an [*UnboundError], or [ErrShortKey].
func (e *Effect) BindingMAC(key []byte, params Params) (string, error) {
	if len(key) < MinMACKey {
		return "", ErrShortKey
	}
	bound := object{}
	for _, x := range e.exprs() {
		if x.Form != ParamForm {
			continue
		}
		if _, err := x.Resolve(params); err != nil {
			return "", err
		}
		bound[x.Text] = params[x.Text]
	}
	mac := hmac.New(sha256.New, key)
	mac.Write(canonicalJSON(object{"contract": e.Hash(), "params": bound}))
	return "hmac-sha256:" + hex.EncodeToString(mac.Sum(nil)), nil
}

// ParamNames are the parameters that the contract names, sorted, each once.
func (e *Effect) ParamNames() []string {
	var out []string
	for _, x := range e.exprs() {
		if x.Form == ParamForm {
			out = append(out, x.Text)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// exprs are all expressions of the contract.
func (e *Effect) exprs() []Expr {
	var out []Expr
	add := func(selectors ...Selector) {
		for _, s := range selectors {
			for _, p := range s {
				out = append(out, p.Want)
			}
		}
	}
	add(e.Match)
	for _, x := range []*Expr{e.Value, e.IdempotencyKey} {
		if x != nil {
			out = append(out, *x)
		}
	}
	add(e.NewRecords...)
	add(e.Added...)
	add(e.Removed...)
	for _, c := range e.Changed {
		add(c.Match, c.Set)
	}
	return out
}

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

func hashOf(o object) string {
	sum := sha256.Sum256(canonicalJSON(object{"version": HashVersion, "contract": o}))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// canonicalJSON is RFC 8785 of objects, lists, texts and bools.
func canonicalJSON(o object) []byte {
	plain, err := json.Marshal(o)
	if err != nil {
		panic(err) // cannot happen: only texts, bools, lists and objects are in it
	}
	out, err := jcs.Transform(plain)
	if err != nil {
		panic(err) // cannot happen: the text is JSON
	}
	return out
}
