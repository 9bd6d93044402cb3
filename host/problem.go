package host

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/effect/source"
	"github.com/effectkit/effectkit/host/internal/adapter"
)

// problemsOf are the problems in an error of a parser: each mistake of the
// file, or the error itself.
func problemsOf(code Code, err error) []Problem {
	var list source.Problems
	if !errors.As(err, &list) {
		return []Problem{{Code: code, Message: err.Error()}}
	}
	return problemsOfList(code, list)
}

func problemsOfList(code Code, list source.Problems) []Problem {
	out := make([]Problem, len(list))
	for i, p := range list {
		out[i] = Problem{Code: code, Pos: p.Pos, Message: p.Message, Fix: p.Hint}
	}
	return out
}

// failureCodes are the codes of calls that did not come to their end.
var failureCodes = map[effect.Ground]Code{
	effect.Unreachable:       CodeUnreachable,
	effect.CredentialRefused: CodeCredentialRefused,
	effect.AdapterFailed:     CodeAdapterFailed,
	effect.EvidenceTooLarge:  CodeTooLarge,
}

// failureFixes say what to do about them before the action.
var failureFixes = map[Code]string{
	CodeUnreachable:       "see that the system is up and the section names it, and start again",
	CodeCredentialRefused: "see that the credentials may read, and start again",
	CodeMisconfigured:     "mend the section",
	CodeTooLarge:          "narrow what the section reads",
	CodeAdapterFailed:     "try `effectkit doctor`; nothing was written",
}

// failed is the problem of a reader whose call failed before the action.
func (r *reader) failed(what string, f *adapter.Failure) Problem {
	return failed(r.system, r.section.Pos, what, f)
}

func failed(system string, at effect.Position, what string, f *adapter.Failure) Problem {
	code := failureCodes[f.Ground]
	if f.Misconfigured {
		code = CodeMisconfigured
	}
	return Problem{
		Code: code, Pos: at, System: system,
		Message: fmt.Sprintf("system %q: %s: %s", system, what, f.Detail), Fix: failureFixes[code],
	}
}

// unbound are the parameters that an error names as unbound, each once, where
// it stands first. One that was given under a name much like it is pointed out.
func unbound(err error, given effect.Params, seen map[string]bool) []Problem {
	var out []Problem
	for _, e := range flatten(err) {
		var u *effect.UnboundError
		if !errors.As(e, &u) {
			out = append(out, Problem{Code: CodeInvalidContract, Message: e.Error()})
			continue
		}
		if !seen[u.Param] {
			seen[u.Param] = true
			fix := fmt.Sprintf("give it with --param %s=… or in the parameters file", u.Param)
			if near := source.Suggest(u.Param, slices.Sorted(maps.Keys(given))); near != "" {
				fix += fmt.Sprintf("; %q was given", near)
			}
			out = append(out, Problem{
				Code: CodeUnboundParameter, Pos: u.Pos,
				Message: fmt.Sprintf("parameter %q has no value", u.Param),
				Fix:     fix,
			})
		}
	}
	return out
}

// flatten gives the errors that were joined.
func flatten(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var out []error
	for _, e := range joined.Unwrap() {
		out = append(out, flatten(e)...)
	}
	return out
}
