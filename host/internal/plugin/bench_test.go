package plugin

import (
	"context"
	stdsql "database/sql"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/effectkit/effectkit/host/internal/adapter"
	"github.com/effectkit/effectkit/plugins/sql"
	"github.com/effectkit/effectkit/sdk"
	"github.com/effectkit/effectkit/value"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/examples/grpc/shared"
)

// ratio runs pairs of a baseline and what is measured against it, in turn, and
// reports the median of their ratios, which may not be over target.
func ratio(b *testing.B, target float64, baseline, measured func() time.Duration) {
	b.Helper()
	const pairs = 7
	var base, ours, ratios []float64
	for range pairs {
		x, y := baseline().Seconds(), measured().Seconds()
		base, ours, ratios = append(base, x), append(ours, y), append(ratios, y/x)
	}
	for _, figures := range [][]float64{base, ours, ratios} {
		slices.Sort(figures)
	}
	got := ratios[pairs/2]
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(1000*base[pairs/2], "baseline-ms")
	b.ReportMetric(1000*ours[pairs/2], "ms")
	b.ReportMetric(got, "ratio")
	if got > target {
		b.Errorf("%.2f times the baseline (%.0f ms for %.0f ms), at most %.2f", got, 1000*ours[pairs/2], 1000*base[pairs/2], target)
	}
}

// BenchmarkStart compares a plugin's start to its first answer, hashing and
// copying its bytes included, with go-plugin's own minimal gRPC example.
func BenchmarkStart(b *testing.B) {
	dir := b.TempDir()
	build(b, ".", filepath.Join(dir, "example"), "github.com/hashicorp/go-plugin/examples/grpc/plugin-go-grpc")
	ours := filepath.Join(dir, FilePrefix+"csv-ledger")
	build(b, "../../../plugins/csvledger-example", ours, ".")
	o, _ := testOptions(b)
	lock, report := LockAll(context.Background(), Request{Paths: []string{ours}}, o)
	if report[0].Problem != "" {
		b.Fatal(report[0].Problem)
	}
	e := Find(Request{Paths: []string{ours}, Lock: lock}).Entries()[0]
	ratio(b, 2,
		func() time.Duration {
			start := time.Now()
			client := plugin.NewClient(&plugin.ClientConfig{
				HandshakeConfig: shared.Handshake, Plugins: shared.PluginMap, Cmd: exec.Command(filepath.Join(dir, "example")),
				AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC}, AutoMTLS: true, Logger: hclog.NewNullLogger(),
			})
			defer client.Kill()
			protocol, err := client.Client()
			if err != nil {
				b.Fatal(err)
			}
			kv, err := protocol.Dispense("kv_grpc")
			if err != nil {
				b.Fatal(err)
			}
			_, _ = kv.(shared.KV).Get("nothing") // "no such file" is an answer
			return time.Since(start)
		},
		func() time.Duration {
			start := time.Now()
			a, f := e.Launch(context.Background(), o)
			if f != nil {
				b.Fatal(f)
			}
			defer a.Close()
			return time.Since(start)
		})
}

// BenchmarkBoundary compares a capture of a million sqlite rows of six columns
// from a process of its own with the same adapter in this one.
func BenchmarkBoundary(b *testing.B) {
	section, err := json.Marshal(map[string]string{
		"sqlite_database": plant(b), "sql_query": "select id, a, b, c, n, ok from rows",
	})
	if err != nil {
		b.Fatal(err)
	}
	inside, err := adapter.InMemory(sql.New(), "bench")
	if err != nil {
		b.Fatal(err)
	}
	defer inside.Close()
	o, _ := testOptions(b)
	id := adapter.Identity{Kind: "sql", Digest: "builtin:bench"}
	outside, f := Launch(context.Background(), id, beImage("sql"), o)
	if f != nil {
		b.Fatal(f)
	}
	defer outside.Close()
	ratio(b, 1.15, reading(b, inside, section), reading(b, outside, section))
}

// reading configures an instance and gives one timed capture of it.
func reading(b *testing.B, a adapter.Adapter, section []byte) func() time.Duration {
	b.Helper()
	in, f := a.Configure(context.Background(), section, nil)
	if f != nil {
		b.Fatal(f)
	}
	return func() time.Duration {
		runtime.GC()
		start := time.Now()
		var got counted
		if _, f := in.Capture(context.Background(), adapter.CaptureRequest{}, &got); f != nil || got != benchRows {
			b.Fatal(f, got)
		}
		return time.Since(start)
	}
}

// plant writes the file that both read.
func plant(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "rows.db")
	db, err := stdsql.Open("sqlite", path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		"CREATE TABLE rows (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, n INTEGER, ok INTEGER)",
		fmt.Sprintf(`WITH RECURSIVE i(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM i WHERE x < %d) INSERT INTO rows
			SELECT x, 'twenty bytes of text', 'twenty bytes of text', 'twenty bytes of text', x %% 9, 1 FROM i`, benchRows),
	} {
		if _, err := db.Exec(statement); err != nil {
			b.Fatal(err)
		}
	}
	return path
}

// benchRows is how many rows both read.
const benchRows = 1_000_000

// counted is a sink that keeps nothing.
type counted int

func (*counted) Header(sdk.Header) error { return nil }

func (c *counted) Batch(b *value.Batch) error {
	*c += counted(b.Rows())
	return nil
}

func build(b *testing.B, dir, to, pkg string) {
	b.Helper()
	cmd := exec.Command("go", "build", "-o", to, pkg)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
}
