package main

import (
	"os"

	"github.com/effectkit/effectkit/internal/bench/ratio"
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == memoryFlag {
		printPeak(os.Args[2], os.Args[3])
		return
	}
	table := ratio.NewTable()
	searches(table)
	records(table)
	landing(table)
	processes(table)
	table.Exit()
}
