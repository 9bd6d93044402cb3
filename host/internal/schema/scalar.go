package schema

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strings"

	"github.com/effectkit/effectkit/effect/source"

	"gopkg.in/yaml.v3"
)

// The core schema of YAML 1.2.2, section 10.3.2. JSON's scalars are a part of
// it.
var (
	coreInt   = regexp.MustCompile(`^[-+]?[0-9]+$`)
	coreBase  = regexp.MustCompile(`^0(o[0-7]+|x[0-9a-fA-F]+)$`)
	coreFloat = regexp.MustCompile(`^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$`)
	notFinite = regexp.MustCompile(`^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$`)
	leading0  = regexp.MustCompile(`^[-+]?0[0-9]`)
	exponent  = regexp.MustCompile(`[eE][-+]?[0-9]{5,}$`)
)

// maxDigits is the most characters of a number.
const maxDigits = 1000

// quoted tells whether a scalar is text whatever it looks like: one in quotes,
// or a YAML block scalar.
func quoted(n *source.Node) bool {
	return n.YAML.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0
}

// scalar is a single value as JSON has it, numbers exact, or what is wrong
// with it and what to do.
func scalar(n *source.Node) (v any, wrong, hint string) {
	const inQuotes = "put it in quotes to keep it as a text"
	text := n.Text()
	switch {
	case quoted(n):
		return text, "", ""
	case n.Shape() == source.Null:
		return nil, "", ""
	case text == "true", text == "True", text == "TRUE":
		return true, "", ""
	case text == "false", text == "False", text == "FALSE":
		return false, "", ""
	case notFinite.MatchString(text):
		return nil, "is not a finite number", inQuotes
	case coreBase.MatchString(text) && len(text) <= maxDigits:
		i, _ := new(big.Int).SetString(text, 0)
		return json.Number(i.String()), "", ""
	case !coreInt.MatchString(text) && !coreFloat.MatchString(text):
		return text, "", ""
	case leading0.MatchString(text):
		// 010 is eight in YAML 1.1 and ten in 1.2.
		return nil, "has a leading zero, which readers of YAML disagree on", "write the number without it, or " + inQuotes
	case len(text) > maxDigits || exponent.MatchString(text):
		return nil, "is too large a number", inQuotes
	}
	return json.Number(jsonNumber(text)), "", ""
}

// jsonNumber writes a decimal of the core schema in the grammar of JSON.
func jsonNumber(text string) string {
	text = strings.TrimPrefix(text, "+")
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	if strings.HasPrefix(text, ".") {
		text = "0" + text
	}
	mantissa, exp := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exp = text[:i], text[i:]
	}
	return sign + strings.TrimSuffix(mantissa, ".") + exp
}
