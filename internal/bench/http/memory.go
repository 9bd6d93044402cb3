package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"github.com/effectkit/effectkit/internal/bench/ratio"
	"github.com/effectkit/effectkit/plugins/fhir"
)

// memoryFlag, a section and a number of records make this program read once and
// print its peak resident size.
const memoryFlag = "-memory"

// peak adds a line: what a whole search takes at its highest, over a process
// that does nothing, as the median of five fresh processes. A tenth of the
// pages is the baseline, and both stay under most MB: pages are let go of as
// they are read, and only the keys that tell a page that shifted stay.
func peak(table *ratio.Table, whole, tenth string, rows int64, most float64) {
	idle := peakOf("", 0)
	small, large := peakOf(tenth, rows/10)-idle, peakOf(whole, rows)-idle
	if idle == 0 {
		fmt.Println("peak memory: not known on this system")
		return
	}
	table.Line(fmt.Sprintf("peak memory of %d resources, to %.0f MB", rows, most),
		fmt.Sprintf("%.0f MB", small), fmt.Sprintf("%.0f MB", large), large/most, 1)
}

// peakOf is the peak in MB.
func peakOf(section string, rows int64) float64 {
	self, err := os.Executable()
	ratio.Must(err)
	var peaks []float64
	for range 5 {
		out, err := exec.Command(self, memoryFlag, section, strconv.FormatInt(rows, 10)).Output()
		ratio.Must(err)
		kb, _ := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		peaks = append(peaks, kb/1024)
	}
	slices.Sort(peaks)
	return peaks[2]
}

// printPeak reads what the section names, if any, and prints VmHWM in kB.
func printPeak(section, rows string) {
	if n, err := strconv.ParseInt(rows, 10, 64); err == nil && section != "" {
		inst, cfg := configure(fhir.New(), section)
		capture(inst, cfg, n)
		_ = inst.(io.Closer).Close()
	}
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
