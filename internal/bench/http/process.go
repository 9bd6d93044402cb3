package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/effectkit/effectkit/internal/bench/ratio"
)

// processes compares one effect, read back by a whole process, with the same
// program doing nothing and curl fetching the same address.
func processes(table *ratio.Table) {
	if _, err := exec.LookPath("curl"); err != nil {
		fmt.Println("no curl: one effect as a process is not measured")
		return
	}
	server := shop()
	defer server.Close()
	dir, err := os.MkdirTemp("", "effectkit-bench-")
	ratio.Must(err)
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "effectkit")
	run("go", "build", "-o", program, "github.com/effectkit/effectkit/cmd/effectkit")
	file := deployment(dir, server.URL)
	bundle := filepath.Join(dir, "bundle.yaml")
	ratio.Must(os.WriteFile(bundle, []byte(contract), 0o600))
	table.Measure("one effect as a process, to effectkit version and curl", 1.6,
		func() {
			run(program, "version")
			run("curl", "-s", server.URL+"/orders/7")
		},
		func() { run(program, "verify", "--deployment", file, "--bundle", bundle, "--param", "id=7") })
}

func run(name string, args ...string) {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		ratio.Must(fmt.Errorf("%s: %w\n%s", filepath.Base(name), err, out))
	}
}
