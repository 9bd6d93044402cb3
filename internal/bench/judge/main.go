package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/effectkit/effectkit/judge"
)

func main() {
	memory := flag.Int("memory", 0, "judge once with so many records a side and print the peak resident size")
	small := flag.Bool("small", false, "only the sizes that take seconds")
	flag.BoolVar(&byProcessor, "cpu", false, "measure processor time in place of the clock's, for a busy machine")
	flag.Parse()
	if *memory > 0 {
		printPeak(*memory)
		return
	}
	ok := true
	sizes := []int{100_000, 1_000_000}
	if *small {
		sizes = sizes[:1]
	}
	fmt.Printf("%-46s %10s %10s %8s %8s\n", "", "B", "judge", "ratio", "target")
	for _, n := range sizes {
		for _, c := range cases {
			ok = c.measure(n) && ok
		}
	}
	for _, s := range shapes {
		ok = s.measure() && ok
	}
	ok = peak(1_000_000, 350) && ok
	if !ok {
		os.Exit(1)
	}
}

// pairs is how often a baseline and what is measured against it take turns.
const pairs = 7

// median is the middle of an odd number of figures.
func median[T float64 | time.Duration](figures []T) T {
	slices.Sort(figures)
	return figures[len(figures)/2]
}

var byProcessor bool

// clock times one run, with the garbage of the last one gone.
func clock(run func()) time.Duration {
	runtime.GC()
	start := now()
	run()
	return now() - start
}

func now() time.Duration {
	if !byProcessor {
		return time.Since(begin)
	}
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var begin = time.Now()

// mustBe stops the program when a judgement is not what the case is made for:
// a fast wrong answer is no figure.
func mustBe(j judge.Judgement, ground string) {
	if string(j.Ground) != ground {
		fmt.Fprintf(os.Stderr, "the judgement is %s (%s), not %s\n", j.Ground, j.Reason, ground)
		os.Exit(1)
	}
}

// report prints one line of the table and tells whether the target is met.
func report(name, base, figure string, ratio, target float64) bool {
	mark := ""
	if ratio > target {
		mark = "  OVER"
	}
	fmt.Printf("%-46s %10s %10s %8.2f %8.2f%s\n", name, base, figure, ratio, target, mark)
	return ratio <= target
}
