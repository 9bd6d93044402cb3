package file

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/effectkit/effectkit/internal/livetest/sshd"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/sdk/sdktest"
)

// largeVariable hands the section, as JSON, to the process that is measured.
const largeVariable = "EFFECTKIT_LARGE_SFTP"

type largeSection struct {
	Section string
	Secrets map[string]string
	Entries int64
}

// BenchmarkALargeFolderOverSFTP lists ever larger folders of a real server, each
// in a process of its own, and holds the peak resident size an entry to a bound
// and to a straight line.
func BenchmarkALargeFolderOverSFTP(b *testing.B) {
	if text := os.Getenv(largeVariable); text != "" {
		listLarge(b, text)
		return
	}
	const most = 512.0 // bytes an entry
	s := sshd.Start(b)
	made := 0
	grow := func(n int) {
		for ; made < n; made++ {
			at := filepath.Join(s.Root, fmt.Sprintf("claim-%08d.csv", made))
			if err := os.WriteFile(at, nil, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	base := usualPeak(b, s, 0)
	var first float64
	for _, n := range []int{50_000, 200_000} {
		grow(n)
		each := (usualPeak(b, s, n) - base) / float64(n)
		if first == 0 {
			first = each
		}
		b.ReportMetric(each, fmt.Sprintf("bytes_an_entry_at_%d", n))
		if each > most {
			b.Errorf("%d entries take %.0f bytes each, over %.0f", n, each, most)
		}
		if each > 1.15*first {
			b.Errorf("%d entries take %.0f bytes each, %.2f times those of 50,000", n, each, each/first)
		}
	}
}

// usualPeak is the median of three peaks, in bytes: when the collector runs is
// chance.
func usualPeak(b *testing.B, s *sshd.Server, n int) float64 {
	req := over(s, nil)
	section := strings.Replace(req.Section, `"file_sha256":true`, `"file_sha256":false`, 1)
	text, err := json.Marshal(largeSection{Section: section, Secrets: req.Secrets, Entries: int64(n)})
	if err != nil {
		b.Fatal(err)
	}
	var peaks []float64
	for range 3 {
		cmd := exec.Command(os.Args[0], "-test.run", "^$", "-test.bench", b.Name(), "-test.benchtime", "1x")
		cmd.Env = append(os.Environ(), largeVariable+"="+string(text))
		out, err := cmd.CombinedOutput()
		_, rest, found := strings.Cut(string(out), "peak_kB=")
		kb, parseErr := strconv.ParseFloat(strings.Fields(rest + " .")[0], 64)
		if err != nil || !found || parseErr != nil {
			b.Fatalf("%v: %s", err, out)
		}
		peaks = append(peaks, kb*1024)
	}
	slices.Sort(peaks)
	return peaks[1]
}

// listLarge reads one folder and prints the peak of its process.
func listLarge(b *testing.B, text string) {
	var large largeSection
	if err := json.Unmarshal([]byte(text), &large); err != nil {
		b.Fatal(err)
	}
	inst, cfg, err := sdktest.Configure(context.Background(), sdktest.Request{Adapter: New(), Section: large.Section, Secrets: large.Secrets})
	if err != nil {
		b.Fatal(err)
	}
	defer sdktest.Close(inst)
	w := sdk.NewRecordWriter(context.Background(), discard{})
	if err := inst.Capture(context.Background(), &sdk.CaptureRequest{Config: cfg}, w); err != nil {
		b.Fatal(err)
	}
	if n := w.Records(); n != large.Entries {
		b.Fatalf("%d records of %d entries", n, large.Entries)
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
