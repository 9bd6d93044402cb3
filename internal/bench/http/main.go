package main

import (
	"github.com/effectkit/effectkit/internal/bench/ratio"
)

func main() {
	table := ratio.NewTable()
	searches(table)
	records(table)
	landing(table)
	processes(table)
	table.Exit()
}
