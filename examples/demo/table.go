package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/effectkit/effectkit/effect"
)

// retry says for each outcome whether to place the order once more.
var retry = map[effect.Outcome]string{proceed: "not needed", halted: "safe", reconcile: "NOT safe"}

func table(rows []row, got []answer) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "the order\tits exit said\teffectkit says\tground\tretry\t")
	for i, r := range rows {
		a := got[i]
		mark := ""
		if a != r.want {
			mark = fmt.Sprintf("WRONG: want %s, %s, exit %d, program %d", r.want.ground, r.want.outcome, r.want.exit, r.want.status)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.title, exitSaid(a.status), verdictWord(a), a.ground, retry[a.outcome], mark)
	}
	w.Flush()
	lines := strings.Split(b.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func exitSaid(status int) string {
	if status == 0 {
		return "0, saved"
	}
	return fmt.Sprintf("%d, failed", status)
}

func verdictWord(a answer) string { return strings.ToUpper(string(a.ground.Decision())) }

func wrong(rows []row, got []answer) int {
	n := 0
	for i := range rows {
		if rows[i].want != got[i] {
			n++
		}
	}
	return n
}
