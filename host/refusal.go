package host

import (
	"errors"
	"slices"
	"strings"

	"github.com/effectkit/effectkit/effect"
)

// Code says for programs what was refused.
type Code string

// The codes of refusals and findings.
const (
	CodeInvalidFile       Code = "invalid_file"       // the file does not parse or breaks its schema
	CodeUnknownKind       Code = "unknown_kind"       // no adapter of that kind
	CodeNotInBuild        Code = "not_in_build"       // a reserved kind that this build does not have
	CodePlugin            Code = "plugin"             // the plugin of that kind is disabled
	CodeInvalidSection    Code = "invalid_section"    // the section breaks its adapter's schema
	CodeSecret            Code = "secret"             // a secret is missing or unusable
	CodeMisconfigured     Code = "misconfigured"      // the adapter refuses the section
	CodeUnknownSystem     Code = "unknown_system"     // no such system in the deployment
	CodeUnboundParameter  Code = "unbound_parameter"  // a parameter has no value
	CodeInvalidContract   Code = "invalid_contract"   // the contract does not hold together
	CodeNoCandidate       Code = "no_candidate"       // no candidate can serve the effect
	CodeUnreachable       Code = "unreachable"        // the system does not answer
	CodeCredentialRefused Code = "credential_refused" // the system refuses the credentials
	CodeAdapterFailed     Code = "adapter_failed"     // the adapter broke
	CodeTooLarge          Code = "evidence_too_large" // more is there than the caps allow
	CodePolicy            Code = "policy"             // the deployment's policy forbids it
	CodeFreshness         Code = "freshness"          // the freshness window is too small
	CodeBudget            Code = "budget"             // no room for the snapshots
	CodeState             Code = "state"              // the state directory or key is unusable
	CodeCurrentState      Code = "current_state"      // cannot be judged without a baseline
	CodeNoEffects         Code = "no_effects"         // the step declares nothing to verify
	CodeUnguarded         Code = "unguarded"          // the contract leaves something open
	CodeCaller            Code = "caller"             // the call was stopped or does not fit
)

// Problem is one thing that keeps a run from starting: what, where and what to
// do. It carries no secret and no record's value.
type Problem struct {
	Code Code
	// Pos is the place in a file; the zero Position where there is none.
	Pos effect.Position
	// System names the deployment's system, where it is about one.
	System  string
	Message string
	// Fix says what to do next; "" where the message says it.
	Fix string
}

// Error is place, path, message and fix in one line.
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.Pos.Prefix())
	if p.Pos.Path != "" {
		b.WriteString(p.Pos.Path + ": ")
	}
	b.WriteString(p.Message)
	if p.Fix != "" {
		b.WriteString("; " + p.Fix)
	}
	return b.String()
}

// Refusal says why nothing was started: every problem that was found, at once.
// It only comes before the action. Mend them and start again; nothing was
// written.
type Refusal struct{ Problems []Problem }

// Error is one line a problem.
func (r *Refusal) Error() string {
	lines := make([]string, len(r.Problems))
	for i, p := range r.Problems {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Has tells whether a problem of that code is among them.
func (r *Refusal) Has(code Code) bool {
	for _, p := range r.Problems {
		if p.Code == code {
			return true
		}
	}
	return false
}

// AsRefusal finds the Refusal in err's chain; nil when there is none.
func AsRefusal(err error) *Refusal {
	var r *Refusal
	if errors.As(err, &r) {
		return r
	}
	return nil
}

// refusal collects problems; err is nil while there are none.
type refusal struct{ problems []Problem }

// add notes problems, each once.
func (r *refusal) add(problems ...Problem) {
	for _, p := range problems {
		if !slices.Contains(r.problems, p) {
			r.problems = append(r.problems, p)
		}
	}
}

func (r *refusal) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	return &Refusal{Problems: r.problems}
}
