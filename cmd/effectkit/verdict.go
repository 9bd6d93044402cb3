package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/effectkit/effectkit/cmd/effectkit/internal/report"
	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
)

// unverified is the outcome after an action that could not be looked at: it
// halts, and says why. There is no other answer than a verdict by then.
func unverified(step string, mode effect.Mode, err error) host.Outcome {
	o := host.Outcome{
		Step: step, Mode: mode, Outcome: effect.ReconciliationRequired,
		NotLookedAt: []string{"no system was read, so nothing is known of the effect"},
		Next:        "do not retry: mend what is named above and verify again",
	}
	if refusal := host.AsRefusal(err); refusal != nil {
		for _, p := range refusal.Problems {
			o.Notices = append(o.Notices, host.Notice{Code: string(p.Code), System: p.System, Detail: p.Error()})
		}
		return o
	}
	o.Notices = []host.Notice{{Code: string(host.CodeCaller), Detail: err.Error()}}
	return o
}

// write writes an outcome in the form that was asked for.
func (o *output) write(w io.Writer, r report.Report) error {
	if !o.json() {
		return r.Write(w)
	}
	text, err := verdictJSON(r)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}

// verdictJSON is the outcome's own JSON form, indented for people.
func verdictJSON(r report.Report) ([]byte, error) {
	text, err := json.Marshal(r.Outcome)
	if err != nil {
		return nil, fmt.Errorf("the verdict cannot be written: %w", err)
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}
