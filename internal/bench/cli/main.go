package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/effectkit/effectkit/internal/bench/ratio"
)

const deployment = `version: 1
effects: {kind: sql, sqlite_database: shop.sqlite, sql_query: "SELECT id, ref, customer, sku, qty FROM orders"}
settle: {settle_s: 0}
state: {dir: state}
`

const bundle = `- {kind: record_written, match: {ref: {param: ref}}, count_new_only: true}
`

func main() {
	dir, err := os.MkdirTemp("", "effectkit-bench-*")
	ratio.Must(err)
	defer os.RemoveAll(dir)
	in := func(name string) string { return filepath.Join(dir, name) }
	run("", "go", "build", "-o", dir+"/", "./cmd/effectkit", "./examples/shop", "./internal/bench/cli/empty")
	ratio.Must(os.WriteFile(in("deployment.yaml"), []byte(deployment), 0o600))
	ratio.Must(os.WriteFile(in("bundle.yaml"), []byte(bundle), 0o600))
	run(dir, in("shop"), "init", "shop.sqlite")

	table := ratio.NewTable()
	const times = 5 // a start is short
	table.Measure("effectkit version, to an empty program (5 times)", 2,
		func() { repeat(times, func(int) { run(dir, in("empty")) }) },
		func() { repeat(times, func(int) { run(dir, in("effectkit"), "version") }) })
	n := 0
	order := func() string { // each its own
		n++
		return fmt.Sprintf("%s order shop.sqlite ref-%d c-1 pen 2", in("shop"), n)
	}
	table.Measure("effectkit run -- CMD, to effectkit version + CMD (5 times)", 1.6,
		func() {
			repeat(times, func(int) {
				run(dir, in("effectkit"), "version")
				run(dir, "sh", "-c", order())
			})
		},
		func() {
			repeat(times, func(int) {
				command := order()
				run(dir, in("effectkit"), "run", "-d", "deployment.yaml", "-b", "bundle.yaml",
					"--param", fmt.Sprintf("ref=ref-%d", n), "--", "sh", "-c", command)
			})
		})
	os.RemoveAll(dir)
	table.Exit()
}

func repeat(times int, do func(int)) {
	for i := range times {
		do(i)
	}
}

// run runs a program to its good end.
func run(dir, name string, args ...string) {
	var out bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	if err := cmd.Run(); err != nil {
		ratio.Must(fmt.Errorf("%s: %w\n%s", name, err, &out))
	}
}
