package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// benches are the programs, in the order in which they run.
var benches = []string{"judge", "sql", "files", "http", "cli", "sessions"}

// inside are the packages that measure themselves: the plugin boundary, the
// memory of snapshots that spill, and that of a large folder over SFTP.
var inside = []string{"./host/internal/plugin", "./host/internal/snapshot", "./plugins/file"}

func main() {
	over := 0
	for _, name := range benches {
		fmt.Println("==", name)
		over += failed("go", "run", "./"+filepath.Join("internal", "bench", name))
	}
	// What only the host's own parts can show is measured where they are.
	for _, pkg := range inside {
		fmt.Println("==", pkg)
		over += failed("go", "test", "-run", "^$", "-bench", ".", "-benchtime", "1x", pkg)
	}
	if over > 0 {
		fmt.Printf("%d of %d are over a target\n", over, len(benches)+len(inside))
		os.Exit(1)
	}
}

// failed runs one and counts it when it did not end well.
func failed(name string, args ...string) int {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}
