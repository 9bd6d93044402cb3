package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/effectkit/effectkit/effect"
	"github.com/effectkit/effectkit/host"
	"github.com/effectkit/effectkit/internal/bench/ratio"
)

const (
	sessions = 1000
	target   = 3
	budget   = 64 << 20
)

const bundle = `- {kind: field_equals, match: {id: "7"}, field: qty, value: 70, timeout_s: 300}
`

func main() {
	dir, err := os.MkdirTemp("", "effectkit-bench-*")
	ratio.Must(err)
	table := ratio.NewTable()
	var p50, p99, ratios []time.Duration
	for range ratio.Pairs {
		times := round(dir)
		p50 = append(p50, times[sessions/2])
		p99 = append(p99, times[sessions*99/100])
		ratios = append(ratios, times[sessions*99/100]*1000/times[sessions/2])
	}
	ratio.Must(os.RemoveAll(dir))
	table.Line("p99 of 1,000 concurrent sessions, to their p50",
		middle(p50).Round(time.Millisecond).String(), middle(p99).Round(time.Millisecond).String(),
		float64(middle(ratios))/1000, target)
	table.Exit()
}

func middle(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// round runs all sessions on a host of their own and gives their times, sorted.
func round(dir string) []time.Duration {
	ctx := context.Background()
	h := open(ctx, dir)
	defer h.Close()
	b, err := effect.ParseBundle("bundle.yaml", []byte(bundle))
	ratio.Must(err)
	times := make([]time.Duration, sessions)
	var wg sync.WaitGroup
	start := time.Now()
	for i := range sessions {
		wg.Go(func() {
			s, err := h.Begin(ctx, host.BeginRequest{Step: b.Step("")})
			ratio.Must(err)
			defer s.Close()
			s.ActionStarted()
			s.ActionEnded()
			out, err := s.Verify(ctx, host.VerifyRequest{ActorEnded: true})
			ratio.Must(err)
			if !out.Proceed() {
				ratio.Must(fmt.Errorf("a session was not confirmed: %+v", out))
			}
			times[i] = time.Since(start)
		})
	}
	wg.Wait()
	slices.Sort(times)
	return times
}

func open(ctx context.Context, dir string) *host.Host {
	plugin := filepath.Join(dir, "effectkit-adapter-csv-ledger")
	cmd := exec.Command("go", "build", "-o", plugin, ".")
	cmd.Dir = filepath.Join("plugins", "csvledger-example")
	if out, err := cmd.CombinedOutput(); err != nil {
		ratio.Must(fmt.Errorf("%w\n%s", err, out))
	}
	ledger := filepath.Join(dir, "ledger.csv")
	text := "id,qty\n"
	for i := range 10 {
		text += fmt.Sprintf("%d,%d\n", i, i*10)
	}
	ratio.Must(os.WriteFile(ledger, []byte(text), 0o600))
	// A ledger that was written just now counts as one being written.
	ratio.Must(os.Chtimes(ledger, time.Time{}, time.Now().Add(-time.Hour)))
	d, err := host.ParseDeployment(filepath.Join(dir, "deployment.yaml"), []byte(fmt.Sprintf(`
version: 1
effects: {kind: csv-ledger, path: %s, columns: {id: text, qty: int}}
settle: {settle_s: 0, read_timeout_s: 120}
state: {dir: %s}
`, ledger, filepath.Join(dir, "state"))))
	ratio.Must(err)
	h, err := host.Open(ctx, d, host.Options{
		DevPlugins: map[string]string{"csv-ledger": plugin}, SnapshotBudget: budget, BudgetWait: time.Minute,
	})
	ratio.Must(err)
	return h
}
