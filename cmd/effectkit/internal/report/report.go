package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
)

// Report is one outcome and what the command line knows beside it.
type Report struct {
	Outcome host.Outcome
	// Action says how the command ended, in a phrase; "" where none was run.
	Action string
	// Doubt says why the action may still write; "" when it cannot.
	Doubt string
	// Again is the command line that verifies once more; "" where there is none.
	Again string
	// Colour allows control sequences.
	Colour bool
}

// Write writes the report.
func (r Report) Write(w io.Writer) error {
	var b strings.Builder
	r.headline(&b)
	for _, e := range r.Outcome.Effects {
		r.effect(&b, e)
	}
	r.action(&b)
	r.reads(&b)
	for _, s := range r.Outcome.NotLookedAt {
		line(&b, "not looked at", s)
	}
	for _, n := range r.Outcome.Notices {
		line(&b, "note", noticeText(n))
	}
	r.next(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// means puts each outcome into words.
var means = map[effect.Outcome]string{
	effect.Proceed:                "proceed",
	effect.HaltedBeforeEffect:     "halted before effect, nothing was written",
	effect.ReconciliationRequired: "reconciliation required, do not retry",
}

func (r Report) headline(b *strings.Builder) {
	outcome := r.Outcome.Outcome
	if outcome == effect.Proceed != r.Outcome.Proceed() || means[outcome] == "" {
		outcome = effect.ReconciliationRequired
	}
	fmt.Fprintf(b, "%s: %s\n", r.paint(Decision(r.Outcome)), means[outcome])
}

// Decision is the verdict on the step as a whole: confirmed when all effects
// are, refuted when one is, else indeterminate.
func Decision(o host.Outcome) effect.Decision {
	if o.Proceed() {
		return effect.Confirmed
	}
	for _, e := range o.Effects {
		if e.Verdict.Decision == effect.Refuted {
			return effect.Refuted
		}
	}
	return effect.Indeterminate
}

var colours = map[effect.Decision]string{
	effect.Confirmed: "\x1b[1;32m", effect.Refuted: "\x1b[1;31m", effect.Indeterminate: "\x1b[1;33m",
}

func (r Report) paint(d effect.Decision) string {
	word := strings.ToUpper(string(d))
	if !r.Colour {
		return word
	}
	return colours[d] + word + "\x1b[0m"
}

func (r Report) effect(b *strings.Builder, e host.EffectOutcome) {
	name := string(e.Kind)
	if e.Implied {
		name = "nothing else"
	}
	c := e.Verdict.Evidence.Counts
	ground := string(e.Verdict.Ground)
	if ground == "" {
		ground = "no verdict"
	}
	if e.System == "" { // of a step that is not known
		name = "the step"
	} else {
		name += " in " + e.System
	}
	fmt.Fprintf(b, "  %s: %s", name, ground)
	if counted(e.Verdict.Ground) {
		fmt.Fprintf(b, " (wanted %d, found %d)", c.Expected, c.Observed)
	}
	b.WriteByte('\n')
	if e.Probe != "" {
		fmt.Fprintf(b, "    meant: %s\n", e.Probe)
	}
	if e.Verdict.Reason != "" {
		fmt.Fprintf(b, "    %s\n", e.Verdict.Reason)
	}
	if rest := others(e.Verdict); rest != "" {
		fmt.Fprintf(b, "    also: %s\n", rest)
	}
	switch {
	case e.Reader.Kind == "":
		b.WriteString("    looked at nothing\n")
	case e.Verdict.Ground.Unreadable():
		fmt.Fprintf(b, "    could not look at %s\n", readerText(e.Reader))
	case r.Outcome.Mode == effect.CurrentState:
		fmt.Fprintf(b, "    looked at %s: %s now\n", readerText(e.Reader), records(c.After))
	default:
		fmt.Fprintf(b, "    looked at %s: %s before, %s after; of the others %d came, %d went, %d changed\n",
			readerText(e.Reader), records(c.Before), records(c.After), c.BystandersAdded, c.BystandersRemoved, c.BystandersChanged)
	}
	for _, g := range e.Verdict.Evidence.Gaps {
		fmt.Fprintf(b, "    gap: %s: %s\n", g.Kind, g.Detail)
	}
	if len(e.Verdict.Evidence.NotEvaluated) > 0 {
		fmt.Fprintf(b, "    not evaluated: %s\n", strings.Join(e.Verdict.Evidence.NotEvaluated, ", "))
	}
}

// counted tells whether the judge came as far as to count: a nought that nobody
// counted would read as an absence.
func counted(g effect.Ground) bool {
	return g != "" && !g.Unreadable() && g != effect.SourceReplaced && g != effect.BaselineUnreadable
}

func others(v effect.Verdict) string {
	var rest []string
	for _, g := range v.Grounds {
		if g != v.Ground {
			rest = append(rest, string(g))
		}
	}
	return strings.Join(rest, ", ")
}

func readerText(r host.ReaderInfo) string {
	text := fmt.Sprintf("%s (%s)", r.Kind, r.Tier)
	if r.Assurance == host.Unverified {
		text += ", an unverified plugin"
	}
	return text
}

func records(n int) string {
	if n == 1 {
		return "1 record"
	}
	return fmt.Sprintf("%d records", n)
}

func (r Report) action(b *strings.Builder) {
	if r.Action == "" {
		return
	}
	text := "the command " + r.Action
	if r.Doubt != "" {
		text += "; " + r.Doubt
	}
	line(b, "action", text)
}

func (r Report) reads(b *strings.Builder) {
	if r.Outcome.Reads == 0 {
		return
	}
	times := "once"
	if r.Outcome.Reads > 1 {
		times = fmt.Sprintf("%d times", r.Outcome.Reads)
	}
	text := fmt.Sprintf("%s in %s", times, seconds(r.Outcome.Duration))
	unreadable := 0
	for _, e := range r.Outcome.Effects {
		unreadable = max(unreadable, e.Unreadable)
	}
	if unreadable > 0 {
		text += fmt.Sprintf(", %d of them without an answer", unreadable)
	}
	line(b, "read", text)
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }

func noticeText(n host.Notice) string {
	if n.System == "" {
		return n.Detail
	}
	return n.System + ": " + n.Detail
}

func (r Report) next(b *strings.Builder) {
	if r.Outcome.Next != "" {
		line(b, "next", r.Outcome.Next)
	}
	if r.Again != "" {
		line(b, "verify again", r.Again)
	}
}

func line(b *strings.Builder, label, text string) { fmt.Fprintf(b, "  %s: %s\n", label, text) }
