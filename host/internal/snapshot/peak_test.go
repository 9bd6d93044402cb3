package snapshot

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/judge"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"
)

const peakVariable = "EFFECTKIT_PEAK_RECORDS"

// BenchmarkPeakMemoryGrowsInAStraightLine judges ever larger pairs of snapshots,
// each pair in a process of its own, the large ones spilled, and holds the peak
// resident size to a straight line through the smallest.
func BenchmarkPeakMemoryGrowsInAStraightLine(b *testing.B) {
	if n, err := strconv.Atoi(os.Getenv(peakVariable)); err == nil {
		judgeSpilled(b, n)
		return
	}
	base := usualPeak(b, 0)
	var first float64 // bytes a record
	for _, n := range []int{100_000, 1_000_000, 10_000_000} {
		each := (usualPeak(b, n) - base) / float64(n)
		if first == 0 {
			first = each
		}
		b.Logf("%d records a side: %.0f bytes each", n, each)
		b.ReportMetric(each/first, fmt.Sprintf("of_linear_at_%d", n))
		if each/first > 1.15 {
			b.Errorf("%d records a side take %.0f bytes each, %.2f times those of 100,000", n, each, each/first)
		}
	}
}

// usualPeak is the median of three peaks: when the collector runs is chance.
func usualPeak(b *testing.B, n int) float64 {
	peaks := []float64{peakOf(b, n), peakOf(b, n), peakOf(b, n)}
	slices.Sort(peaks)
	return peaks[1]
}

// peakOf is the peak resident size, in bytes, of a process that judges n
// records a side.
func peakOf(b *testing.B, n int) float64 {
	cmd := exec.Command(os.Args[0], "-test.run", "^$", "-test.bench", b.Name(), "-test.benchtime", "1x")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", peakVariable, n))
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	_, rest, found := strings.Cut(string(out), "peak_kB=")
	kb, err := strconv.ParseFloat(strings.Fields(rest + " .")[0], 64)
	if !found || err != nil {
		b.Fatalf("no peak in %s", out)
	}
	return kb * 1024
}

// judgeSpilled stores two snapshots of n records as a host does and judges them.
func judgeSpilled(b *testing.B, n int) {
	store := NewStore(Options{Budget: 1 << 30, Dir: b.TempDir()})
	held, err := store.Admit(context.Background(), 1)
	if err != nil {
		b.Fatal(err)
	}
	h := held[0]
	defer h.Release()
	one := 1
	e := effect.Effect{Kind: effect.RecordWritten, Match: effect.Selector{{Field: "customer", Want: effect.Literal("new")}}, ExpectedCount: &one}
	bound, err := e.Bind(nil, "")
	if err != nil {
		b.Fatal(err)
	}
	before, after := collected(b, h, true, n), collected(b, h, false, n+1)
	j := judge.Judge(judge.Request{Effect: bound, Before: before, After: after, Mode: effect.Delta})
	if j.Ground != effect.GroundConfirmed {
		b.Fatalf("judged %s: %s", j.Ground, j.Reason)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if peak, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			fmt.Printf("peak_kB=%s\n", strings.Fields(peak)[0])
		}
	}
}

// collected stores rows of six fields and about 60 bytes of text; the last of
// an odd number is the new one.
func collected(b *testing.B, h *Holding, baseline bool, n int) *judge.Snapshot {
	c := h.Collect(baseline)
	w := sdk.NewRecordWriter(context.Background(), c)
	if err := w.Fields(value.Field{Name: "id"}, value.Field{Name: "customer"}, value.Field{Name: "status"},
		value.Field{Name: "amount"}, value.Field{Name: "note"}, value.Field{Name: "at"}); err != nil {
		b.Fatal(err)
	}
	for i := range n {
		customer := "customer " + strconv.Itoa(i%1000)
		if !baseline && i == n-1 {
			customer = "new"
		}
		if err := w.Row(value.OfInt(int64(i)), value.OfText(customer), value.OfText("open"), value.OfInt(int64(i%777)),
			value.OfText("a note of some thirty letters"), value.OfText("2026-03-03T10:00:00Z")); err != nil {
			b.Fatal(err)
		}
	}
	trailer, err := w.Finish()
	if err != nil {
		b.Fatal(err)
	}
	s, err := c.Finish(trailer)
	if err != nil {
		b.Fatal(err)
	}
	return &s.Snapshot
}
