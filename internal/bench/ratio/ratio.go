package ratio

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"
)

// Pairs is how often a baseline and what is measured against it take turns.
const Pairs = 7

// Table collects lines and remembers whether one was over its target.
type Table struct {
	out  io.Writer
	over bool
}

// NewTable starts a table on standard output.
func NewTable() *Table {
	t := &Table{out: os.Stdout}
	fmt.Fprintf(t.out, "%-58s %10s %10s %8s %8s\n", "", "baseline", "measured", "ratio", "target")
	return t
}

// Measure times both in turn and adds a line.
func (t *Table) Measure(name string, target float64, baseline, measured func()) {
	var base, ours, ratios []float64
	for range Pairs {
		b, m := clock(baseline), clock(measured)
		base, ours = append(base, b), append(ours, m)
		ratios = append(ratios, m/b)
	}
	t.Line(name, seconds(median(base)), seconds(median(ours)), median(ratios), target)
}

// Line adds a figure that was taken elsewhere.
func (t *Table) Line(name, baseline, measured string, ratio, target float64) {
	mark := ""
	if !(ratio <= target) {
		mark, t.over = "  OVER", true
	}
	fmt.Fprintf(t.out, "%-58s %10s %10s %8.2f %8.2f%s\n", name, baseline, measured, ratio, target, mark)
}

// Exit ends the program, with 1 when a figure was over its target.
func (t *Table) Exit() {
	if t.over {
		os.Exit(1)
	}
	os.Exit(0)
}

// clock times one run in seconds, with the garbage of the last one gone.
func clock(run func()) float64 {
	runtime.GC()
	start := time.Now()
	run()
	return time.Since(start).Seconds()
}

func median(figures []float64) float64 {
	sorted := slices.Sorted(slices.Values(figures))
	return sorted[len(sorted)/2]
}

func seconds(s float64) string {
	return time.Duration(s * float64(time.Second)).Round(100 * time.Microsecond).String()
}

// Must ends the program on an error: a fast wrong answer is no figure.
func Must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
