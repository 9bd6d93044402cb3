package fhir

import (
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

// refusing are issue codes that say that these credentials may not read.
var refusing = map[string]bool{"security": true, "login": true, "expired": true, "forbidden": true, "suppressed": true}

// worst is the gravest severity among an OperationOutcome's issues, and the
// code of the first issue that has it. Codes are of a closed list (FHIR R4,
// issue-type), so that they can be shown; diagnostics cannot.
func worst(outcome value.Node) (severity, code string) {
	rank := map[string]int{"information": 1, "warning": 2, "error": 3, "fatal": 4}
	issues, _ := outcome.Member("issue")
	for issue := range issues.Elements {
		if s := text(issue, "severity"); rank[s] > rank[severity] {
			severity, code = s, text(issue, "code")
		}
	}
	if !issueCode(code) {
		code = "unknown"
	}
	return severity, code
}

// deniesMore tells whether an outcome of a read says more than that the id is
// not known: that these credentials may not see it, or that the server has no
// such type at all.
func deniesMore(outcome value.Node) bool {
	issues, _ := outcome.Member("issue")
	for issue := range issues.Elements {
		if code := text(issue, "code"); refusing[code] || code == "not-supported" || code == "transient" || code == "timeout" || code == "throttled" {
			return true
		}
	}
	return false
}

// issueCode tells whether a code has the form of one, so that no free text is
// shown.
func issueCode(code string) bool {
	for i := range len(code) {
		if c := code[i]; c != '-' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return code != "" && len(code) <= 32
}

// outcomeFailure is an OperationOutcome in place of an answer.
func outcomeFailure(host string, outcome value.Node) error {
	severity, code := worst(outcome)
	if refusing[code] {
		return sdk.CredentialRefused("%s answered with an OperationOutcome: %s", host, code)
	}
	if severity == "" {
		severity = "no severity"
	}
	return sdk.Unreachable("%s answered with an OperationOutcome: %s, %s", host, severity, code)
}

// noteOutcome reads an OperationOutcome among the entries.
func (c *capture) noteOutcome(outcome value.Node) {
	switch severity, code := worst(outcome); severity {
	case "information", "warning":
		c.gaps.Advise(value.GapUnobserved, "the server says of the search: "+severity+", "+code)
	default:
		c.gaps.Add(value.GapUnobserved, "the server says of the search: error, "+code)
	}
}
