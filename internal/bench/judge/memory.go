package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/judge"
)

// peak judges in a process of its own and holds its peak resident size to a
// target in MB. Off Linux there is no such figure.
func peak(n int, target float64) bool {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	out, err := exec.Command(self, "-memory", strconv.Itoa(n)).Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "peak memory: %v\n", err)
		return false
	}
	kb, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
	if err != nil {
		fmt.Println("peak memory: not known on this system")
		return true
	}
	name := fmt.Sprintf("peak memory, both snapshots, %d a side", n)
	mb := kb / 1024
	return report(name, fmt.Sprintf("%.0f MB", target), fmt.Sprintf("%.0f MB", mb), mb/target, 1)
}

// printPeak builds both snapshots, judges them, and prints VmHWM in kB.
func printPeak(n int) {
	request, _ := cases[0].request(n)
	mustBe(judge.Judge(request), "confirmed")
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Println(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
		}
	}
}
