package effect

import (
	"fmt"
	"maps"
	"strings"

	"github.com/effectkit/effectkit/effect/source"
)

// ParseParams reads a parameters file, YAML or JSON: a mapping of names to
// scalars, of which the written text counts. The error is [Problems] and never
// quotes a value.
func ParseParams(file string, data []byte) (Params, error) {
	n, problems := source.Read(file, data)
	r := reportOf(problems)
	if n == nil {
		return nil, problems
	}
	out := Params{}
	for _, m := range r.Members(n, "the parameters", nil) {
		switch shape := m.Value.Shape(); shape {
		case source.Refused:
		case source.Null:
			r.Add(m.Value.Pos, "a parameter without a value", `write "" for the empty text, or leave the parameter out`)
		case source.Mapping, source.List:
			r.Add(m.Value.Pos, "a parameter must be a text, a number or true or false, not "+shape.String(), "")
		default:
			out[m.Key] = m.Value.Text()
		}
	}
	if err := r.Problems().Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// ParseParamPairs reads name=value pairs, as a command line has them. The
// error is [Problems] and never quotes a value.
func ParseParamPairs(pairs []string) (Params, error) {
	out := Params{}
	var r source.Report
	for i, pair := range pairs {
		name, text, ok := strings.Cut(pair, "=")
		nth := fmt.Sprintf("parameter %d of the command line", i+1)
		switch _, twice := out[name]; {
		case !ok:
			r.Add(Position{}, nth+" has no =", "write --param name=value")
		case name == "":
			r.Add(Position{}, nth+" has no name", "write --param name=value")
		case twice:
			r.Add(Position{}, fmt.Sprintf("%q is given twice on the command line", name), "keep one of them")
		default:
			out[name] = text
		}
	}
	if err := r.Problems().Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// With is p and over, which wins where both have a name. Neither is changed.
func (p Params) With(over Params) Params {
	out := make(Params, len(p)+len(over))
	maps.Copy(out, p)
	maps.Copy(out, over)
	return out
}
