package effect

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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

func hashOf(o object) string {
	sum := sha256.Sum256(canonicalJSON(object{"version": HashVersion, "contract": o}))
	return "sha256:" + hex.EncodeToString(sum[:])
}
